/* A loop closes a connection at EPOLLRDHUP before it has read what was sent. -DFIX reads first. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2];

static void* sender(void* unused) {
  assert(write(pair[1], "bye", 3) == 3);
  close(pair[1]);
  return unused;
}

int main(void) {
  pthread_t thread;
  int set = epoll_create1(0), got = 0, ended = 0;
  assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
  struct epoll_event e = {.events = EPOLLIN | EPOLLRDHUP};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, pair[0], &e) == 0);
  pthread_create(&thread, NULL, sender, NULL);
  while (!ended) {
    assert(epoll_wait(set, &e, 1, -1) == 1);
    char text[8];
    ssize_t n;
#ifdef FIX
    while ((n = read(pair[0], text, sizeof text)) > 0)
      got += (int)n;
    ended = n == 0;
#else
    if ((e.events & EPOLLRDHUP) != 0)
      ended = 1;
    else if ((n = read(pair[0], text, sizeof text)) > 0)
      got += (int)n;
#endif
  }
  close(pair[0]);
  assert(got == 3);
  pthread_join(thread, NULL);
  return 0;
}
