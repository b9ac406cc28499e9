/* The classic shapes, each with its number of executions. Where the variables lie does not matter: they are globals, or
 * with -DHEAP fields of a structure of the heap, with -DSTACK of a local of main, with -DAPART locals of main that threads
 * reach by pointers. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#if defined HEAP || defined STACK
struct shared {
  atomic_int x, y, z;
};
#define X (&s->x)
#define Y (&s->y)
#define Z (&s->z)
#elif defined APART
struct shared {
  atomic_int *x, *y, *z;
};
#define X (s->x)
#define Y (s->y)
#define Z (s->z)
#else
struct shared;
static atomic_int x, y, z;
#define X (&x)
#define Y (&y)
#define Z (&z)
#endif

#define RLX memory_order_relaxed
#define SC memory_order_seq_cst
#ifndef STORE
#define STORE RLX
#endif
#ifndef LOAD
#define LOAD RLX
#endif
#define W(place, value) atomic_store_explicit(place, value, STORE)
#define R(place) atomic_load_explicit(place, LOAD)
#define ADD(place, order) atomic_fetch_add_explicit(place, 1, order)
#define THREAD(name)                   \
  static int name##_(struct shared* s); \
  static void* name(void* argument) { return (void*)(intptr_t)name##_(argument); } \
  static int name##_(struct shared* s)

#if defined SB /* store buffering; -DUPDATE: with an update between, -DFENCE=...: with a fence */
#if defined UPDATE
#define BETWEEN ADD(Z, RLX);
#elif defined FENCE
#define BETWEEN atomic_thread_fence(FENCE);
#else
#define BETWEEN
#endif
THREAD(one) { W(X, 1); BETWEEN return R(Y); }
THREAD(two) { W(Y, 1); BETWEEN return R(X); }
#elif defined WW /* 2+2W */
THREAD(one) { W(X, 1); W(Y, 2); return 0; }
THREAD(two) { W(Y, 1); W(X, 2); return 0; }
#elif defined MP /* message passing; -DFENCE: a release fence, -DACQUIRES: an acquire fence */
THREAD(one) {
  atomic_store_explicit(X, 1, RLX);
#ifdef FENCE
  atomic_thread_fence(memory_order_release);
#endif
  W(Y, 1);
  return 0;
}
THREAD(two) {
  int r = R(Y);
#ifdef ACQUIRES
  atomic_thread_fence(memory_order_acquire);
#endif
  return r * 2 + atomic_load_explicit(X, RLX);
}
#elif defined S
THREAD(one) { W(X, 2); W(Y, 1); return 0; }
THREAD(two) { int r = R(Y); W(X, 1); return r; }
#elif defined RR /* the shape R */
THREAD(one) { W(X, 1); W(Y, 1); return 0; }
THREAD(two) { W(Y, 2); return R(X); }
#elif defined LB /* load buffering, which no model has */
THREAD(one) { int r = R(X); W(Y, 1); return r; }
THREAD(two) { int r = R(Y); W(X, 1); return r; }
#elif defined CORR /* two reads of one variable agree with its order */
THREAD(one) { W(X, 1); W(X, 2); return 0; }
THREAD(two) { int r = R(X); return r * 4 + R(X); }
#elif defined RWC
THREAD(one) { W(X, 1); return 0; }
THREAD(two) { int r = R(X); return r * 2 + R(Y); }
THREAD(three) { W(Y, 1); return R(X); }
#define THREE
#elif defined WRC
THREAD(one) { W(X, 1); return 0; }
THREAD(two) { int r = R(X); W(Y, 1); return r; }
THREAD(three) { int r = R(Y); return r * 2 + R(X); }
#define THREE
#elif defined IRIW
THREAD(one) { W(X, 1); return 0; }
THREAD(two) { W(Y, 1); return 0; }
THREAD(three) { int r = R(X); return r * 2 + R(Y); }
THREAD(four) { int r = R(Y); return r * 2 + R(X); }
#define THREE
#define FOUR
#elif defined SEQUENCE /* a relaxed store of the same thread does not continue a release sequence, an update does */
THREAD(one) {
  atomic_store_explicit(X, 1, RLX);
  atomic_store_explicit(Y, 1, memory_order_release);
#ifdef UPDATE
  ADD(Y, RLX);
#else
  atomic_store_explicit(Y, 2, RLX);
#endif
  return 0;
}
THREAD(two) {
  int r = atomic_load_explicit(Y, memory_order_acquire);
  return r * 2 + atomic_load_explicit(X, RLX);
}
#elif defined Z6U
THREAD(one) { atomic_store_explicit(X, 1, SC); atomic_store_explicit(Y, 1, memory_order_release); return 0; }
THREAD(two) { int r = ADD(Y, SC); return r * 8 + atomic_load_explicit(Y, RLX); }
THREAD(three) { atomic_store_explicit(Y, 3, SC); return atomic_load_explicit(X, SC); }
#define THREE
#endif

int main(void) {
  pthread_t threads[4];
#if defined HEAP
  struct shared* s = malloc(sizeof *s);
  atomic_init(&s->x, 0);
  atomic_init(&s->y, 0);
  atomic_init(&s->z, 0);
#elif defined STACK
  struct shared local = {0, 0, 0}, *s = &local;
#elif defined APART
  atomic_int x = 0, y = 0, z = 0;
  struct shared local = {&x, &y, &z}, *s = &local;
#else
  struct shared* s = 0;
#endif
  int n = 0;
  pthread_create(&threads[n++], 0, one, s);
  pthread_create(&threads[n++], 0, two, s);
#ifdef THREE
  pthread_create(&threads[n++], 0, three, s);
#endif
#ifdef FOUR
  pthread_create(&threads[n++], 0, four, s);
#endif
  while (n)
    pthread_join(threads[--n], 0);
#ifdef HEAP
  free(s);
#endif
}
