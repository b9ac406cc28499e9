/* After a call that is not followed a thread goes on: what comes later is found, and the report names the call. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

static int (*const table[])(int) = {close, isatty};
static int (*const made)(int, int, int) = socket;
static int x;

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
  pthread_create(&thread, NULL, other, NULL);
#ifdef WRONG
  x++;
#endif
  pthread_join(thread, NULL);
}
