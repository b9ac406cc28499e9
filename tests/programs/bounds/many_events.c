/* More events than one run follows: a bound, with the option that raises it. */
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 20000
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *argument) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return count == ROUNDS ? 0 : 1;
}
