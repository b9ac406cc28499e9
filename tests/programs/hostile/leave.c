/* Ways out of the exploration; each is refused with its line. */
#include "hostile.h"
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>

extern char** environ;

static void leave(void) {
  char* arguments[] = {"true", NULL};
  int ends[2];
  pid_t child;
  struct rlimit limit = {0, 0};
  (void)arguments, (void)ends, (void)child, (void)limit;
  DO;
}

static void* thread(void* argument) {
  add(1);
  leave();
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, thread, NULL);
  add(2);
  pthread_join(other, NULL);
  assert(sum == 3);
}
