/* Two threads of a loop learn that a signal is there; one of them takes it. -DFIX: the other one does not wait. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int set, signals;
static _Atomic int taken;

static void *loop(void *unused) {
  struct epoll_event event;
  struct signalfd_siginfo got;
  if (epoll_wait(set, &event, 1, 0) == 1 && read(signals, &got, sizeof got) == sizeof got)
    taken++;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &mask, NULL);
#ifdef FIX
  signals = signalfd(-1, &mask, SFD_NONBLOCK);
#else
  signals = signalfd(-1, &mask, 0);
#endif
  set = epoll_create1(0);
  struct epoll_event event = {EPOLLIN, {0}};
  epoll_ctl(set, EPOLL_CTL_ADD, signals, &event);
  kill(getpid(), SIGTERM);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, loop, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return taken == 1 ? 0 : 1;
}
