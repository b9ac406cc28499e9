/* A one-shot watch is armed again before the request is taken from the connection, so that two workers handle one.
 * -DFIX arms it afterwards. */
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2], set, handling;

static void arm(int how) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT};
  assert(epoll_ctl(set, how, pair[0], &event) == 0);
}

static void *worker(void *unused) {
  struct epoll_event event;
  char byte;
  assert(epoll_wait(set, &event, 1, -1) == 1);
#ifndef FIX
  arm(EPOLL_CTL_MOD);
#endif
  handling++; /* one worker at a time has the connection */
  assert(read(pair[0], &byte, 1) == 1);
  handling--;
#ifdef FIX
  arm(EPOLL_CTL_MOD);
#endif
  return unused;
}

int main(void) {
  pthread_t first, second;
  set = epoll_create1(0);
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  arm(EPOLL_CTL_ADD);
  assert(write(pair[1], "ab", 2) == 2);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
