/* Two children end, and only one signal is pending for both: the handler waits for one of them. -DFIX waits for all
 * that have ended. */
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t reaped;

static void onChild(int number) {
  const int kept = errno;
  (void)number;
#ifdef FIX
  while (waitpid(-1, NULL, WNOHANG) > 0)
    reaped++;
#else
  if (waitpid(-1, NULL, WNOHANG) > 0)
    reaped++;
#endif
  errno = kept;
}

int main(void) {
  sigset_t child, before;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, &before);
  signal(SIGCHLD, onChild);
  for (int i = 0; i < 2; i++)
    if (fork() == 0)
      _exit(0);
  while (reaped < 2)
    sigsuspend(&before);
  return 0;
}
