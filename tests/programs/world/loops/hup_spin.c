// A loop takes the end of a pipe for "nothing yet" and asks again: it spins for ever once the writer has closed. CASE 0:
// poll and POLLHUP; 1: read and its 0; 2: read that does not wait. FIX: the loop ends.
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#ifndef CASE
#define CASE 0
#endif

static int ends[2];

static void *writer(void *none) {
  write(ends[1], "x", 1);
  close(ends[1]);
  return none;
}

// Whether the loop ends.
static int look(void) {
  char byte;
#if CASE == 0
  struct pollfd one = {ends[0], POLLIN, 0};
  poll(&one, 1, -1);
  if (one.revents & POLLIN)
    return read(ends[0], &byte, 1) < 0;
  return (one.revents & POLLHUP) != 0;
#else
  return read(ends[0], &byte, 1) == 0;
#endif
}

int main(void) {
  pthread_t thread;
  pipe(ends);
#if CASE == 2
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
#endif
  pthread_create(&thread, NULL, writer, NULL);
#ifdef FIX
  while (!look())
    ;
#else
  for (;;)
    look();
#endif
  pthread_join(thread, NULL);
  return 0;
}
