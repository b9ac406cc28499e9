/* N threads count, and main reads the counter when they have ended. */
#include "in_order.h"
#include <assert.h>
#include <stdatomic.h>

#ifndef SUM
#define SUM 0
#endif

static atomic_int counter;
static int data, used;
static _Thread_local int used_by_all;

#ifdef PRIVATE /* an update of memory of its own, before one whose old value is used */
static int add_to_own(void) {
  _Atomic int own = 0;
  return atomic_fetch_add(&own, 1);
}
#endif

static void* count(void* unused) {
#ifdef PRIVATE
  add_to_own();
  used_by_all += atomic_fetch_add(&counter, 1);
  return unused;
#endif
  atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
#ifdef TWICE
  counter += 2;
  counter--;
#endif
  return unused;
}

static void* other(void* unused) {
#ifdef USED /* the old value is used */
  used = atomic_fetch_add(&counter, 1);
#elif defined(EARLY) /* a read that updates are concurrent with */
  used = atomic_load(&counter);
#elif defined(STORES)
  atomic_store(&counter, 100);
#elif defined(KINDS) /* operators that do not commute */
  atomic_fetch_or(&counter, 1);
#else
  return count(unused);
#endif
  return unused;
}

/* In one order of the updates, the accesses come one after the other; in the other order they race. */
static void* give(void* unused) {
  data = 1;
  atomic_fetch_add(&counter, 1);
  return unused;
}
static void* take(void* unused) {
  atomic_fetch_add(&counter, 1);
  used = data;
  return unused;
}

int main(void) {
#ifdef RACE
  body bodies[] = {give, take};
#else
  body bodies[] = {other, count, count, count, count, count};
#endif
  run(bodies, N);
  assert(counter != SUM);
}
