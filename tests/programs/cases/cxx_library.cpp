// std::sort and std::call_once: parts of the C++ library that are compiled into it.
#include <algorithm>
#include <cassert>
#include <mutex>
#include <thread>

static int numbers[3] = {3, 1, 2};
static std::once_flag once;
static std::mutex mutex;

static void sortAll() {
  std::call_once(once, [] { numbers[0] = 4; });
  std::lock_guard guard(mutex);
  std::sort(numbers, numbers + 3);
  assert(numbers[0] == 1 && numbers[2] == 4);
}

int main() {
  std::thread first(sortAll);
  std::thread second(sortAll);
  first.join();
  second.join();
}
