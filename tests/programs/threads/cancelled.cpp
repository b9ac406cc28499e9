// Cancelled threads run destructors. CASE 1: of a lock, so that nobody waits for ever; RAW: nothing gives it back.
// 2: a handler catches the end of the thread, and does not throw it again. 3: it would leave a function that throws
// nothing. 4: of thread_local objects, and of objects of several frames, the innermost first. 5: std::thread, and a
// wait of the C++ library. 6: a handler for something else.
#include <cassert>
#include <chrono>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <thread>
#include <unistd.h>

static std::mutex mutex;
static sem_t semaphore;
static int order;

struct Digit {
  explicit Digit(int digit) : m_digit(digit) {}
  ~Digit() { order = 10 * order + m_digit; }
  int m_digit;
};

static thread_local Digit local(3);

static void inner() {
  const Digit two(1);
  sem_wait(&semaphore);
}

static void* work(void*) {
#if CASE == 1
#ifdef RAW
  mutex.lock();
#else
  const std::lock_guard lock(mutex);
#endif
  sleep(1);
#ifdef RAW
  mutex.unlock();
#endif
#elif CASE == 2
  try {
    sleep(1);
  } catch (...) {
  }
#elif CASE == 3
  []() noexcept { sleep(1); }();
#elif CASE == 4
  local.m_digit = 3;
  const Digit outer(2);
  inner();
#elif CASE == 6
  try {
    const Digit one(1);
    sleep(1);
  } catch (int) {
    assert(false);
  }
#endif
  return nullptr;
}

int main() {
#if CASE == 5
  std::thread thread([] {
    const Digit one(1);
    for (;;)
      std::this_thread::sleep_for(std::chrono::seconds(1));
  });
  pthread_cancel(thread.native_handle());
  thread.join();
  assert(order == 1 || order == 0);
#else
  pthread_t thread;
  pthread_create(&thread, nullptr, work, nullptr);
  pthread_cancel(thread);
#if CASE == 1
  mutex.lock();
  mutex.unlock();
#endif
  void* result = nullptr;
  pthread_join(thread, &result);
#if CASE == 4
#ifdef WRONG
  assert(order == 12);
#endif
  assert(result == PTHREAD_CANCELED && order == 123);
#elif CASE == 6
  assert(order == 1);
#endif
#endif
}
