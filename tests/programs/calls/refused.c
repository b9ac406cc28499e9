/* After a call that is not followed a thread goes on: what comes later is found, and the report names the call. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wordexp.h>

static int (*const table[])(int) = {close, isatty};
static int (*const made)(int) = unshare;
static int x;
static pthread_t first;
static const struct timespec past;
static char page[4096] __attribute__((aligned(4096)));
enum { ReadWrite = PROT_READ | PROT_WRITE };

// Memory that is reserved first and given rights later.
static inline int reserved(void) {
  char* memory = mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const int result = mprotect(memory, 4096, ReadWrite);
  memory[4095] = 1;
  return result == 0 && memory[4095] == 1;
}

static inline int waited(void) {
  sigset_t set;
  int number = 0;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  return pthread_kill(pthread_self(), SIGUSR2) == 0 && raise(SIGUSR1) == 0 && sigwait(&set, &number) == 0 &&
         number == SIGUSR1 && sigwait(&set, &number) == 0 && number == SIGUSR2;
}

static void* other(void* argument) {
  (void)table, (void)made;
  DO;
#ifdef WRONG
  x++;
#endif
  return argument;
}

int main(void) {
  pthread_t thread;
  first = pthread_self();
  pthread_create(&thread, NULL, other, NULL);
#ifdef WRONG
  x++;
#endif
  pthread_join(thread, NULL);
}
