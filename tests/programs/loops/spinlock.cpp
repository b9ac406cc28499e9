// As spinlock.c, with the C++ library's atomics.
#include "lockers.h"
#include <atomic>
#include <thread>

#define CAS 1
#define CAS_PUT_BACK 2
#define EXCHANGE 3
#define FLAG 4
#define OR 5
#define TEST_FIRST 6
#define LOAD_AND_CAS 7
#define YIELD 8
#define REFERENCE 9
#define NEVER 10

namespace {

std::atomic<int> lock{0};
std::atomic<bool> taken{false};
std::atomic_flag flag = ATOMIC_FLAG_INIT;
int plain = 0;
int count = 0;

struct Spin {
  void acquire() {
#if FORM == CAS
    for (;;) {
      bool expected = false;
      if (taken.compare_exchange_strong(expected, true))
        break;
    }
#elif FORM == CAS_PUT_BACK
    bool expected = false;
    while (!taken.compare_exchange_weak(expected, true, std::memory_order_acquire, std::memory_order_relaxed))
      expected = false;
#elif FORM == EXCHANGE || FORM == NEVER
    while (taken.exchange(true)) {
    }
#elif FORM == FLAG
    while (flag.test_and_set(std::memory_order_acquire)) {
    }
#elif FORM == OR
    while (lock.fetch_or(1) & 1) {
    }
#elif FORM == TEST_FIRST
    while (taken.load(std::memory_order_relaxed) || taken.exchange(true, std::memory_order_acquire)) {
    }
#elif FORM == LOAD_AND_CAS
    while (true) {
      int seen = lock.load();
      if (seen == 0 && lock.compare_exchange_weak(seen, 1))
        break;
    }
#elif FORM == YIELD
    while (taken.exchange(true))
      std::this_thread::yield();
#elif FORM == REFERENCE
    while (std::atomic_ref<int>(plain).exchange(1)) {
    }
#endif
  }
  void release() {
#if FORM == FLAG
    flag.clear(std::memory_order_release);
#elif FORM == OR || FORM == LOAD_AND_CAS
    lock = 0;
#elif FORM == REFERENCE
    std::atomic_ref<int>(plain).store(0);
#elif FORM != NEVER
    taken.store(false, std::memory_order_release);
#endif
  }
};

Spin spin;

void* locker(void* unused) {
  spin.acquire();
  int before = count;
#ifdef WRONG
  spin.release();
  count = before + 1;
#else
  count = before + 1;
  spin.release();
#endif
  return unused;
}

} // namespace

int main() {
  runLockers(locker);
  assert(count == N);
}
