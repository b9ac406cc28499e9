/* A handler that waits for another thread, by a loop with a state of its own. -DWRONG never lets it go on. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int go;
static pthread_t first;

static void waits(int number) {
  int turn = number;
  while (atomic_load(&go) == 0) {
    turn ^= 1;
    usleep((useconds_t)turn);
  }
}

static void* other(void* unused) {
  pthread_kill(first, SIGUSR1);
#ifndef WRONG
  atomic_store(&go, 1);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  first = pthread_self();
  signal(SIGUSR1, waits);
  pthread_create(&thread, NULL, other, NULL);
  pthread_join(thread, NULL);
  return 0;
}
