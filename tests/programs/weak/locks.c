/* N threads count under a lock of their own making: -DSPIN, -DTEST (looks before it tries), -DTICKET or -DMCS. -DTAKE is the
 * order of what takes the lock, -DGIVE of what gives it back; a relaxed one of them leaves the counter unprotected. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define RLX memory_order_relaxed
#ifndef TAKE
#define TAKE memory_order_acquire
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif
#ifndef N
#define N 2
#endif

static int count;

#if defined SPIN
static atomic_flag word = ATOMIC_FLAG_INIT;
static void* run(void* none) {
  while (atomic_flag_test_and_set_explicit(&word, TAKE))
    ;
  count++;
  atomic_flag_clear_explicit(&word, GIVE);
  return none;
}
#elif defined TEST
static atomic_int word;
static void* run(void* none) {
  for (int free = 0;; free = 0) {
    while (atomic_load_explicit(&word, RLX))
      ;
    if (atomic_compare_exchange_weak_explicit(&word, &free, 1, TAKE, RLX))
      break;
  }
  count++;
  atomic_store_explicit(&word, 0, GIVE);
  return none;
}
#elif defined TICKET
static atomic_uint next, serving;
static void* run(void* none) {
  unsigned mine = atomic_fetch_add_explicit(&next, 1, RLX);
  while (atomic_load_explicit(&serving, TAKE) != mine)
    ;
  count++;
  atomic_store_explicit(&serving, mine + 1, GIVE);
  return none;
}
#elif defined MCS
struct node {
  _Atomic(struct node*) next;
  atomic_int waits;
};
static _Atomic(struct node*) tail;
static void* run(void* none) {
  struct node mine;
  atomic_init(&mine.next, 0);
  atomic_init(&mine.waits, 1);
  struct node* before = atomic_exchange_explicit(&tail, &mine, memory_order_acq_rel);
  if (before) {
    atomic_store_explicit(&before->next, &mine, memory_order_release);
    while (atomic_load_explicit(&mine.waits, TAKE))
      ;
  }
  count++;
  struct node *after = atomic_load_explicit(&mine.next, memory_order_acquire), *expected = &mine;
  if (!after) {
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, 0, GIVE, RLX))
      return none;
    while (!(after = atomic_load_explicit(&mine.next, memory_order_acquire)))
      ;
  }
  atomic_store_explicit(&after->waits, 0, GIVE);
  return none;
}
#endif

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], 0, run, 0);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
  assert(count == N);
}
