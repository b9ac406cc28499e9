/* A signal that main waits for goes to a worker that was started before it was blocked, and ends the process. -DFIX
 * blocks it first. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *worker(void *unused) {
  kill(getpid(), SIGUSR1);
  return unused;
}

static void *idle(void *ends) {
  char byte;
  read(((int *)ends)[0], &byte, 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  sigset_t mask;
  int number, ends[2];
  pipe(ends);
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR1);
#ifdef FIX
  pthread_sigmask(SIG_BLOCK, &mask, NULL);
#endif
  pthread_create(&threads[0], NULL, idle, ends);
  pthread_sigmask(SIG_BLOCK, &mask, NULL);
  pthread_create(&threads[1], NULL, worker, NULL);
  sigwait(&mask, &number);
  write(ends[1], "x", 1);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return number == SIGUSR1 ? 0 : 1;
}
