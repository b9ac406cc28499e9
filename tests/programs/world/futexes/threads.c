// Threads that wait for futexes with sets of bits, or are moved to another one: -DCASE=... names the case, -DWRONG is
// its faulty variant.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#undef NDEBUG
#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif
enum { Reads = 1, Writes = 2 };

static atomic_uint word, lock, done;
static pthread_t threads[3];
static int count;

static long futex(atomic_uint* at, int operation, long value, const void* time, void* second, uint32_t last) {
  return syscall(SYS_futex, at, operation | FUTEX_PRIVATE_FLAG, value, time, second, last);
}
static void start(void* (*work)(void*)) {
  pthread_create(&threads[count++], 0, work, 0);
}
static void joinAll(void) {
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], 0);
}
static void waitFor(uint32_t bits) {
  while (atomic_load(&word) == 0)
    futex(&word, FUTEX_WAIT_BITSET, 0, 0, 0, bits);
}

// Who waits is woken by its own bit; by that of others it sleeps on.
static void* reads(void* unused) {
  waitFor(Reads);
  return 0;
}
static void* writes(void* unused) {
  waitFor(Writes);
  return 0;
}
static void own_bits(void) {
  start(reads);
  start(writes);
  atomic_store(&word, 1);
  futex(&word, FUTEX_WAKE_BITSET, INT_MAX, 0, 0, isWrong ? Reads : Reads | Writes);
  joinAll();
}

// Each wake says how many it woke: those with one of its bits.
static void counted(void) {
  start(reads);
  start(writes);
  const long first = futex(&word, FUTEX_WAKE_BITSET, INT_MAX, 0, 0, Writes);
  assert(isWrong ? first == 0 : first == 0 || first == 1);
  atomic_store(&word, 1);
  const long rest = futex(&word, FUTEX_WAKE, INT_MAX, 0, 0, 0);
  assert(first + rest <= 2 + (first != 0));
  joinAll();
}

// A condition variable that moves who waits to its lock, which is held: the unlock wakes it.
static int isReady;
static void take(void) {
  while (atomic_exchange(&lock, 2) != 0)
    futex(&lock, FUTEX_WAIT, 2, 0, 0, 0);
}
static void give(void) {
  if (atomic_exchange(&lock, 0) == 2)
    futex(&lock, FUTEX_WAKE, 1, 0, 0, 0);
}
static void* waits(void* unused) {
  take();
  if (!isReady) {
    const unsigned before = atomic_load(&word);
    give();
    futex(&word, FUTEX_WAIT, before, 0, 0, 0);
    take();
  }
  assert(isReady);
  give();
  return 0;
}
static void moved(void) {
  start(waits);
  take();
  isReady = 1;
  const unsigned now = atomic_fetch_add(&word, 1) + 1;
  futex(&word, FUTEX_CMP_REQUEUE, 0, (void*)INT_MAX, &lock, now);
  if (isWrong)
    atomic_store(&lock, 0); // who was moved waits for ever
  else
    give();
  joinAll();
}

// Who was moved is woken at the other futex only.
static void* sleeps(void* unused) {
  if (futex(&word, FUTEX_WAIT, 0, 0, 0, 0) == 0)
    atomic_fetch_add(&done, 1);
  return 0;
}
static void at_the_other_one(void) {
  start(sleeps);
  const long other = futex(&word, FUTEX_REQUEUE, 0, (void*)1, &lock, 0);
  const long here = futex(&word, FUTEX_WAKE, INT_MAX, 0, 0, 0);
  assert(other + here <= 1);
  const long there = futex(&lock, FUTEX_WAKE, INT_MAX, 0, 0, 0);
  assert(there == (isWrong ? 0 : other));
  atomic_store(&word, 1);
  futex(&word, FUTEX_WAKE, INT_MAX, 0, 0, 0);
  joinAll();
}

// A wait with a limit that was moved is over in time, or too late at the futex that it was moved to.
static void* sleepsShortly(void* unused) {
  const struct timespec soon = {0, 1000};
  if (futex(&word, FUTEX_WAIT, 0, &soon, 0, 0) != 0)
    assert(errno == ETIMEDOUT || errno == EAGAIN);
  return 0;
}
static void too_late(void) {
  start(sleepsShortly);
  const long other = futex(&word, FUTEX_REQUEUE, 0, (void*)1, &lock, 0);
  const long there = futex(&lock, FUTEX_WAKE, INT_MAX, 0, 0, 0);
  assert(isWrong ? there == other : there <= other);
  joinAll();
}

// Of several threads any one may be woken.
static atomic_uint who;
static void* first(void* unused) {
  if (futex(&word, FUTEX_WAIT_BITSET, 0, 0, 0, 1) == 0)
    atomic_fetch_or(&who, 1);
  return 0;
}
static void* second(void* unused) {
  if (futex(&word, FUTEX_WAIT_BITSET, 0, 0, 0, 2) == 0)
    atomic_fetch_or(&who, 2);
  return 0;
}
static void any_of_them(void) {
  start(first);
  start(second);
  const long woken = futex(&word, FUTEX_WAKE, 1, 0, 0, 0);
  if (woken == 1)
    while (atomic_load(&who) == 0)
      ;
  if (isWrong)
    assert(atomic_load(&who) != 2);
  atomic_store(&word, 1);
  futex(&word, FUTEX_WAKE, INT_MAX, 0, 0, 0);
  joinAll();
}

// A condition variable of one's own, whose mutex is a futex with an owner: who is woken has the mutex.
static atomic_uint owned;
static void own(void) {
  unsigned nobody = 0;
  if (!atomic_compare_exchange_strong(&owned, &nobody, (unsigned)syscall(SYS_gettid)))
    assert(futex(&owned, FUTEX_LOCK_PI, 0, 0, 0, 0) == 0);
}
static void disown(void) {
  unsigned self = (unsigned)syscall(SYS_gettid);
  if (!atomic_compare_exchange_strong(&owned, &self, 0))
    assert(futex(&owned, FUTEX_UNLOCK_PI, 0, 0, 0, 0) == 0);
}
static int isReady, inside;
static void* awaitsReady(void* unused) {
  own();
  while (!isReady) {
    const unsigned now = atomic_load(&word);
    disown();
    const long result = futex(&word, FUTEX_WAIT_REQUEUE_PI, now, 0, &owned, 0);
    if (result != 0) // it has changed meanwhile
      own();
  }
  inside++;
  disown();
  return unused;
}
static void with_owner(void) {
  start(awaitsReady);
  start(awaitsReady);
  own();
  isReady = 1;
  const unsigned next = atomic_load(&word) + 1;
  atomic_store(&word, next);
  assert(futex(&word, FUTEX_CMP_REQUEUE_PI, isWrong ? 0 : 1, (void*)(long)INT_MAX, &owned, next) >= 0);
  disown();
  joinAll();
  assert(inside == 2);
}

int main(void) {
  CASE();
  return 0;
}
