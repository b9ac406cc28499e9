// A timed wait ends by a notification or by its time, and both are reached: WOKEN and LATE say which of them the program
// takes for impossible.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#ifndef CONDITION
#define CONDITION std::condition_variable
#endif

using namespace std::chrono_literals;

static std::mutex mutex;
static CONDITION condition;
static bool ready;

static bool wait(std::unique_lock<std::mutex>& lock) {
#ifdef UNTIL
  return condition.wait_until(lock, UNTIL::now() + 10ms, [] { return ready; });
#else
  return condition.wait_for(lock, 10ms, [] { return ready; });
#endif
}

int main() {
  std::thread waiter([] {
    std::unique_lock lock(mutex);
    const bool woken = wait(lock);
    assert(woken == ready);
#ifdef WOKEN
    assert(!woken);
#endif
#ifdef LATE
    assert(woken);
#endif
  });
  {
    std::lock_guard guard(mutex);
    ready = true;
  }
  condition.notify_one();
  waiter.join();
}
