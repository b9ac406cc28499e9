// How many of the threads that wait for one event are woken. The threads wait for a set, or for one around it, by
// epoll_wait or poll; -DNEST, -DINNER, -DOUTER, -DWAITERS, -DPOLLERS, -DWRITES say how. With -DMOST at most that many
// are woken (they have a time limit), with -DALL each is. -DWRONG says that one less is.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <unistd.h>

#undef NDEBUG
#ifndef NEST
#define NEST 0
#endif
#ifndef INNER
#define INNER 0
#endif
#ifndef OUTER
#define OUTER 0
#endif
#ifndef POLLERS
#define POLLERS 0
#endif
#ifndef WRITES
#define WRITES 1
#endif
#ifdef MOST
enum { limit = 1000 };
#else
enum { limit = -1, MOST = WAITERS + POLLERS };
#endif
#ifdef WRONG
enum { least = 1 };
#else
enum { least = 0 };
#endif

static int set, waited, ends[WRITES][2];
static atomic_int woken;

static void* waits(void* unused) {
  struct epoll_event e;
  if (epoll_wait(waited, &e, 1, limit) == 1)
    woken++;
  return 0;
}
static void* polls(void* unused) {
  struct pollfd p = {waited, POLLIN, 0};
  if (poll(&p, 1, limit) == 1)
    woken++;
  return 0;
}

int main(void) {
  pthread_t threads[WAITERS + POLLERS];
  waited = set = epoll_create1(0);
  for (int i = 0; i < WRITES; i++) {
    struct epoll_event e = {.events = EPOLLIN | INNER};
    assert(pipe(ends[i]) == 0 && epoll_ctl(set, EPOLL_CTL_ADD, ends[i][0], &e) == 0);
  }
  for (int i = 0; i < NEST; i++) {
    struct epoll_event e = {.events = EPOLLIN | OUTER};
    const int around = epoll_create1(0);
    assert(epoll_ctl(around, EPOLL_CTL_ADD, waited, &e) == 0);
    waited = around;
  }
  for (int i = 0; i < WAITERS + POLLERS; i++)
    pthread_create(&threads[i], 0, i < WAITERS ? waits : polls, 0);
  for (int i = 0; i < WRITES; i++)
    assert(write(ends[i][1], "x", 1) == 1);
  for (int i = 0; i < WAITERS + POLLERS; i++)
    pthread_join(threads[i], 0);
  assert(woken <= MOST - least);
}
