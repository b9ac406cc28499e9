/* Whoever takes the last reference frees the object. RACY decides with two steps, so that both may do it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int references;
  int value;
};

static void *drop(void *argument) {
  struct shared *object = argument;
#ifdef RACY
  atomic_store(&object->references, atomic_load(&object->references) - 1);
  if (atomic_load(&object->references) == 0)
    free(object);
#else
  if (atomic_fetch_sub(&object->references, 1) == 1)
    free(object);
#endif
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct shared *object = malloc(sizeof *object);
  atomic_init(&object->references, 2);
  object->value = 1;
  pthread_create(&a, NULL, drop, object);
  pthread_create(&b, NULL, drop, object);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
