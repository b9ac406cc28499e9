// Attempts that may fail for no reason, by CASE. 1: std::mutex. 2: std::recursive_mutex. 3: std::timed_mutex with a
// time limit. 4: std::counting_semaphore. 5: mtx_trylock of C11. 6: pthread_mutex_trylock, which may not. 7:
// sem_trywait, which may not. 8: a loop around an attempt. 9: std::lock, which is never wrong.
#include <cassert>
#include <chrono>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <semaphore>
#include <thread>
#include <threads.h>

#if CASE == 2
static std::recursive_mutex one, other;
#elif CASE == 3
static std::timed_mutex one, other;
#else
static std::mutex one, other;
#endif
static std::counting_semaphore<2> permits(1);
static pthread_mutex_t posix = PTHREAD_MUTEX_INITIALIZER;
static int number;

static bool take() {
#if CASE == 1 || CASE == 2
  const bool isTaken = one.try_lock();
  if (isTaken)
    one.unlock();
  return isTaken;
#elif CASE == 3
  const bool isTaken = one.try_lock_for(std::chrono::seconds(1));
  if (isTaken)
    one.unlock();
  return isTaken;
#elif CASE == 4
  return permits.try_acquire();
#elif CASE == 5
  mtx_t mutex;
  mtx_init(&mutex, mtx_plain);
  return mtx_trylock(&mutex) == thrd_success;
#elif CASE == 6
  return pthread_mutex_trylock(&posix) == 0;
#elif CASE == 7
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  return sem_trywait(&semaphore) == 0;
#else
  return true;
#endif
}

static void work() {
#if CASE == 8
  while (!one.try_lock())
    std::this_thread::yield();
  number++;
  one.unlock();
#elif CASE == 9
  std::lock(one, other);
  number++;
  one.unlock();
  other.unlock();
#endif
}

int main() {
#if CASE >= 8
  std::thread thread(work);
  work();
  thread.join();
  assert(number == 2);
#else
  std::thread thread([] { number = take() ? 1 : 2; });
  thread.join();
  assert(number == 1);
#endif
}
