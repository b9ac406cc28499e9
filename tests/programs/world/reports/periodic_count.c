/* A periodic timer is counted by its reports, though a read may tell of several expirations. -DFIX adds what was
 * read. */
#include <assert.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  int timer = timerfd_create(CLOCK_MONOTONIC, 0), ticks = 0, set = epoll_create1(0);
  struct itimerspec each = {{0, 1000000}, {0, 1000000}};
  struct epoll_event e = {.events = EPOLLIN};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, timer, &e) == 0);
  assert(timerfd_settime(timer, 0, &each, NULL) == 0);
  struct timespec busy = {0, 3500000};
  nanosleep(&busy, NULL);
  assert(epoll_wait(set, &e, 1, -1) == 1);
  uint64_t n;
  assert(read(timer, &n, 8) == 8);
#ifdef FIX
  ticks += (int)n;
#else
  ticks++;
#endif
  assert(ticks >= 3);
  return 0;
}
