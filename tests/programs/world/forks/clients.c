// Programs on processes and signals in the manner of what people report. -DCASE=... names the case, -DWRONG=1 its wrong
// variant.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#undef NDEBUG
#ifndef WRONG
#define WRONG 0
#endif

extern char** environ;
static int status, ends[2];
static char text[64];
static volatile sig_atomic_t seen, ended;

static void handle(int number, void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(number, &action, NULL);
}
static sigset_t setOf(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  return set;
}
static void note(int number) {
  seen = number;
}

// A daemon: the process that forks twice, and the end of the one in the middle.
static void double_fork(void) {
  int go[2];
  pipe(ends);
  pipe(go);
  const pid_t middle = fork();
  if (middle == 0) {
    if (fork() == 0) {
      close(ends[0]);
      if (!WRONG) // until the parent has gone
        read(go[0], text, 1);
      text[0] = getppid() == 1 ? 'o' : 'p';
      write(ends[1], text, 1);
      _exit(0);
    }
    _exit(0);
  }
  close(ends[1]);
  assert(waitpid(middle, &status, 0) == middle && status == 0);
  write(go[1], "g", 1);
  assert(read(ends[0], text, 1) == 1 && text[0] == 'o');
  assert(read(ends[0], text, 1) == 0);
  assert(waitpid(-1, &status, 0) == -1 && errno == ECHILD);
}

// Children that end while the handler runs are told by one signal.
static void reap(int number) {
  const int kept = errno;
  (void)number;
  do {
    const pid_t child = waitpid(-1, NULL, WNOHANG);
    if (child <= 0)
      break;
    ended++;
  } while (!WRONG);
  errno = kept;
}
static void child_handler(void) {
  const sigset_t set = setOf(SIGCHLD);
  sigset_t before;
  sigprocmask(SIG_BLOCK, &set, &before);
  handle(SIGCHLD, reap, SA_RESTART);
  for (int i = 0; i < 2; i++)
    if (fork() == 0)
      _exit(0);
  while (ended < 2)
    sigsuspend(&before);
}

// A loop of events that a handler wakes up.
static void wake(int number) {
  const int kept = errno;
  seen = number;
  if (!WRONG)
    write(ends[1], "w", 1);
  errno = kept;
}
static void self_pipe(void) {
  pipe2(ends, O_NONBLOCK);
  handle(SIGCHLD, wake, SA_RESTART);
  const pid_t child = fork();
  if (child == 0)
    _exit(3);
  struct pollfd what = {ends[0], POLLIN, 0};
  while (seen == 0)
    poll(&what, 1, -1);
  assert(waitpid(child, &status, WNOHANG) == child && WEXITSTATUS(status) == 3);
}

// A signalfd for ends of children. What ends before the signal is blocked is told to nobody.
static void child_descriptor(void) {
  const sigset_t set = setOf(SIGCHLD);
  struct signalfd_siginfo told;
  if (!WRONG)
    sigprocmask(SIG_BLOCK, &set, NULL);
  const pid_t child = fork();
  if (child == 0)
    _exit(4);
  if (WRONG)
    sigprocmask(SIG_BLOCK, &set, NULL);
  const int from = signalfd(-1, &set, SFD_CLOEXEC);
  assert(read(from, &told, sizeof told) == sizeof told && told.ssi_pid == (uint32_t)child);
  assert(told.ssi_code == CLD_EXITED && told.ssi_status == 4);
  assert(waitpid(child, &status, 0) == child);
}

// Who has sent a signal, and how a child has ended.
static volatile pid_t sender;
static volatile int told, how;
static void takeInformation(int number, siginfo_t* information, void* context) {
  (void)context;
  sender = information->si_pid;
  how = information->si_code;
  if (number == SIGCHLD)
    told = information->si_status;
  seen = number;
}
static void information(void) {
  sigset_t both = setOf(SIGUSR1), before;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = takeInformation;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaddset(&both, SIGCHLD);
  sigprocmask(SIG_BLOCK, &both, &before);
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGCHLD, &action, NULL);
  pipe(ends);
  const pid_t child = fork();
  if (child == 0) {
    kill(getppid(), SIGUSR1);
    read(ends[0], text, 1);
    kill(getpid(), SIGKILL);
  }
  sigsuspend(&before);
  assert(seen == SIGUSR1 && sender == (WRONG ? getpid() : child) && how == SI_USER);
  write(ends[1], "g", 1);
  sigsuspend(&before);
  assert(seen == SIGCHLD && sender == child && how == CLD_KILLED && told == SIGKILL);
  assert(waitpid(child, &status, 0) == child && WTERMSIG(status) == SIGKILL);
}

// The end of a program, of whose status nothing is known.
static void end_of_program(void) {
  const sigset_t set = setOf(SIGCHLD);
  struct signalfd_siginfo end;
  char* arguments[] = {"true", NULL};
  pid_t child;
  sigprocmask(SIG_BLOCK, &set, NULL);
  const int from = signalfd(-1, &set, SFD_CLOEXEC);
  assert(posix_spawnp(&child, arguments[0], NULL, NULL, arguments, environ) == 0);
  assert(read(from, &end, sizeof end) == sizeof end && end.ssi_pid == (uint32_t)(WRONG ? getpid() : child));
  assert(waitpid(child, &status, 0) == child);
}

// The parent tells the child to go on.
static void go_signal(void) {
  const sigset_t set = setOf(SIGUSR1);
  sigset_t before;
  handle(SIGUSR1, note, 0);
  sigprocmask(SIG_BLOCK, &set, &before);
  const pid_t child = fork();
  if (child == 0) {
    if (WRONG)
      sigprocmask(SIG_SETMASK, &before, NULL);
    while (seen == 0)
      if (WRONG)
        pause();
      else
        sigsuspend(&before);
    _exit(0);
  }
  kill(child, SIGUSR1);
  assert(waitpid(child, &status, 0) == child && status == 0);
}

// Handlers of fork that take two locks have to take them as everybody does: those registered last run first.
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static void lockOuter(void) {
  pthread_mutex_lock(&outer);
}
static void unlockOuter(void) {
  pthread_mutex_unlock(&outer);
}
static void lockInner(void) {
  pthread_mutex_lock(&inner);
}
static void unlockInner(void) {
  pthread_mutex_unlock(&inner);
}
static void* takesBoth(void* unused) {
  lockOuter();
  lockInner();
  unlockInner();
  unlockOuter();
  return unused;
}
static void order_at_fork(void) {
  pthread_t thread;
  if (WRONG)
    pthread_atfork(lockOuter, unlockOuter, unlockOuter);
  pthread_atfork(lockInner, unlockInner, unlockInner);
  if (!WRONG)
    pthread_atfork(lockOuter, unlockOuter, unlockOuter);
  pthread_create(&thread, NULL, takesBoth, NULL);
  const pid_t child = fork();
  if (child == 0) {
    takesBoth(NULL);
    _exit(0);
  }
  assert(waitpid(child, &status, 0) == child && status == 0);
  pthread_join(thread, NULL);
}

// What a program that is spawned gets as its output.
static void spawned_output(void) {
  pid_t child;
  char* arguments[] = {"true", NULL};
  posix_spawn_file_actions_t actions;
  pipe(ends);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  assert(posix_spawnp(&child, arguments[0], &actions, NULL, arguments, environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
  if (!WRONG)
    close(ends[1]);
  while (read(ends[0], text, sizeof text) > 0)
    ;
  assert(waitpid(child, &status, 0) == child);
}

// Whoever waits for any child takes the status from pclose.
static void reapAll(int number) {
  const int kept = errno;
  (void)number;
  while (waitpid(-1, NULL, WNOHANG) > 0)
    ;
  errno = kept;
}
static void stolen_status(void) {
  if (WRONG)
    handle(SIGCHLD, reapAll, SA_RESTART);
  FILE* const to = popen("cat > /dev/null", "w");
  assert(to != NULL);
  fputs("x", to);
  const int got = pclose(to);
  assert(got != -1);
}

// A read that a signal interrupts.
static void read_again(void) {
  pipe(ends);
  handle(SIGCHLD, note, 0);
  const pid_t child = fork();
  if (child == 0) {
    write(ends[1], "r", 1);
    _exit(0);
  }
  ssize_t got;
  do
    got = read(ends[0], text, 1);
  while (!WRONG && got < 0 && errno == EINTR);
  assert(got == 1);
  while (waitpid(child, &status, 0) < 0)
    assert(errno == EINTR);
}

// A time limit by an alarm, which may come before the call that it shall interrupt.
static void time_limit(void) {
  pipe(ends);
  handle(SIGALRM, note, 0);
  alarm(1);
  if (WRONG) {
    assert(read(ends[0], text, 1) == -1 && errno == EINTR);
  } else {
    struct pollfd what = {ends[0], POLLIN, 0};
    const int ready = poll(&what, 1, 1000);
    assert(ready == 0 || (ready < 0 && errno == EINTR));
  }
  alarm(0);
}

// A jump out of a handler leaves the signal blocked, unless it brings the mask back.
static sigjmp_buf back;
static void jump(int number) {
  siglongjmp(back, number);
}
static void jumps_out(void) {
  handle(SIGUSR1, jump, 0);
  static volatile int times;
  sigsetjmp(back, !WRONG);
  if (times++ < 2)
    raise(SIGUSR1);
  assert(times == 3);
  sigset_t now;
  sigprocmask(SIG_SETMASK, NULL, &now);
  assert(!sigismember(&now, SIGUSR1));
}

// A mask that a child inherits.
static void inherited_mask(void) {
  const sigset_t set = setOf(SIGTERM);
  sigprocmask(SIG_BLOCK, &set, NULL);
  const pid_t child = fork();
  if (child == 0) {
    if (!WRONG)
      sigprocmask(SIG_UNBLOCK, &set, NULL);
    for (;;)
      pause();
  }
  kill(child, SIGTERM);
  assert(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
}

// Functions that atexit registered run in a child that ends by exit, too.
static void tellEnd(void) {
  write(ends[1], "e", 1);
}
static void ends_twice(void) {
  pipe(ends);
  atexit(tellEnd);
  const pid_t child = fork();
  if (child == 0) {
    if (WRONG)
      exit(0);
    _exit(0);
  }
  assert(waitpid(child, &status, 0) == child && status == 0);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  assert(read(ends[0], text, 1) == -1 && errno == EAGAIN);
}

// A writer whose reader has gone.
static void reader_gone(void) {
  pipe(ends);
  if (!WRONG)
    signal(SIGPIPE, SIG_IGN);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    _exit(write(ends[1], "x", 1) == 1 || errno == EPIPE ? 0 : 1);
  }
  close(ends[0]);
  assert(waitpid(child, &status, 0) == child && WIFEXITED(status));
}

// A supervisor that starts its worker again.
static void supervisor(void) {
  int started = 0;
  for (int tries = 0; tries < 2; tries++) {
    const pid_t child = fork();
    if (child == 0) {
      if (tries == 0)
        kill(getpid(), SIGKILL);
      _exit(0);
    }
    started++;
    assert(waitpid(child, &status, 0) == child);
    if ((WRONG || WIFEXITED(status)) && WEXITSTATUS(status) == 0)
      break;
  }
  assert(started == 2 && status == 0);
}

// A time limit for a child, by a timer that signals a thread of its own kind.
static void kills_late_child(void) {
  const sigset_t set = setOf(SIGCHLD);
  const struct timespec limit = {1, 0};
  sigprocmask(SIG_BLOCK, &set, NULL);
  const pid_t child = fork();
  if (child == 0)
    _exit(0);
  const int told = sigtimedwait(&set, NULL, &limit);
  if (told < 0 && !WRONG)
    kill(child, SIGKILL);
  assert(waitpid(child, &status, WRONG ? WNOHANG : 0) == child);
}

// An alarm in a child is its own.
static void alarm_of_child(void) {
  handle(SIGALRM, note, 0);
  alarm(5);
  const pid_t child = fork();
  if (child == 0) {
    if (!WRONG)
      alarm(1); // that of the parent does not count
    while (seen == 0)
      usleep(1);
    _exit(seen == SIGALRM ? 0 : 1);
  }
  alarm(0);
  assert(waitpid(child, &status, 0) == child && status == 0);
}

// A timer of a child, which ends by its signal.
static void timer_of_child(void) {
  const struct itimerspec once = {{0, 0}, {1, 0}};
  struct sigevent event;
  timer_t timer;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGUSR2;
  const pid_t child = fork();
  if (child == 0) {
    if (!WRONG)
      handle(SIGUSR2, note, 0);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &once, NULL);
    while (seen == 0)
      usleep(1);
    _exit(0);
  }
  assert(waitpid(child, &status, 0) == child && status == 0);
}

int main(void) {
  CASE();
  return 0;
}
