// Futexes with an owner (FUTEX_LOCK_PI and so on). WRONG: one thread does not lock. ALONE: what the calls answer.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic unsigned word;
static int shared;

static long call(int operation) {
  return syscall(SYS_futex, &word, operation, 0, 0, 0, 0);
}

static void lock(void) {
  unsigned none = 0;
  if (!atomic_compare_exchange_strong(&word, &none, (unsigned)gettid()))
    assert(call(FUTEX_LOCK_PI) == 0);
}
static void unlock(void) {
  unsigned own = (unsigned)gettid();
  if (!atomic_compare_exchange_strong(&word, &own, 0))
    assert(call(FUTEX_UNLOCK_PI) == 0);
}

static void* add(void* locks) {
  if (locks)
    lock();
  shared++;
  if (locks)
    unlock();
  return 0;
}

static void askAlone(void) {
  lock();
  assert(call(FUTEX_LOCK_PI) == -1 && errno == EDEADLK);
  unlock();
  assert(call(FUTEX_UNLOCK_PI) == -1 && errno == EPERM);
  assert(call(FUTEX_TRYLOCK_PI) == 0);
  unlock();
  assert(word == 0);
}

int main(void) {
#ifdef ALONE
  askAlone();
#elif defined REQUEUE
  syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE_PI, 1, 1, &word + 1, 0);
#else
  pthread_t other;
#ifdef WRONG
  pthread_create(&other, 0, add, 0);
#else
  pthread_create(&other, 0, add, &shared);
#endif
  add(&shared);
  pthread_join(other, 0);
  assert(shared == 2);
#endif
  (void)askAlone, (void)add;
  return 0;
}
