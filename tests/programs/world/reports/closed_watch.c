/* A thread closes the socket that another one watches: the watch vanishes and nobody is woken. -DFIX shuts it down
 * first. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2];

static void* closer(void* unused) {
#ifdef FIX
  shutdown(pair[0], SHUT_RDWR);
#else
  close(pair[0]);
#endif
  return unused;
}

int main(void) {
  int set = epoll_create1(0);
  pthread_t thread;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  struct epoll_event e = {.events = EPOLLIN};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, pair[0], &e) == 0);
  pthread_create(&thread, NULL, closer, NULL);
  assert(epoll_wait(set, &e, 1, -1) == 1);
  assert((e.events & EPOLLHUP) != 0);
  pthread_join(thread, NULL);
  return 0;
}
