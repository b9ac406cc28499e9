/* A handler, on a thread of its own, wakes a loop before it notes the signal: the loop finds none and waits. -DFIX notes
 * it first. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static int ends[2];
static atomic_int caught;

static void onSignal(int number) {
  (void)number;
#ifdef FIX
  caught++;
  write(ends[1], "s", 1);
#else
  write(ends[1], "s", 1);
  caught++;
#endif
}

static void *raiser(void *unused) {
  raise(SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t thread;
  char byte;
  pipe(ends);
  signal(SIGUSR1, onSignal);
  pthread_create(&thread, NULL, raiser, NULL);
  while (caught == 0)
    read(ends[0], &byte, 1);
  pthread_join(thread, NULL);
  return 0;
}
