/* A read that a signal interrupts fails with EINTR, which the program takes for an error. -DFIX asks for SA_RESTART. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];
static pthread_t first;

static void onSignal(int number) {
  (void)number;
}

static void *other(void *unused) {
  pthread_kill(first, SIGUSR1);
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = onSignal};
#ifdef FIX
  action.sa_flags = SA_RESTART;
#endif
  sigaction(SIGUSR1, &action, NULL);
  first = pthread_self();
  assert(pipe(ends) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  char byte;
  assert(read(ends[0], &byte, 1) == 1);
  pthread_join(thread, NULL);
  return 0;
}
