/* Waiting by the futex system call. FORM: what is built of it; WRONG: the mistake in it. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef N
#define N 2
#endif
#ifndef FLAGS
#define FLAGS FUTEX_PRIVATE_FLAG
#endif

static long futex(atomic_int *word, int operation, int value, const struct timespec *time) {
  return syscall(SYS_futex, word, operation | FLAGS, value, time, NULL, FUTEX_BITSET_MATCH_ANY);
}

enum { event, mutex, differs, timed, timedUntil, count, gate, requeue, bits, freed };

static atomic_int word;
static int inside, data;

#define START(work) pthread_create(&threads[started++], 0, work, 0)
static pthread_t threads[8];
static int started;
static void finish(void) {
  for (int i = 0; i < started; i++)
    pthread_join(threads[i], 0);
}

/* A flag that is set once. */
static void *set(void *none) {
  data = 1;
#ifdef WRONG /* the wake comes before what is waited for */
  futex(&word, FUTEX_WAKE, INT_MAX, 0);
  atomic_store(&word, 1);
#else
  atomic_store(&word, 1);
  futex(&word, FUTEX_WAKE, INT_MAX, 0);
#endif
  return none;
}
static void waitForSet(void) {
  while (!atomic_load(&word))
    futex(&word, FUTEX_WAIT, 0, 0);
  assert(data == 1);
}

/* The usual mutex of three states. */
static void lock(void) {
  int state = 0;
  if (atomic_compare_exchange_strong(&word, &state, 1))
    return;
  if (state != 2)
    state = atomic_exchange(&word, 2);
  while (state != 0) {
    futex(&word, FUTEX_WAIT, 2, 0);
    state = atomic_exchange(&word, 2);
  }
}
static void unlock(void) {
#ifdef WRONG /* says nothing of those who wait */
  atomic_store(&word, 0);
#else
  if (atomic_exchange(&word, 0) == 2)
    futex(&word, FUTEX_WAKE, 1, 0);
#endif
}
static void *enter(void *none) {
  lock();
  inside++;
  unlock();
  return none;
}

static void *sleepOn(void *none) {
  futex(&word, FUTEX_WAIT, 0, 0);
  return none;
}

/* Whom a wake is for may have seen the store already, and have freed the word: the wake finds nobody then. */
static void *wakeLate(void *place) {
  atomic_int *mine = place;
  atomic_store(mine, 1);
  futex(mine, FUTEX_WAKE, 1, 0);
  return 0;
}
static void freeEarly(void) {
  atomic_int *mine = calloc(1, sizeof *mine);
  pthread_create(&threads[started++], 0, wakeLate, mine);
  while (!atomic_load(mine))
    futex(mine, FUTEX_WAIT, 0, 0);
  free(mine);
}

int main(void) {
  const struct timespec time = {0, 1000};
  switch (FORM) {
  case event:
    START(set);
    waitForSet();
    break;
  case mutex:
    for (int i = 0; i < N; i++)
      START(enter);
    finish();
    assert(inside == N);
    return 0;
  case differs:
    errno = 0;
    assert(futex(&word, FUTEX_WAIT, 1, 0) == -1 && errno == EAGAIN);
    assert(futex(&word, FUTEX_WAKE, 1, 0) == 0);
    errno = 0;
    assert(syscall(SYS_futex, (char *)&word + 1, FUTEX_WAKE, 1) == -1 && errno == EINVAL);
    break;
  case timed: /* in time, too late, or no wait at all */
    START(set);
    if (futex(&word, FUTEX_WAIT, 0, &time) == 0)
      assert(atomic_load(&word) == 1);
    else
      assert(errno == ETIMEDOUT || (errno == EAGAIN && atomic_load(&word) == 1));
#ifdef WRONG2
    assert(errno != ETIMEDOUT);
#endif
    break;
  case timedUntil: {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 1;
    START(set);
    if (futex(&word, FUTEX_WAIT_BITSET, 0, &until) != 0 && errno == ETIMEDOUT) {
      struct timespec now;
      clock_gettime(CLOCK_MONOTONIC, &now);
      assert(now.tv_sec >= until.tv_sec);
    }
    break;
  }
  case count: { /* each wake says how many it woke */
    for (int i = 0; i < N; i++)
      START(sleepOn);
    long first = futex(&word, FUTEX_WAKE, 1, 0), second = futex(&word, FUTEX_WAKE, INT_MAX, 0);
    assert((first == 0 || first == 1) && first + second <= N);
    atomic_store(&word, 1);
    long rest = futex(&word, FUTEX_WAKE, INT_MAX, 0);
#ifdef WRONG2 /* the last one may come too late to sleep */
    assert(first + second + rest == N);
#else
    assert(first + second + rest <= N);
#endif
    break;
  }
  case gate: /* who waits already goes on, who comes later finds it open */
    for (int i = 0; i < N; i++)
      START(sleepOn);
    atomic_store(&word, 1);
    assert(futex(&word, FUTEX_WAKE_BITSET, INT_MAX, 0) <= N);
#ifdef WRONG2
    assert(futex(&word, FUTEX_WAKE, INT_MAX, 0) != 0);
#endif
    break;
  case freed:
    freeEarly();
    break;
  case requeue:
    syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 1, 1, &inside, 0);
    break;
  case bits:
    syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, 0, 0, 4);
    break;
  }
  finish();
  return 0;
}
