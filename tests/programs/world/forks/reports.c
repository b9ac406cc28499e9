// What is reported of programs that fork. -DCASE=... names the case, -DWRONG=1 its wrong variant.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#undef NDEBUG
#ifndef WRONG
#define WRONG 0
#endif

static int status, ends[2];
static char text[64];

// An allocator with a lock of its own, used by a thread while another one forks.
static pthread_mutex_t arenaLock = PTHREAD_MUTEX_INITIALIZER;
static char arena[64];
static size_t used;
static char *take(size_t bytes) {
  pthread_mutex_lock(&arenaLock);
  char *const at = arena + used;
  used += bytes;
  pthread_mutex_unlock(&arenaLock);
  return at;
}
static void lockArena(void) {
  pthread_mutex_lock(&arenaLock);
}
static void unlockArena(void) {
  pthread_mutex_unlock(&arenaLock);
}
static void *allocates(void *unused) {
  take(8)[0] = 1;
  return unused;
}
static void allocator(void) {
  pthread_t thread;
  if (!WRONG)
    pthread_atfork(lockArena, unlockArena, unlockArena);
  pthread_create(&thread, NULL, allocates, NULL);
  const pid_t child = fork();
  if (child == 0) {
    take(8)[0] = 2;
    _exit(used == 8 || used == 16 ? 0 : 1);
  }
  assert(waitpid(child, &status, 0) == child && status == 0);
  pthread_join(thread, NULL);
}

// A logger with a lock. The child says something before it executes a program.
static pthread_mutex_t logLock = PTHREAD_MUTEX_INITIALIZER;
static int lines;
static void logLine(const char *line) {
  pthread_mutex_lock(&logLock);
  lines += line[0] != 0;
  pthread_mutex_unlock(&logLock);
}
static void *logs(void *unused) {
  logLine("worker");
  return unused;
}
static void logger(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, logs, NULL);
  const pid_t child = fork();
  if (child == 0) {
    if (WRONG)
      logLine("child");
    else
      assert(write(2, "", 0) == 0);
    _exit(0);
  }
  logLine("parent");
  assert(waitpid(child, &status, 0) == child && status == 0);
  pthread_join(thread, NULL);
  assert(lines == 2);
}

// What a stream has not written yet is written by both.
static void stdio_twice(void) {
  assert(pipe(ends) == 0);
  FILE *const stream = fdopen(ends[1], "w");
  fprintf(stream, "start;");
  const pid_t child = fork();
  if (child == 0) {
    if (WRONG)
      exit(0);
    _exit(0);
  }
  assert(waitpid(child, &status, 0) == child);
  fclose(stream);
  size_t all = 0;
  for (ssize_t got; (got = read(ends[0], text + all, sizeof text - all)) > 0;)
    all += (size_t)got;
  assert(all == 6);
}

// A reaper in the handler of SIGCHLD, and a wait for a particular child beside it.
static void reap(int number) {
  (void)number;
  const int before = errno;
  while (waitpid(-1, NULL, WNOHANG) > 0) {
  }
  errno = before;
}
static void reaper(void) {
  sigset_t set, mask;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  signal(SIGCHLD, reap);
  if (!WRONG)
    sigprocmask(SIG_BLOCK, &set, &mask);
  const pid_t child = fork();
  if (child == 0)
    _exit(5);
  assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 5);
  if (!WRONG)
    sigprocmask(SIG_SETMASK, &mask, NULL);
}

// Two threads wait for the same child.
static pid_t worker;
static atomic_int reaped;
static void *waitsToo(void *unused) {
  int mine;
  const pid_t found = waitpid(worker, &mine, 0);
  if (WRONG)
    assert(found == worker);
  reaped += found == worker;
  return unused;
}
static void double_reap(void) {
  pthread_t thread;
  worker = fork();
  if (worker == 0)
    _exit(0);
  pthread_create(&thread, NULL, waitsToo, NULL);
  const pid_t found = waitpid(worker, &status, 0);
  reaped += found == worker;
  pthread_join(thread, NULL);
  assert(reaped == 1);
}

// A signal to a process that somebody has waited for already: the number may be another one's.
static void late_kill(void) {
  const pid_t child = fork();
  if (child == 0)
    _exit(0);
  if (!WRONG)
    assert(kill(child, SIGTERM) == 0);
  assert(waitpid(child, &status, 0) == child);
  if (WRONG)
    assert(kill(child, SIGTERM) == 0);
}

// Processes take connections in turn, under a lock that they share.
struct board {
  pthread_mutex_t accept;
  int served, busy;
};
static struct board *board;
static void serve(void) {
  if (!WRONG)
    pthread_mutex_lock(&board->accept);
  board->busy++;
  assert(board->busy == 1);
  board->served++;
  board->busy--;
  if (!WRONG)
    pthread_mutex_unlock(&board->accept);
}
static void prefork(void) {
  board = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert(board != MAP_FAILED);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&board->accept, &attributes);
  pid_t workers[2];
  for (int i = 0; i < 2; i++)
    if ((workers[i] = fork()) == 0) {
      serve();
      _exit(0);
    }
  for (int i = 0; i < 2; i++)
    assert(waitpid(workers[i], &status, 0) == workers[i] && status == 0);
  assert(board->served == 2);
}
// A worker that dies leaves the lock to nobody, unless it is robust.
static void worker_dies(void) {
  board = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  if (!WRONG)
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&board->accept, &attributes);
  const pid_t first = fork();
  if (first == 0) {
    pthread_mutex_lock(&board->accept);
    _exit(1);
  }
  if (pthread_mutex_lock(&board->accept) == EOWNERDEAD)
    pthread_mutex_consistent(&board->accept);
  board->served++;
  pthread_mutex_unlock(&board->accept);
  assert(waitpid(first, &status, 0) == first);
}

// A thread of a pool forks while another one writes: the child has the write end of the other one's pipe.
static void *sends(void *unused) {
  assert(pipe2(ends, O_CLOEXEC) == 0);
  assert(write(ends[1], "x", 1) == 1);
  close(ends[1]);
  while (read(ends[0], text, sizeof text) > 0) {
  }
  close(ends[0]);
  return unused;
}
static void *forksForAWhile(void *release) {
  const pid_t child = fork();
  char c;
  if (child == 0) {
    close(((int *)release)[1]);
    if (read(((int *)release)[0], &c, 1) < 0)
      _exit(1);
    _exit(0);
  }
  return (void *)(long)child;
}
static void pool(void) {
  pthread_t sender, forker;
  int release[2];
  void *child = NULL;
  assert(pipe(release) == 0);
  pthread_create(&forker, NULL, forksForAWhile, release);
  if (!WRONG)
    pthread_join(forker, &child);
  pthread_create(&sender, NULL, sends, NULL);
  pthread_join(sender, NULL);
  if (WRONG)
    pthread_join(forker, &child);
  close(release[1]);
  assert(waitpid((pid_t)(long)child, &status, 0) == (pid_t)(long)child);
}

// A thread starts a program while another one has a pipe: the program keeps the end that writes, unless it is marked.
static void *hasPipe(void *unused) {
  assert(pipe2(ends, WRONG ? 0 : O_CLOEXEC) == 0);
  close(ends[1]);
  assert(read(ends[0], text, 1) == 0);
  return unused;
}
static void program_beside(void) {
  extern char **environ;
  pthread_t thread;
  pid_t child;
  int input[2];
  char *arguments[] = {"cat", NULL};
  posix_spawn_file_actions_t actions;
  assert(pipe2(input, O_CLOEXEC) == 0);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], 0);
  pthread_create(&thread, NULL, hasPipe, NULL);
  assert(posix_spawnp(&child, "cat", &actions, NULL, arguments, environ) == 0);
  close(input[0]);
  pthread_join(thread, NULL);
  close(input[1]);
  assert(waitpid(child, &status, 0) == child);
}

// A program gets text and answers: whoever closes nothing waits for it for ever.
static void filter(void) {
  int to[2], from[2];
  assert(pipe(to) == 0 && pipe(from) == 0);
  const pid_t child = fork();
  if (child == 0) {
    close(to[1]);
    close(from[0]);
    ssize_t got;
    while ((got = read(to[0], text, sizeof text)) > 0)
      assert(write(from[1], text, (size_t)got) == got);
    _exit(0);
  }
  close(to[0]);
  close(from[1]);
  assert(write(to[1], "abc", 3) == 3);
  if (!WRONG)
    close(to[1]);
  size_t all = 0;
  for (ssize_t got; (got = read(from[0], text + all, sizeof text - all)) > 0;)
    all += (size_t)got;
  assert(all == 3 && waitpid(child, &status, 0) == child);
}

// Counters that processes share, and a stop flag that one of them forgets to read again.
static void *worksUntilStopped(atomic_int *stop) {
  while (atomic_load(stop) == 0)
    sched_yield();
  return NULL;
}
static void stop_flag(void) {
  atomic_int *const stop =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE, (WRONG ? MAP_PRIVATE : MAP_SHARED) | MAP_ANONYMOUS, -1, 0);
  const pid_t child = fork();
  if (child == 0) {
    worksUntilStopped(stop);
    _exit(0);
  }
  atomic_store(stop, 1);
  assert(waitpid(child, &status, 0) == child && status == 0);
}

int main(void) {
  CASE();
  return 0;
}
