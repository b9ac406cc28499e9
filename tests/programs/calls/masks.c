/* Each thread has a mask of blocked signals. A new thread begins with that of its creator. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int isBlocked(int number) {
  sigset_t set;
  assert(pthread_sigmask(SIG_SETMASK, NULL, &set) == 0);
  return sigismember(&set, number);
}

static sigset_t only(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  return set;
}

static void* child(void* argument) {
  const sigset_t usr2 = only(SIGUSR2);
  assert(isBlocked(SIGUSR1) == INHERITED && !isBlocked(SIGUSR2));
  assert(pthread_sigmask(SIG_BLOCK, &usr2, NULL) == 0 && isBlocked(SIGUSR2));
  return argument;
}

int main(void) {
  const sigset_t usr1 = only(SIGUSR1), kill = only(SIGKILL);
  sigset_t before;
  pthread_t other;
  assert(!isBlocked(SIGUSR1));
  if (INHERITED)
    assert(sigprocmask(SIG_BLOCK, &usr1, &before) == 0 && sigismember(&before, SIGUSR1) == 0);
  pthread_create(&other, NULL, child, NULL);
  assert(sigprocmask(SIG_BLOCK, &usr1, NULL) == 0 && isBlocked(SIGUSR1));
  assert(sigprocmask(99, &usr1, NULL) == -1 && errno == EINVAL);
  assert(sigprocmask(SIG_BLOCK, &kill, NULL) == 0 && !isBlocked(SIGKILL));
  raise(SIGUSR1);
  assert(sigpending(&before) == 0 && sigismember(&before, SIGUSR1) && !sigismember(&before, SIGUSR2));
#ifdef IGNORED
  signal(SIGUSR1, SIG_IGN);
#endif
#ifdef FREED
  assert(sigprocmask(SIG_UNBLOCK, &usr1, NULL) == 0 && !isBlocked(SIGUSR1));
  assert(sigpending(&before) == 0 && !sigismember(&before, SIGUSR1));
#endif
  pthread_join(other, NULL);
  assert(!isBlocked(SIGUSR2));
#ifdef WRONG
  assert(!isBlocked(SIGUSR1));
#endif
}
