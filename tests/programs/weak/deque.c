/* The work-stealing deque of Chase and Lev with the orders of the C11 version of 2013: the owner pushes and takes at the
 * bottom, a thief steals at the top. -DNO_TAKE_FENCE, -DNO_STEAL_FENCE: without one of its two full fences an element is
 * taken twice. -DNO_PUSH_FENCE: a thief may find an element that is not there yet. -DGROWS: the array is replaced by a
 * larger one; with -DARRAY=memory_order_relaxed as published, a thief may read an array that is not filled yet. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define RLX memory_order_relaxed
#define ACQ memory_order_acquire
#define SC memory_order_seq_cst
#ifndef ARRAY
#define ARRAY memory_order_release
#endif
#ifdef GROWS
#define SIZE 1
#else
#define SIZE 4
#endif

struct array {
  int size;
  atomic_int cells[];
};

static atomic_int top, bottom;
static _Atomic(struct array*) array;

static struct array* made(int size) {
  struct array* a = malloc(sizeof *a + size * sizeof a->cells[0]);
  a->size = size;
  return a;
}

static void push(int value, struct array** old) {
  int b = atomic_load_explicit(&bottom, RLX), t = atomic_load_explicit(&top, ACQ);
  struct array* a = atomic_load_explicit(&array, RLX);
  if (b - t == a->size) {
    struct array* larger = made(2 * a->size);
    for (int i = t; i < b; i++)
      atomic_store_explicit(&larger->cells[i % larger->size], atomic_load_explicit(&a->cells[i % a->size], RLX), RLX);
    *old = a; /* freed at the end */
    atomic_store_explicit(&array, larger, ARRAY);
    a = larger;
  }
  atomic_store_explicit(&a->cells[b % a->size], value, RLX);
#ifndef NO_PUSH_FENCE
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&bottom, b + 1, RLX);
}

static int take(void) {
  int b = atomic_load_explicit(&bottom, RLX) - 1, value = 0;
  struct array* a = atomic_load_explicit(&array, RLX);
  atomic_store_explicit(&bottom, b, RLX);
#ifndef NO_TAKE_FENCE
  atomic_thread_fence(SC);
#endif
  int t = atomic_load_explicit(&top, RLX);
  if (t <= b) {
    value = atomic_load_explicit(&a->cells[b % a->size], RLX);
    if (t < b)
      return value;
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, SC, RLX))
      value = 0;
  }
  atomic_store_explicit(&bottom, b + 1, RLX);
  return value;
}

static int steal(void) {
  int t = atomic_load_explicit(&top, ACQ);
#ifndef NO_STEAL_FENCE
  atomic_thread_fence(SC);
#endif
  if (t >= atomic_load_explicit(&bottom, ACQ))
    return 0;
  struct array* a = atomic_load_explicit(&array, ACQ);
  int value = atomic_load_explicit(&a->cells[t % a->size], RLX);
  assert(value);
  return atomic_compare_exchange_strong_explicit(&top, &t, t + 1, SC, RLX) ? value : 0;
}

static void* thief(void* argument) {
  int* got = argument;
  got[0] = steal();
#ifndef GROWS
  got[1] = steal();
#endif
  return 0;
}

int main(void) {
  pthread_t thread;
  int stolen[2] = {0, 0}, taken[3] = {0, 0, 0}, times[3] = {0, 0, 0};
  struct array* old = 0;
  atomic_init(&array, made(SIZE));
  pthread_create(&thread, 0, thief, stolen);
  push(1, &old);
  push(2, &old);
#ifndef GROWS
  taken[0] = take();
#endif
  pthread_join(thread, 0);
  taken[1] = take();
  taken[2] = take();
  for (int i = 0; i < 2; i++)
    times[stolen[i]]++;
  for (int i = 0; i < 3; i++)
    times[taken[i]]++;
  assert(times[1] == 1 && times[2] == 1);
  free(old);
  free(array);
}
