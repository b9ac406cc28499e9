// try_acquire and its timed forms: both outcomes are reached. GOT and MISSED say which one the program takes for
// impossible; ACQUIRE waits for two releases where there is one: deadlock.
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

#ifndef TRY
#define TRY try_acquire()
#endif

using namespace std::chrono_literals;

static std::counting_semaphore<4> semaphore(0);

int main() {
  std::thread giver([] { semaphore.release(); });
#ifdef ACQUIRE
  semaphore.acquire();
  semaphore.acquire();
#else
  const bool got = semaphore.TRY;
#ifdef GOT
  assert(!got);
#endif
#ifdef MISSED
  assert(got);
#endif
  (void)got;
#endif
  giver.join();
}
