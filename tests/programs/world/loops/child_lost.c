/* A parent looks whether its child has ended, then waits for the signal: it may come in between. -DFIX blocks the
 * signal, and permits it while it waits only. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t ended;

static void onChild(int number) {
  (void)number;
  ended = 1;
}

int main(void) {
  sigset_t child, before;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  signal(SIGCHLD, onChild);
#ifdef FIX
  sigprocmask(SIG_BLOCK, &child, &before);
#endif
  if (fork() == 0)
    _exit(0);
  while (!ended) {
#ifdef FIX
    sigsuspend(&before);
#else
    pause();
#endif
  }
  return wait(NULL) > 0 ? 0 : 1;
}
