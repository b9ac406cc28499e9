// What was set for SIGCHLD before main, and before fork, counts in the copy, too.
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#ifndef WRONG
#define WRONG 0
#endif

static volatile sig_atomic_t seen;
static void onChild(int n) {
  (void)n;
  seen = 1;
}
__attribute__((constructor)) static void before(void) {
  signal(SIGCHLD, onChild);
}
int main(void) {
  int status;
  pid_t child = fork();
  if (child == 0) {
    seen = 0;
    pid_t inner = fork();
    if (inner == 0)
      _exit(0);
    assert(waitpid(inner, &status, 0) == inner);
    _exit(seen);
  }
  assert(waitpid(child, &status, 0) == child);
  assert(WEXITSTATUS(status) == (WRONG ? 0 : 1) && seen == 1);
}
