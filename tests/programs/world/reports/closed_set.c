/* A loop thread waits in a set that the main thread closes: it is never woken. -DFIX wakes and joins it first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int set, wake;
static atomic_int stop;

static void* loop(void* unused) {
  struct epoll_event e;
  while (!stop)
    assert(epoll_wait(set, &e, 1, -1) == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  set = epoll_create1(0);
  wake = eventfd(0, 0);
  struct epoll_event e = {.events = EPOLLIN};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, wake, &e) == 0);
  pthread_create(&thread, NULL, loop, NULL);
  stop = 1;
#ifdef FIX
  uint64_t one = 1;
  assert(write(wake, &one, 8) == 8);
  pthread_join(thread, NULL);
  close(set);
#else
  close(wake);
  pthread_join(thread, NULL);
#endif
  return 0;
}
