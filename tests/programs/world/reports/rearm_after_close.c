/* A timer callback is run after its owner was freed: the timer had expired before it was stopped. -DFIX looks at a
 * flag under the lock. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

struct owner {
  int alive;
};
static struct owner* owner;
static int timer, stopWake;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* loop(void* unused) {
  struct pollfd p[2] = {{timer, POLLIN, 0}, {stopWake, POLLIN, 0}};
  for (;;) {
    assert(poll(p, 2, -1) >= 1);
    if (p[0].revents) {
      uint64_t n;
      if (read(timer, &n, 8) == 8) {
#ifdef FIX
        pthread_mutex_lock(&lock);
        if (owner)
          owner->alive++;
        pthread_mutex_unlock(&lock);
#else
        owner->alive++;
#endif
      }
    }
    if (p[1].revents)
      return unused;
  }
}

int main(void) {
  pthread_t thread;
  owner = calloc(1, sizeof *owner);
  timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  stopWake = eventfd(0, 0);
  struct itimerspec soon = {{0, 0}, {0, 1000000}}, off = {{0, 0}, {0, 0}};
  assert(timerfd_settime(timer, 0, &soon, NULL) == 0);
  pthread_create(&thread, NULL, loop, NULL);
  assert(timerfd_settime(timer, 0, &off, NULL) == 0);
#ifdef FIX
  pthread_mutex_lock(&lock);
  free(owner);
  owner = NULL;
  pthread_mutex_unlock(&lock);
#else
  free(owner);
#endif
  uint64_t one = 1;
  assert(write(stopWake, &one, 8) == 8);
  pthread_join(thread, NULL);
  return 0;
}
