// An update in a loop stores what it read, and its round does not fail: it is a write, which others may synchronise
// with. In the form SPIN the rounds that fail change nothing either.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ORDER
#define ORDER memory_order_release
#endif

static atomic_int turn = 1, data;
static int first;

static void* giver(void* arg) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
#if defined(SWAP)
  int old = atomic_load_explicit(&turn, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&turn, &old, 1, ORDER, memory_order_relaxed))
    ;
  first = old;
#elif defined(SPIN) // until it reads 1, and leaves what it reads
  while (atomic_fetch_or_explicit(&turn, 0, ORDER) != 1)
    ;
  first = 1;
#else
  int old, rounds = 0;
  do {
    old = atomic_exchange_explicit(&turn, 1, ORDER);
    rounds++;
  } while (old == 0);
  first = rounds == 1;
#endif
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, giver, 0);
#ifdef SPIN
  atomic_exchange_explicit(&turn, 2, memory_order_acquire);
  int seen = atomic_load_explicit(&data, memory_order_relaxed);
  atomic_store_explicit(&turn, 1, memory_order_relaxed); // the giver may have been before, or wait for this
  pthread_join(thread, 0);
  (void)seen;
#else
  atomic_exchange_explicit(&turn, 0, memory_order_acquire);
  int seen = atomic_load_explicit(&data, memory_order_relaxed);
  pthread_join(thread, 0);
  assert(!(first == 1 && seen == 0)); // the giver came first
#endif
  return 0;
}
