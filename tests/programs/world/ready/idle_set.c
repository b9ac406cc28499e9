/* A thread waits for a set of its own without members. It waits where it does that, not where it saw something last. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  char letter;
  struct epoll_event e;
  assert(pipe2(ends, O_NONBLOCK) == 0);
  assert(read(ends[0], &letter, 1) == -1 && errno == EAGAIN);
  return epoll_wait(epoll_create1(0), &e, 1, -1);
}
