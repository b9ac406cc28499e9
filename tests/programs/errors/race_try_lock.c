/* That a lock is taken says nothing about what its owner did before: a try lock that fails orders nothing. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void* produce(void* unused) {
  data = 1;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t producer;
  int seen = 1;
  pthread_create(&producer, NULL, produce, NULL);
  if (pthread_mutex_trylock(&mutex) == 0)
    pthread_mutex_unlock(&mutex);
#ifndef NONE
  else
    seen = data;
#endif
  pthread_join(producer, NULL);
  return seen != 1;
}
