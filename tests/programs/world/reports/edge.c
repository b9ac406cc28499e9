/* An edge-triggered watch: what one read leaves in the socket is reported no more. -DFIX reads until EAGAIN. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2];

static void *writer(void *unused) {
  assert(write(pair[1], "abcd", 4) == 4);
  return unused;
}

int main(void) {
  int set = epoll_create1(0), all = 0;
  pthread_t thread;
  assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
  struct epoll_event event = {.events = EPOLLIN | EPOLLET};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, pair[0], &event) == 0);
  pthread_create(&thread, NULL, writer, NULL);
  while (all < 4) {
    assert(epoll_wait(set, &event, 1, -1) == 1);
    char text[2];
#ifdef FIX
    ssize_t got;
    while ((got = read(pair[0], text, sizeof text)) > 0)
      all += (int)got;
    assert(errno == EAGAIN);
#else
    all += (int)read(pair[0], text, sizeof text);
#endif
  }
  pthread_join(thread, NULL);
  return 0;
}
