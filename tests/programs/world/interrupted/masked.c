/* Waits with a mask of their own, of one thread. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#ifdef WRONG
#define IS(right, wrong) (wrong)
#else
#define IS(right, wrong) (right)
#endif

static int ends[2], count, last;

static void note(int number) {
  count++;
  last = number;
}
static int isBlocked(int number) {
  sigset_t now;
  sigprocmask(SIG_BLOCK, NULL, &now);
  return sigismember(&now, number);
}

int main(void) {
  sigset_t both, none, one;
  sigemptyset(&none);
  sigemptyset(&both);
  sigaddset(&both, SIGUSR1);
  sigaddset(&both, SIGUSR2);
  sigemptyset(&one);
  sigaddset(&one, SIGUSR2);
  sigprocmask(SIG_BLOCK, &both, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGUSR2, &action, NULL);
  pipe(ends);
  struct pollfd polled = {ends[0], POLLIN, 0};
  const struct timespec now = {0, 0}, soon = {0, 1000000};
#if CASE == 1 /* ppoll */
  raise(SIGUSR1);
  assert(poll(&polled, 1, 0) == 0 && count == 0);
  assert(ppoll(&polled, 1, NULL, &none) == -1 && errno == EINTR && count == IS(1, 0));
  assert(isBlocked(SIGUSR1) && isBlocked(SIGUSR2));
  assert(ppoll(&polled, 1, &soon, &none) == 0);
#elif CASE == 2 /* what is ready comes first, and the signal stays */
  raise(SIGUSR1);
  write(ends[1], "x", 1);
  assert(ppoll(&polled, 1, NULL, &none) == 1 && count == 0);
  char byte;
  read(ends[0], &byte, 1);
  assert(ppoll(&polled, 1, NULL, &none) == IS(-1, 1) && count == 1);
#elif CASE == 3 /* only what is permitted */
  raise(SIGUSR1);
  raise(SIGUSR2);
  assert(ppoll(&polled, 1, NULL, &one) == -1 && count == 1 && last == IS(SIGUSR1, SIGUSR2));
  sigset_t pending;
  sigpending(&pending);
  assert(!sigismember(&pending, SIGUSR1) && sigismember(&pending, SIGUSR2));
#elif CASE == 4 /* pselect */
  fd_set reads;
  FD_ZERO(&reads);
  FD_SET(ends[0], &reads);
  kill(getpid(), SIGUSR2);
  assert(pselect(ends[0] + 1, &reads, NULL, NULL, NULL, &none) == -1 && errno == EINTR && count == 1);
  assert(FD_ISSET(ends[0], &reads) && isBlocked(SIGUSR2));
  assert(pselect(ends[0] + 1, &reads, NULL, NULL, &now, &none) == IS(0, 1) && !FD_ISSET(ends[0], &reads));
#elif CASE == 5 /* epoll_pwait, which does not look for signals when it does not wait */
  const int set = epoll_create1(0);
  struct epoll_event event = {EPOLLIN, {0}};
  epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event);
  raise(SIGUSR1);
  assert(epoll_pwait(set, &event, 1, 0, &none) == 0 && count == 0);
  assert(epoll_pwait(set, &event, 1, 10, &none) == -1 && errno == EINTR && count == IS(1, 2));
  assert(epoll_pwait(set, &event, 1, 10, &none) == 0);
#elif CASE == 6 /* a poll that does not wait looks for them */
  raise(SIGUSR1);
  assert(ppoll(&polled, 1, &now, &none) == IS(-1, 0) && errno == EINTR && count == 1);
#elif CASE == 7 /* a signal that is ignored ends no wait */
  signal(SIGUSR1, SIG_IGN);
  raise(SIGUSR1);
  assert(ppoll(&polled, 1, &soon, &none) == IS(0, -1) && count == 0);
#endif
}
