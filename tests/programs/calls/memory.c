/* Functions that read or write the program's memory: what they write is there, and a race with them is one. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fnmatch.h>
#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#ifndef AREA
#define AREA own
#endif

static union {
  char text[PATH_MAX];
  struct utsname names;
  struct rlimit limit;
  cpu_set_t processors;
  struct tm parts;
  unsigned char bytes[16];
} shared;

static void act(void) {
  __typeof__(shared) own;
  (void)own, (void)shared;
  DO;
}

static void* actor(void* argument) {
  act();
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, actor, NULL);
  act();
  pthread_join(other, NULL);
}
