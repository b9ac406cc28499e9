/* Read, copy, update: a reader follows a pointer to a structure that is never changed. -DSTORE, -DLOAD: the orders of the
 * pointer. A relaxed store publishes fields that are not written yet: the structure is plain memory of the heap, or with
 * -DATOMIC has atomic fields, which the reader may find unwritten. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef STORE
#define STORE memory_order_release
#endif
#ifndef LOAD
#define LOAD memory_order_acquire
#endif

struct settings {
#ifdef ATOMIC
  atomic_int low, high;
#else
  int low, high;
#endif
};

static _Atomic(struct settings*) current;

static struct settings* made(int low) {
  struct settings* s = malloc(sizeof *s);
#ifdef ATOMIC
  atomic_store_explicit(&s->low, low, memory_order_relaxed);
  atomic_store_explicit(&s->high, low + 10, memory_order_relaxed);
#else
  s->low = low;
  s->high = low + 10;
#endif
  return s;
}

static void* reader(void* none) {
  struct settings* s = atomic_load_explicit(&current, LOAD);
#ifdef ATOMIC
  int low = atomic_load_explicit(&s->low, memory_order_relaxed), high = atomic_load_explicit(&s->high, memory_order_relaxed);
#else
  int low = s->low, high = s->high;
#endif
  assert(high == low + 10);
  return none;
}

int main(void) {
  pthread_t thread;
  struct settings *first = made(1), *second;
  atomic_init(&current, first);
  pthread_create(&thread, 0, reader, 0);
  second = made(2);
  atomic_store_explicit(&current, second, STORE);
  pthread_join(thread, 0);
  free(first);
  free(second);
}
