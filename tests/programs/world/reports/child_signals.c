/* Two children end; the handler of SIGCHLD waits for one of them only, though two signals that are pending at once are
 * delivered once. -DFIX waits in a loop. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t gone;

static void onChild(int number) {
  (void)number;
  int saved = errno;
#ifdef FIX
  while (waitpid(-1, NULL, WNOHANG) > 0)
    gone++;
#else
  if (waitpid(-1, NULL, WNOHANG) > 0)
    gone++;
#endif
  errno = saved;
}

int main(void) {
  struct sigaction action = {.sa_handler = onChild};
  sigset_t child, before;
  sigaction(SIGCHLD, &action, NULL);
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, &before);
  for (int i = 0; i < 2; i++)
    if (fork() == 0)
      _exit(0);
  while (gone < 2)
    sigsuspend(&before);
  return 0;
}
