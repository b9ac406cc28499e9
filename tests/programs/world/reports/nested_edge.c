/* An edge-triggered watch of an inner set: what is left ready in it is reported no more. -DFIX empties it. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int a[2], b[2];

static void* writer(void* unused) {
  assert(write(a[1], "a", 1) == 1 && write(b[1], "b", 1) == 1);
  return unused;
}

int main(void) {
  int outer = epoll_create1(0), inner = epoll_create1(0), seen = 0;
  pthread_t thread;
  assert(pipe2(a, O_NONBLOCK) == 0 && pipe2(b, O_NONBLOCK) == 0);
  struct epoll_event e = {.events = EPOLLIN, .data.fd = a[0]};
  assert(epoll_ctl(inner, EPOLL_CTL_ADD, a[0], &e) == 0);
  e.data.fd = b[0];
  assert(epoll_ctl(inner, EPOLL_CTL_ADD, b[0], &e) == 0);
  e.events = EPOLLIN | EPOLLET;
  assert(epoll_ctl(outer, EPOLL_CTL_ADD, inner, &e) == 0);
  pthread_create(&thread, NULL, writer, NULL);
  while (seen < 2) {
    assert(epoll_wait(outer, &e, 1, -1) == 1);
    char c;
#ifdef FIX
    while (epoll_wait(inner, &e, 1, 0) == 1)
      seen += read(e.data.fd, &c, 1) == 1;
#else
    if (epoll_wait(inner, &e, 1, 0) == 1)
      seen += read(e.data.fd, &c, 1) == 1;
#endif
  }
  pthread_join(thread, NULL);
  return 0;
}
