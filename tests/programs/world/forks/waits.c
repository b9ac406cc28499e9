// Waits for children, their ends, signals and pipes. -DCASE=... names the case, -DWRONG=1 its wrong variant.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#undef NDEBUG
#ifndef WRONG
#define WRONG 0
#endif
#define IS(right, wrong) (WRONG ? (wrong) : (right))

static int status, ends[2], back[2];
static char text[64];
static volatile sig_atomic_t handled;

static pid_t start(void (*body)(void)) {
  const pid_t child = fork();
  assert(child >= 0);
  if (child == 0) {
    body();
    _exit(0);
  }
  return child;
}
static void quits(void) {}
static void sleeps(void) {
  for (;;)
    pause();
}
static void onChild(int number) {
  (void)number;
  handled++;
}
static void handle(int number, void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  assert(sigaction(number, &action, NULL) == 0);
}

// A wait without waiting finds nothing, or the child.
static void polled(void) {
  const pid_t child = start(quits);
  pid_t found = waitpid(child, &status, WNOHANG | WUNTRACED);
  assert(IS(found == 0 || found == child, found == child));
  if (found == 0)
    found = waitpid(-1, &status, 0);
  assert(found == child && WIFEXITED(status));
}
// A child is there until somebody has waited for it.
static void zombie(void) {
  const pid_t child = start(quits);
  siginfo_t told;
  assert(waitid(P_PID, (id_t)child, &told, WEXITED | WNOWAIT) == 0);
  assert(kill(child, 0) == 0);
  assert(waitpid(child, &status, 0) == child);
  assert(IS(waitpid(child, &status, WNOHANG) == -1 && errno == ECHILD, kill(child, 0) == 0));
}
static void none(void) {
  assert(waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD);
  const pid_t child = start(quits);
  assert(wait(&status) == child && wait(&status) == IS(-1, child));
}
// The children of a child are not ours.
static void hasChild(void) {
  const pid_t child = start(quits);
  assert(write(ends[1], &child, sizeof child) == sizeof child);
  assert(waitpid(child, &status, 0) == child);
}
static void grandchild(void) {
  pid_t theirs;
  assert(pipe(ends) == 0);
  const pid_t child = start(hasChild);
  assert(read(ends[0], &theirs, sizeof theirs) == sizeof theirs);
  assert(waitpid(theirs, &status, 0) == IS(-1, theirs));
  assert(waitpid(child, &status, 0) == child);
}
static void two(void) {
  const pid_t a = start(quits), b = start(quits);
  const pid_t one = wait(&status);
  assert(one == a || (!WRONG && one == b));
  const pid_t other = wait(&status);
  assert(other != one && other > 0 && wait(&status) == -1);
}

static void killed(void) {
  const pid_t child = start(sleeps);
  assert(kill(child, SIGKILL) == 0);
  assert(waitpid(child, &status, 0) == child);
  assert(WIFSIGNALED(status) && WTERMSIG(status) == IS(SIGKILL, SIGTERM));
}
// A child that handles the signal goes on; it may come before the handler is there.
static void onTerm(int number) {
  (void)number;
  _exit(3);
}
static void handles(void) {
  handle(SIGTERM, onTerm, 0);
  sleeps();
}
static void terminated(void) {
  const pid_t child = start(handles);
  assert(kill(child, SIGTERM) == 0);
  assert(waitpid(child, &status, 0) == child);
  assert((!WRONG && WIFSIGNALED(status)) || (WIFEXITED(status) && WEXITSTATUS(status) == 3));
}
static void blockedFirst(void) {
  const pid_t child = fork();
  if (child == 0) {
    handle(SIGTERM, onTerm, 0);
    sigset_t set;
    sigemptyset(&set);
    if (WRONG)
      _exit(4);
    for (;;)
      sigsuspend(&set);
  }
  assert(kill(child, SIGTERM) == 0);
  assert(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 3);
}
// Right: the signal is blocked until the handler is there.
static void masked(void) {
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigprocmask(SIG_BLOCK, &set, &before);
  blockedFirst();
  sigprocmask(SIG_SETMASK, &before, NULL);
}

// The end of one child interrupts the wait for another one.
static void interrupted(void) {
  handle(SIGCHLD, onChild, WRONG ? 0 : SA_RESTART);
  assert(pipe(ends) == 0);
  const pid_t quick = start(quits);
  const pid_t slow = fork();
  if (slow == 0) {
    close(ends[1]);
    assert(read(ends[0], text, 1) == 0);
    _exit(0);
  }
  close(ends[0]);
  close(ends[1]);
  const pid_t found = waitpid(slow, &status, 0);
  assert(found == slow);
  assert(waitpid(quick, &status, 0) == quick);
}
// Ends of file.
static void chain(void) {
  assert(pipe(ends) == 0 && pipe(back) == 0);
  const pid_t a = fork();
  if (a == 0) {
    close(ends[0]);
    close(back[0]);
    close(back[1]);
    assert(write(ends[1], "abc", 3) == 3);
    _exit(0);
  }
  const pid_t b = fork();
  if (b == 0) {
    close(back[0]);
    if (!WRONG)
      close(ends[1]);
    ssize_t got;
    while ((got = read(ends[0], text, sizeof text)) > 0)
      assert(write(back[1], text, (size_t)got) == got);
    _exit(0);
  }
  close(ends[0]);
  close(ends[1]);
  close(back[1]);
  int all = 0;
  for (ssize_t got; (got = read(back[0], text, sizeof text)) > 0;)
    all += (int)got;
  assert(all == 3);
  assert(waitpid(a, &status, 0) == a && waitpid(b, &status, 0) == b);
}
// The second child has what the first one's pipe needs closed.
static void siblings(void) {
  int first[2], second[2];
  assert(pipe2(first, O_CLOEXEC) == 0);
  const pid_t a = fork();
  if (a == 0) {
    close(first[1]);
    while (read(first[0], text, 1) > 0) {
    }
    _exit(0);
  }
  assert(pipe2(second, O_CLOEXEC) == 0);
  const pid_t b = fork();
  if (b == 0) {
    close(second[1]);
    if (!WRONG)
      close(first[1]);
    while (read(second[0], text, 1) > 0) {
    }
    _exit(0);
  }
  close(first[1]);
  assert(waitpid(a, &status, 0) == a);
  close(second[1]);
  assert(waitpid(b, &status, 0) == b);
}
// SIGPIPE ends a child that nobody reads from.
static void writes(void) {
  assert(read(back[0], text, 1) == 1);
  close(ends[0]);
  if (write(ends[1], "x", 1) == 1)
    _exit(2);
}
static void broken(void) {
  assert(pipe(ends) == 0 && pipe(back) == 0);
  const pid_t child = start(writes);
  if (!WRONG)
    close(ends[0]);
  assert(write(back[1], "x", 1) == 1);
  assert(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
}

// Marks of descriptors count in other programs.
extern char **environ;
static int spawnWith(int descriptor) {
  (void)descriptor;
  char *arguments[] = {"true", NULL};
  pid_t child;
  assert(posix_spawnp(&child, "true", NULL, NULL, arguments, environ) == 0);
  return child;
}
static void mark_of_dup(void) {
  assert(pipe(ends) == 0);
  const int copy = IS(fcntl(ends[1], F_DUPFD_CLOEXEC, 0), fcntl(ends[1], F_DUPFD, 0));
  close(ends[1]);
  assert(copy >= 0 && fcntl(copy, F_GETFD) == FD_CLOEXEC);
  close(copy);
}
static void mark_of_dup3(void) {
  assert(pipe(ends) == 0);
  assert(dup3(ends[1], 30, IS(O_CLOEXEC, 0)) == 30 && fcntl(30, F_GETFD) == FD_CLOEXEC);
  assert(dup3(30, 30, 0) == -1 && errno == EINVAL);
  assert(dup2(ends[1], 30) == 30 && fcntl(30, F_GETFD) == 0);
}
// What a program does that is executed: it may end by a signal.
static void spawned(void) {
  const pid_t child = spawnWith(0);
  assert(waitpid(child, &status, 0) == child);
  assert(WIFEXITED(status) || (!WRONG && WIFSIGNALED(status)));
}

// A child's parent ends: then it has another one.
static void adopted(void) {
  assert(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    if (fork() != 0)
      _exit(0);
    const pid_t parent = getppid();
    assert(write(ends[1], &parent, sizeof parent) == sizeof parent);
    _exit(0);
  }
  pid_t parent;
  assert(read(ends[0], &parent, sizeof parent) == sizeof parent);
  assert((!WRONG && parent != child) || parent == child);
  assert(waitpid(child, &status, 0) == child);
}

int main(void) {
  CASE();
  return 0;
}
