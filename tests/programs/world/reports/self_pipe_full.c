/* The handler of a signal writes to a pipe that blocks when it is full, and nobody else reads it: the program hangs.
 * -DFIX makes the writing end non-blocking. */
#include <assert.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void onSignal(int number) {
  (void)number;
  ssize_t ignored = write(ends[1], "s", 1);
  (void)ignored;
}

int main(void) {
  static char block[4096];
  assert(pipe(ends) == 0);
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  while (write(ends[1], block, sizeof block) > 0)
    ;
#ifndef FIX
  fcntl(ends[1], F_SETFL, 0);
#endif
  signal(SIGUSR1, onSignal);
  raise(SIGUSR1);
  char byte;
  assert(read(ends[0], &byte, 1) == 1);
  return 0;
}
