// Exceptions thrown and caught in two threads while the other one is switched to: each handler gets its own.
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

static std::mutex mutex;
static int caught;

static void work(int number) {
  try {
    try {
      throw number;
    } catch (int inner) {
      std::lock_guard guard(mutex);
      assert(std::uncaught_exceptions() == 0);
      caught++;
      if (inner != number)
        throw std::logic_error("not mine");
      throw;
    }
  } catch (int outer) {
    std::lock_guard guard(mutex);
    assert(outer == number);
#ifdef WRONG
    assert(caught == number);
#endif
  }
}

int main() {
  std::thread first(work, 1);
  std::thread second(work, 2);
  first.join();
  second.join();
  assert(caught == 2);
}
