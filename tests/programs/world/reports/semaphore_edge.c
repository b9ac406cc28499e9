/* A semaphore eventfd with an edge-triggered watch: three posts at once are one edge, and each read takes one. -DFIX
 * reads until EAGAIN. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int wake;

static void* poster(void* unused) {
  uint64_t three = 3;
  assert(write(wake, &three, 8) == 8);
  return unused;
}

int main(void) {
  int set = epoll_create1(0), jobs = 0;
  pthread_t thread;
  wake = eventfd(0, EFD_SEMAPHORE | EFD_NONBLOCK);
  struct epoll_event e = {.events = EPOLLIN | EPOLLET};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, wake, &e) == 0);
  pthread_create(&thread, NULL, poster, NULL);
  while (jobs < 3) {
    assert(epoll_wait(set, &e, 1, -1) == 1);
    uint64_t one;
#ifdef FIX
    while (read(wake, &one, 8) == 8)
      jobs++;
    assert(errno == EAGAIN);
#else
    jobs += read(wake, &one, 8) == 8;
#endif
  }
  pthread_join(thread, NULL);
  return 0;
}
