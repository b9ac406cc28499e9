/* Two threads share a block with a lock in it. The second one to give it back frees it, but the first one may still be
 * about to use the lock once more. COUNTED does not. */
#include <pthread.h>
#include <stdlib.h>

struct shared {
  pthread_mutex_t m;
  int users;
};

static void *give_back(void *argument) {
  struct shared *object = argument;
  pthread_mutex_lock(&object->m);
#ifdef COUNTED
  int last = --object->users == 0;
  pthread_mutex_unlock(&object->m);
  if (last)
    free(object);
#else
  __atomic_fetch_sub(&object->users, 1, __ATOMIC_SEQ_CST);
  int last = __atomic_load_n(&object->users, __ATOMIC_SEQ_CST) == 0;
  pthread_mutex_unlock(&object->m);
  if (last)
    free(object);
  else {
    pthread_mutex_lock(&object->m);
    pthread_mutex_unlock(&object->m);
  }
#endif
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct shared *object = malloc(sizeof *object);
  pthread_mutex_init(&object->m, NULL);
  object->users = 2;
  pthread_create(&a, NULL, give_back, object);
  pthread_create(&b, NULL, give_back, object);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
