// A condition variable with a predicate loses nothing. WRONG waits without one: the notification may come first.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

#ifndef CONDITION
#define CONDITION std::condition_variable
#endif
#ifndef MUTEX
#define MUTEX std::mutex
#endif

static MUTEX mutex;
static CONDITION condition;
static bool ready;

int main() {
  std::thread waiter([] {
    std::unique_lock lock(mutex);
#ifdef WRONG
    condition.wait(lock);
#else
    condition.wait(lock, [] { return ready; });
#endif
    assert(ready);
  });
  {
    std::lock_guard guard(mutex);
    ready = true;
  }
  condition.notify_one();
  waiter.join();
}
