// fork, and how processes end. -DCASE=... names the case, -DWRONG=1 its wrong variant.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#undef NDEBUG
#ifndef WRONG
#define WRONG 0
#endif
#define STRING_OF(text) #text
#define STRING(text) STRING_OF(text)
#define IS(right, wrong) (WRONG ? (wrong) : (right))

static int ends[2], back[2], status;
static char text[64];
static int global = 1;

static pid_t start(void (*body)(void)) {
  const pid_t child = fork();
  assert(child >= 0);
  if (child == 0) {
    body();
    _exit(0);
  }
  return child;
}
static int statusOf(pid_t child) {
  assert(waitpid(child, &status, 0) == child && WIFEXITED(status));
  return WEXITSTATUS(status);
}

// A child writes, the parent reads to the end: it has to close its own end first.
static void writes(void) {
  close(ends[0]);
  assert(write(ends[1], "hello", 5) == 5);
}
static void end_of_file(void) {
  assert(pipe(ends) == 0);
  const pid_t child = start(writes);
  if (!WRONG)
    close(ends[1]);
  assert(read(ends[0], text, 64) == 5 && memcmp(text, "hello", 5) == 0 && read(ends[0], text, 64) == 0);
  assert(statusOf(child) == 0);
}
// The child reads to the end, and has to close its own end first.
static void reads(void) {
  if (!WRONG)
    close(ends[1]);
  while (read(ends[0], text, 64) > 0) {
  }
}
static void end_in_child(void) {
  assert(pipe(ends) == 0);
  const pid_t child = start(reads);
  close(ends[0]);
  assert(write(ends[1], "x", 1) == 1);
  close(ends[1]);
  assert(statusOf(child) == 0);
}

// Memory is the process's own: variables, the stack, the heap.
static void own_memory(void) {
  int local = 1, *block = malloc(sizeof *block);
  *block = 1;
  const pid_t child = fork();
  if (child == 0) {
    global = local = *block = 2;
    int* const other = malloc(100);
    memset(other, 3, 100);
    free(block);
    _exit(global + local + 3);
  }
  assert(statusOf(child) == 7);
  assert(global == 1 && local == IS(1, 2) && *block == 1);
  free(block);
}
static int deep(int n) {
  char room[256];
  memset(room, n, sizeof room);
  if (n == 0) {
    close(ends[0]);
    assert(write(ends[1], "a", 1) == 1);
    return 0;
  }
  return deep(n - 1) + room[17];
}
// Frames of both go on below the place of fork.
static void frames(void) {
  assert(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0)
    _exit(deep(5));
  assert(read(ends[0], text, 1) == 1);
  assert(statusOf(child) == IS(15, 14));
}

static void two_children(void) {
  assert(pipe(ends) == 0);
  for (int i = 0; i < 2; i++)
    if (fork() == 0) {
      close(ends[0]);
      assert(write(ends[1], i == 0 ? "a" : "b", 1) == 1);
      _exit(i);
    }
  close(ends[1]);
  int got = 0;
  for (char c; read(ends[0], &c, 1) == 1; got++)
    text[got] = c;
  assert(got == 2 && text[0] + text[1] == 'a' + 'b');
  if (WRONG)
    assert(text[0] == 'a'); // either may come first
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    assert(wait(&status) > 0);
    sum += WEXITSTATUS(status);
  }
  assert(sum == 1 && wait(&status) == -1 && errno == ECHILD);
}

// To the child and back.
static void echoes(void) {
  close(ends[1]);
  close(back[0]);
  const ssize_t got = read(ends[0], text, 64);
  for (ssize_t i = 0; i < got; i++)
    text[i]++;
  assert(write(back[1], text, (size_t)got) == got);
}
static void echo(void) {
  assert(pipe(ends) == 0 && pipe(back) == 0);
  const pid_t child = start(echoes);
  close(ends[0]);
  close(back[1]);
  assert(write(ends[1], "abc", 3) == 3);
  assert(read(back[0], text, 64) == 3 && memcmp(text, IS("bcd", "abc"), 3) == 0);
  assert(statusOf(child) == 0);
}

// The parent waits for the child, and the child for bytes that the parent writes later.
static void gets(void) {
  assert(read(ends[0], text, 1) == 1);
}
static void each_other(void) {
  assert(pipe(ends) == 0);
  const pid_t child = start(gets);
  if (!WRONG)
    assert(write(ends[1], "x", 1) == 1);
  assert(statusOf(child) == 0);
  if (WRONG)
    assert(write(ends[1], "x", 1) == 1);
}

static void no_wait(void) {
  assert(pipe(ends) == 0);
  const pid_t child = start(gets);
  assert(waitpid(child, &status, WNOHANG) == 0);
  assert(write(ends[1], "x", 1) == 1);
  pid_t found = waitpid(child, &status, WNOHANG);
  if (WRONG)
    assert(found == 0); // it may have ended
  if (found == 0)
    found = waitpid(child, &status, 0);
  assert(found == child && waitpid(child, &status, 0) == -1 && errno == ECHILD);
}

static void identifiers(void) {
  const pid_t mine = getpid();
  assert(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    const pid_t told[2] = {getpid(), getppid()};
    assert(write(ends[1], told, sizeof told) == sizeof told);
    _exit(0);
  }
  pid_t told[2];
  assert(read(ends[0], told, sizeof told) == sizeof told);
  assert(told[0] == IS(child, mine) && told[1] == mine && child != mine);
  assert(statusOf(child) == 0);
}

// exit runs handlers, in both processes; _exit does not.
static void tell(void) {
  assert(write(ends[1], "h", 1) == 1);
}
static void handlers(void) {
  assert(pipe(ends) == 0 && atexit(tell) == 0);
  const pid_t child = fork();
  if (child == 0) {
    if (WRONG)
      _exit(4);
    exit(4);
  }
  assert(statusOf(child) == 4);
  assert(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0);
  assert(read(ends[0], text, 64) == 1);
}

static int found;
static void onChild(int number) {
  (void)number;
  const int before = errno;
  while (waitpid(-1, &status, WNOHANG) > 0)
    found++;
  errno = before;
}
static void quits(void) {}
// Standard signals do not queue, so the handler has to wait in a loop.
static void onChildOnce(int number) {
  (void)number;
  if (waitpid(-1, &status, WNOHANG) > 0)
    found++;
}
static void child_signals(void) {
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigprocmask(SIG_BLOCK, &set, &before);
  signal(SIGCHLD, WRONG ? onChildOnce : onChild);
  for (int i = 0; i < 2; i++)
    start(quits);
  while (found < 2)
    sigsuspend(&before);
}

static void waits(void) {
  for (;;)
    pause();
}
static void killed(void) {
  const pid_t child = start(waits);
  if (!WRONG)
    assert(kill(child, SIGTERM) == 0);
  assert(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
}

// What is not written yet is copied, and written twice.
static void buffers(void) {
  assert(pipe(ends) == 0);
  FILE* const stream = fdopen(ends[1], "w");
  fputs("x", stream);
  if (!WRONG)
    fflush(stream);
  const pid_t child = fork();
  if (child == 0)
    exit(0);
  assert(statusOf(child) == 0);
  fclose(stream);
  assert(read(ends[0], text, 64) == 1 && read(ends[0], text, 64) == 0);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void locks(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}
// The child has a copy of the mutex, in the state that it has at fork.
static void mutexes(void) {
  if (WRONG)
    pthread_mutex_lock(&mutex);
  const pid_t child = start(locks);
  assert(statusOf(child) == 0);
}

// The position of a file is that of all who have opened it by one call.
static void positions(void) {
  char path[] = "/tmp/revisit-XXXXXX";
  const int file = mkstemp(path);
  assert(file >= 0 && unlink(path) == 0);
  const pid_t child = fork();
  if (child == 0) {
    assert(write(file, "ab", 2) == 2);
    _exit(0);
  }
  assert(statusOf(child) == 0);
  assert(write(file, "c", 1) == 1 && pread(file, text, 64, 0) == IS(3, 2));
}

// A process that nobody waits for, whose parent has ended.
static void daemon_twice(void) {
  assert(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    if (fork() != 0)
      _exit(0);
    close(ends[0]);
    assert(write(ends[1], "d", 1) == 1);
    _exit(0);
  }
  close(ends[1]);
  assert(statusOf(child) == 0);
  assert(read(ends[0], text, 64) == 1 && read(ends[0], text, 64) == 0);
  assert(waitpid(-1, &status, 0) == IS(-1, 0));
}

static void identified(void) {
  siginfo_t told;
  const pid_t child = start(quits);
  assert(waitid(P_PID, (id_t)child, &told, WEXITED | WNOWAIT) == 0 && told.si_pid == child);
  assert(waitid(P_ALL, 0, &told, WEXITED) == 0 && told.si_status == IS(0, 1) && told.si_code == CLD_EXITED);
}

static int prepared;
static void prepare(void) {
  prepared++;
}
static void inParent(void) {
  prepared += 10;
}
static void inChild(void) {
  prepared += 100;
}
static void at_fork(void) {
  assert(pthread_atfork(prepare, inParent, inChild) == 0);
  const pid_t child = fork();
  if (child == 0)
    _exit(prepared);
  assert(statusOf(child) == IS(101, 1) && prepared == 11);
}

// Standard input of a program that the child becomes.
static void executes(void) {
  if (!WRONG)
    close(ends[1]);
  dup2(ends[0], 0);
  close(ends[0]);
  execlp("cat", "cat", (char*)NULL);
}
static void other_program(void) {
  assert(pipe(ends) == 0);
  const pid_t child = start(executes);
  close(ends[0]);
  assert(write(ends[1], "x", 1) == 1);
  close(ends[1]);
  assert(statusOf(child) == 0);
}

// A child may go on after main.
static int isParent;
static void returns(void) {
  assert(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0)
    return;
  isParent = 1;
  assert(statusOf(child) == 6);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t permits;
static int onces;
static void initialise(void) {
  onces++;
}
// Objects have the state that they have at fork, and their own one from then on.
static void objects(void) {
  assert(pthread_once(&once, initialise) == 0 && sem_init(&permits, 0, 2) == 0);
  const pid_t child = fork();
  if (child == 0) {
    pthread_once(&once, initialise);
    assert(sem_wait(&permits) == 0 && sem_wait(&permits) == 0);
    assert(sem_trywait(&permits) == -1 && errno == EAGAIN);
    _exit(onces);
  }
  assert(sem_wait(&permits) == 0);
  assert(statusOf(child) == IS(1, 2));
  assert(sem_wait(&permits) == 0 && sem_trywait(&permits) == -1);
}

// A process whose parent has ended is another one's child.
static void orphan(void) {
  const pid_t mine = getpid();
  assert(pipe(ends) == 0);
  if (fork() == 0) {
    close(ends[1]);
    const pid_t before = getppid();
    assert(before == mine || before != getpid());
    assert(read(ends[0], text, 1) == 0); // nobody has the other end any more
    if (WRONG)
      assert(getppid() == mine);
    _exit(0);
  }
}

// A thread that the parent makes later is no matter of the child.
static void* counts(void* unused) {
  (void)unused;
  global++;
  return NULL;
}
static void thread_after(void) {
  pthread_t thread;
  assert(pipe(ends) == 0);
  const pid_t child = start(gets);
  assert(pthread_create(&thread, NULL, counts, NULL) == 0);
  if (!WRONG)
    assert(write(ends[1], "x", 1) == 1);
  pthread_join(thread, NULL);
  assert(statusOf(child) == 0);
}

// Of a process with several threads only one is copied, wherever the others are.
static void* holds(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void thread_before(void) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, holds, NULL) == 0);
  const pid_t child = start(locks);
  assert(statusOf(child) == 0);
}

// A server that makes a process for each request, and a client that is one itself.
static void server(void) {
  int sockets[2];
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
  const pid_t client = fork();
  if (client == 0) {
    close(sockets[0]);
    assert(write(sockets[1], "ping", 4) == 4);
    assert(read(sockets[1], text, 64) == 4 && memcmp(text, "pong", 4) == 0);
    _exit(0);
  }
  close(sockets[1]);
  assert(read(sockets[0], text, 64) == 4);
  const pid_t worker = fork();
  if (worker == 0) {
    assert(write(sockets[0], IS("pong", "ping"), 4) == 4);
    _exit(0);
  }
  close(sockets[0]);
  assert(statusOf(worker) == 0 && statusOf(client) == 0);
}

int main(void) {
  CASE();
  return isParent ? 0 : IS(6, 7) * (strcmp(STRING(CASE), "returns") == 0);
}
