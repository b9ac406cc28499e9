/* The last reference frees the object. -DDROP: the order of the decrement. A relaxed one frees what another thread may
 * still read, although no execution reads behind the free; with release, -DFENCE adds the acquire that the last one
 * needs. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef DROP
#define DROP memory_order_acq_rel
#endif

struct object {
  atomic_int references;
  int value;
};

static void* drop(void* argument) {
  struct object* object = argument;
  int value = object->value;
  if (atomic_fetch_sub_explicit(&object->references, 1, DROP) == 1) {
#ifdef FENCE
    atomic_thread_fence(memory_order_acquire);
#endif
    free(object);
  }
  return value ? 0 : argument;
}

int main(void) {
  pthread_t thread;
  struct object* object = malloc(sizeof *object);
  object->value = 1;
  atomic_init(&object->references, 1);
  atomic_fetch_add_explicit(&object->references, 1, memory_order_relaxed);
  pthread_create(&thread, 0, drop, object);
  drop(object);
  pthread_join(thread, 0);
}
