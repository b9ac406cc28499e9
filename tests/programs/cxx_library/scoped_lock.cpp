// std::scoped_lock takes two mutexes in any order without a deadlock; two lock_guards in opposite order (WRONG) do not.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex first, second;
static int counter;

static void add(std::mutex& one, std::mutex& other) {
#ifdef WRONG
  std::lock_guard a(one);
  std::lock_guard b(other);
#else
  std::scoped_lock both(one, other);
#endif
  counter++;
}

int main() {
  std::thread left(add, std::ref(first), std::ref(second));
  std::thread right(add, std::ref(second), std::ref(first));
  left.join();
  right.join();
  assert(counter == 2);
}
