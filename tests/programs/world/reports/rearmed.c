/* One thread writes to a socket while another one changes what its watch asks for. -DFIX asks for input; without it, the
 * loop asks for output only and never sees the bytes. */
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2];

static void *writer(void *unused) {
  assert(write(pair[1], "a", 1) == 1);
  return unused;
}

int main(void) {
  int set = epoll_create1(0);
  pthread_t thread;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  struct epoll_event event = {.events = EPOLLET | EPOLLIN | EPOLLOUT};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, pair[0], &event) == 0);
  pthread_create(&thread, NULL, writer, NULL);
#ifdef FIX
  event.events = EPOLLET | EPOLLIN;
#else
  event.events = EPOLLET | EPOLLPRI;
#endif
  assert(epoll_ctl(set, EPOLL_CTL_MOD, pair[0], &event) == 0);
  assert(epoll_wait(set, &event, 1, -1) == 1);
  pthread_join(thread, NULL);
  return 0;
}
