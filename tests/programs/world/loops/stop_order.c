/* A loop is woken before it is told to stop: it may wait again. -DFIX tells it first. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int set, wake;
static atomic_int stops;

static void *loop(void *unused) {
  struct epoll_event event;
  uint64_t count;
  while (!stops)
    if (epoll_wait(set, &event, 1, -1) == 1)
      read(wake, &count, sizeof count);
  return unused;
}

int main(void) {
  pthread_t thread;
  const uint64_t one = 1;
  struct epoll_event event = {EPOLLIN, {0}};
  set = epoll_create1(0);
  wake = eventfd(0, EFD_NONBLOCK);
  epoll_ctl(set, EPOLL_CTL_ADD, wake, &event);
  pthread_create(&thread, NULL, loop, NULL);
#ifdef FIX
  stops = 1;
  write(wake, &one, sizeof one);
#else
  write(wake, &one, sizeof one);
  stops = 1;
#endif
  pthread_join(thread, NULL);
  return 0;
}
