// Initialisation that is checked without the lock first.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
std::atomic<int*> made;
int value;

int get() {
  int* is = made.load(std::memory_order_acquire); // weak: relaxed
  if (!is) {
    const std::lock_guard guard(mutex);
    is = made.load(std::memory_order_relaxed);
    if (!is) {
      value = 7;
      is = &value;
      made.store(is, std::memory_order_release); // weak: relaxed
    }
  }
  return *is;
}

int main() {
  std::thread other([] { assert(get() == 7); });
  assert(get() == 7);
  other.join();
}
