/* Double-checked initialisation. -DLOOK: the order of the first check, -DSET: of the pointer's store. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef LOOK
#define LOOK memory_order_acquire
#endif
#ifndef SET
#define SET memory_order_release
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int*) instance;

static void* use(void* none) {
  int* p = atomic_load_explicit(&instance, LOOK);
  if (!p) {
    pthread_mutex_lock(&mutex);
    p = atomic_load_explicit(&instance, memory_order_relaxed);
    if (!p) {
      p = malloc(sizeof *p);
      *p = 42;
      atomic_store_explicit(&instance, p, SET);
    }
    pthread_mutex_unlock(&mutex);
  }
  assert(*p == 42);
  return none;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  use(0);
  pthread_join(thread, 0);
  free(instance);
}
