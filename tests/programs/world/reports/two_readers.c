/* Two threads poll one pipe and read it when it is readable. One gets the byte, and the other waits for ever, because
 * its descriptor blocks. -DFIX makes it non-blocking. */
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *unused) {
  struct pollfd polled = {ends[0], POLLIN, 0};
  char byte;
  if (poll(&polled, 1, -1) == 1) {
    ssize_t got = read(ends[0], &byte, 1);
    (void)got;
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  assert(pipe(ends) == 0);
#ifdef FIX
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
#endif
  assert(write(ends[1], "x", 1) == 1);
  pthread_create(&first, NULL, reader, NULL);
#ifdef FIX
  assert(write(ends[1], "y", 1) == 1);
#endif
  pthread_create(&second, NULL, reader, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
