// Main answers forty times until the other thread says that it is done. With a bound on time, the bound on the rounds of
// that loop rises until it is through.
#include <pthread.h>
#include <semaphore.h>

static sem_t asked, answered;
static int done;

static void* asks(void* unused) {
  for (int i = 0; i < 40; i++) {
    sem_post(&asked);
    sem_wait(&answered);
  }
  done = 1;
  sem_post(&asked);
  return unused;
}

int main(void) {
  sem_init(&asked, 0, 0);
  sem_init(&answered, 0, 0);
  pthread_t other;
  pthread_create(&other, 0, asks, 0);
  for (;;) {
    sem_wait(&asked);
    if (done)
      break;
    sem_post(&answered);
  }
  pthread_join(other, 0);
  return 0;
}
