/* Two threads that wake each other by semaphores for ever. -DBUG: one of them sometimes answers before it was asked, and
 * is asked once too often. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;
static int asked;

static void *ask(void *argument) {
  for (;;) {
    asked = 1;
    sem_post(&ping);
    sem_wait(&pong);
    assert(!asked);
  }
  return argument;
}

static void *answer(void *argument) {
  for (;;) {
    sem_wait(&ping);
#ifdef BUG
    sem_post(&pong);
    asked = 0;
#else
    asked = 0;
    sem_post(&pong);
#endif
  }
  return argument;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&ping, 0, 0);
  sem_init(&pong, 0, 0);
  pthread_create(&threads[0], 0, ask, 0);
  pthread_create(&threads[1], 0, answer, 0);
  pthread_join(threads[0], 0);
}
