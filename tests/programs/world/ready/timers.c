// Timers in sets, beside other members: -DCASE=... names the case, -DWRONG is its faulty variant. Those of one thread
// hold on Linux, too (native.py runs them).
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#undef NDEBUG
#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static int set, wake, timer;
static struct epoll_event e[4];

static void add(int descriptor, uint32_t events) {
  e[0] = (struct epoll_event){.events = events, .data.fd = descriptor};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &e[0]) == 0);
}
static void make(uint32_t ofTimer) {
  set = epoll_create1(0);
  wake = eventfd(0, EFD_NONBLOCK);
  timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  add(wake, EPOLLIN | EPOLLET);
  add(timer, EPOLLIN | ofTimer);
}
static void setTimer(long milliseconds, long interval) {
  const struct itimerspec time = {{0, interval * 1000000}, {0, milliseconds * 1000000}};
  assert(timerfd_settime(timer, 0, &time, NULL) == 0);
}
static void post(void) {
  const uint64_t one = 1;
  assert(write(wake, &one, 8) == 8);
}
static void sleeps(long milliseconds) {
  const struct timespec time = {0, milliseconds * 1000000};
  assert(nanosleep(&time, NULL) == 0);
}
static uint64_t readTimer(void) {
  uint64_t count = 0;
  assert(read(timer, &count, 8) == 8);
  return count;
}
static int waits(int room, int milliseconds) {
  return epoll_wait(set, e, room, milliseconds);
}

// Set anew after its report and without a read, it expires again.
static void set_anew(void) {
  make(0);
  setTimer(1, 0);
  post();
  sleeps(3);
  assert(waits(4, -1) == 2);
  setTimer(20, 0);
  assert(waits(4, 0) == 0);
  assert(waits(4, -1) == 1 && e[0].data.fd == timer);
  assert(readTimer() == 1);
}
// The same where another member is ready in between, and the timer is not idle in the list.
static void set_anew_beside(void) {
  make(0);
  setTimer(1, 0);
  post();
  sleeps(3);
  assert(waits(4, -1) == 2);
  setTimer(200, 0);
  post();
  const int count = waits(4, 0); // the time may have come
  assert(count == 2 || (count == 1 && e[0].data.fd == wake && waits(4, -1) == 1 && e[0].data.fd == timer));
}
// An edge-triggered watch reports an expiry once, until somebody reads or sets the timer.
static void edge_once(void) {
  make(EPOLLET);
  setTimer(1, 0);
  assert(waits(4, -1) == 1 && waits(4, 5) == 0);
  setTimer(1, 0);
  assert(waits(4, -1) == 1 && waits(4, 5) == 0);
  e[0] = (struct epoll_event){.events = EPOLLIN | EPOLLET, .data.fd = timer};
  assert(epoll_ctl(set, EPOLL_CTL_MOD, timer, &e[0]) == 0);
  assert(waits(4, 5) == 1 && waits(4, 5) == 0 && readTimer() == 1);
}
static void edge_periodic(void) {
  make(EPOLLET);
  setTimer(1, 1);
  assert(waits(4, -1) == 1 && waits(4, 5) == 0);
  assert(readTimer() >= 1);
  assert(waits(4, 20) == 1 && waits(4, 5) == 0);
}
// An edge-triggered watch of a timer that nobody reads is told once: the second wait never ends.
static void edge_unread(void) {
  make(EPOLLET);
  setTimer(1, 1);
  for (int i = 0; i < 2; i++) {
    assert(waits(4, -1) == 1);
    if (!isWrong)
      readTimer();
  }
}

// A loop as in libraries: a reported timer is set anew, and another thread wakes the loop by an edge.
static void* poster(void* unused) {
  post();
  return unused;
}
static void loop(void) {
  int fired = 0, woken = 0;
  pthread_t thread;
  make(0);
  setTimer(1, 0);
  pthread_create(&thread, NULL, poster, NULL);
  while (fired == 0 || woken == 0) {
    const int count = waits(4, -1);
    for (int i = 0; i < count; i++)
      if (e[i].data.fd == timer) {
        setTimer(fired++ == 0 ? 500 : 0, 0);
      } else
        woken++;
  }
  assert(woken == 1);
  pthread_join(thread, NULL);
}
// The timer may have expired before the wake-up or after it. A loop that handles the first report only loses the edge.
static void every_report(void) {
  int fired = 0, woken = 0;
  pthread_t thread;
  make(0);
  setTimer(1, 0);
  pthread_create(&thread, NULL, poster, NULL);
  while (fired == 0 || woken == 0) {
    const int count = waits(4, -1);
    for (int i = 0; i < (isWrong ? 1 : count); i++)
      if (e[i].data.fd == timer)
        fired += readTimer() == 1;
      else
        woken = 1;
  }
  assert(fired == 1);
  pthread_join(thread, NULL);
}

int main(void) {
  CASE();
  return 0;
}
