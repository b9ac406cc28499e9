/* A handler allocates memory while the thread that it interrupts may be inside malloc. -DFIX sets a flag. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static volatile sig_atomic_t seen;
static pthread_t first;

static void onSignal(int number) {
  (void)number;
#ifndef FIX
  free(malloc(16));
#endif
  seen = 1;
}

static void *sender(void *unused) {
  pthread_kill(first, SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t thread;
  first = pthread_self();
  signal(SIGUSR1, onSignal);
  pthread_create(&thread, NULL, sender, NULL);
  void *block = malloc(8);
  free(block);
  pthread_join(thread, NULL);
  return 0;
}
