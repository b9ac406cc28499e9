// try_lock and its timed forms: a lock that is held makes them fail, and both outcomes are reached. GOT and MISSED say
// which outcome the program takes for impossible.
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

#ifndef MUTEX
#define MUTEX std::mutex
#endif
#ifndef TRY
#define TRY try_lock()
#endif
#ifndef UNLOCK
#define UNLOCK unlock
#endif

using namespace std::chrono_literals;

static MUTEX mutex;
static int counter;

int main() {
  std::thread holder([] {
    std::lock_guard guard(mutex);
    counter++;
  });
  const bool got = mutex.TRY;
  if (got)
    mutex.UNLOCK();
#ifdef GOT
  assert(!got);
#endif
#ifdef MISSED
  assert(got);
#endif
  holder.join();
  assert(counter == 1);
}
