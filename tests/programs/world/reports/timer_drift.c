/* A timer is disarmed by another thread after it was reported and before it is read, so that the read waits for ever.
 * -DFIX makes the descriptor non-blocking. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;

static void *stopper(void *unused) {
  struct itimerspec off = {0};
  assert(timerfd_settime(timer, 0, &off, NULL) == 0);
  return unused;
}

int main(void) {
#ifdef FIX
  timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
#else
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
#endif
  struct itimerspec soon = {.it_value = {0, 1000000}};
  assert(timerfd_settime(timer, 0, &soon, NULL) == 0);
  struct pollfd polled = {timer, POLLIN, 0};
  assert(poll(&polled, 1, 100) == 1);
  pthread_t thread;
  pthread_create(&thread, NULL, stopper, NULL);
  uint64_t count;
  ssize_t got = read(timer, &count, sizeof count);
  assert(got == 8 || errno == EAGAIN);
  pthread_join(thread, NULL);
  return 0;
}
