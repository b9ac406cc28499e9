// Loaded before a program (LD_PRELOAD): at calls that its threads can tell, a thread sometimes sleeps for a moment or
// gives up its processor, so that runs differ. REVISIT_DISTURB is the seed; with an odd one all threads share one
// processor.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t seed;
static _Atomic unsigned threads;
static __thread uint64_t state;

static void disturb(void) {
  if (seed == 0)
    return;
  const int kept = errno;
  if (state == 0)
    state = (seed * 0x9e3779b97f4a7c15u) ^ ((uint64_t)++threads << 32) ^ ((uint64_t)getpid() << 8) ^ 1;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  const unsigned what = (unsigned)(state >> 40) % 8;
  if (what == 0) {
    const struct timespec time = {0, (long)(state % 400000)};
    syscall(SYS_nanosleep, &time, NULL);
  } else if (what < 4) {
    syscall(SYS_sched_yield);
  }
  errno = kept;
}

__attribute__((constructor)) static void begin(void) {
  const char* const given = getenv("REVISIT_DISTURB");
  seed = given == NULL ? 0 : strtoull(given, NULL, 10);
  if (seed % 2 == 0)
    return;
  cpu_set_t one, all;
  CPU_ZERO(&one);
  if (sched_getaffinity(0, sizeof all, &all) != 0)
    return;
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET(i, &all)) {
      CPU_SET(i, &one);
      sched_setaffinity(0, sizeof one, &one);
      return;
    }
}

#define AROUND(type, name, parameters, arguments)                                                                      \
  type name parameters {                                                                                               \
    static type(*real) parameters;                                                                                     \
    if (real == NULL)                                                                                                  \
      real = (type(*) parameters)dlsym(RTLD_NEXT, #name);                                                              \
    disturb();                                                                                                         \
    type result = real arguments;                                                                                      \
    disturb();                                                                                                         \
    return result;                                                                                                     \
  }

AROUND(ssize_t, read, (int a, void* b, size_t c), (a, b, c))
AROUND(ssize_t, write, (int a, const void* b, size_t c), (a, b, c))
AROUND(int, close, (int a), (a))
AROUND(ssize_t, recv, (int a, void* b, size_t c, int d), (a, b, c, d))
AROUND(ssize_t, send, (int a, const void* b, size_t c, int d), (a, b, c, d))
AROUND(int, accept, (int a, struct sockaddr* b, socklen_t* c), (a, b, c))
AROUND(int, connect, (int a, const struct sockaddr* b, socklen_t c), (a, b, c))
AROUND(int, shutdown, (int a, int b), (a, b))
AROUND(int, epoll_wait, (int a, struct epoll_event* b, int c, int d), (a, b, c, d))
AROUND(int, epoll_ctl, (int a, int b, int c, struct epoll_event* d), (a, b, c, d))
AROUND(int, poll, (struct pollfd * a, nfds_t b, int c), (a, b, c))
AROUND(int, kill, (pid_t a, int b), (a, b))
AROUND(int, raise, (int a), (a))
AROUND(int, pthread_kill, (pthread_t a, int b), (a, b))
AROUND(int, pthread_sigmask, (int a, const sigset_t* b, sigset_t* c), (a, b, c))
AROUND(int, sigprocmask, (int a, const sigset_t* b, sigset_t* c), (a, b, c))
AROUND(int, sigwait, (const sigset_t* a, int* b), (a, b))
AROUND(int, sigaction, (int a, const struct sigaction* b, struct sigaction* c), (a, b, c))
AROUND(int, pause, (void), ())
AROUND(int, pthread_mutex_lock, (pthread_mutex_t * a), (a))
AROUND(int, pthread_mutex_unlock, (pthread_mutex_t * a), (a))
AROUND(int, pthread_join, (pthread_t a, void** b), (a, b))
AROUND(int, sem_post, (sem_t * a), (a))
AROUND(int, sem_wait, (sem_t * a), (a))
AROUND(pid_t, fork, (void), ())
AROUND(pid_t, waitpid, (pid_t a, int* b, int c), (a, b, c))

typedef struct Start {
  void* (*function)(void*);
  void* argument;
} Start;

static void* start(void* given) {
  const Start what = *(Start*)given;
  free(given);
  disturb();
  return what.function(what.argument);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
  static int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  if (real == NULL)
    real = (int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*))dlsym(RTLD_NEXT, "pthread_create");
  Start* const given = malloc(sizeof *given);
  *given = (Start){function, argument};
  const int result = real(thread, attributes, start, given);
  if (result != 0)
    free(given);
  disturb();
  return result;
}
