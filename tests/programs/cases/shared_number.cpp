// A text that another thread changes, made a number by the C++ library.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

static std::mutex mutex;
static std::string text = "1";

static void change() {
  std::lock_guard guard(mutex);
  text[0] = '7';
}

static void look() {
  std::lock_guard guard(mutex);
  const int number = std::stoi(text);
#ifdef WRONG
  assert(number == 7);
#else
  assert(number == 1 || number == 7);
#endif
}

int main() {
  std::thread first(change);
  std::thread second(look);
  first.join();
  second.join();
}
