// What differs from run to run is fixed, or refused by name.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#ifndef PATH
#define PATH "/dev/urandom"
#endif

static atomic_int turns;

static unsigned ask(void) {
  unsigned number = 0;
#if defined STREAM
  FILE* file = fopen(PATH, "r");
  if (file == NULL)
    return 0;
  number = (unsigned)fgetc(file) + 256u * (unsigned)fgetc(file);
  fclose(file);
#elif defined STATUS
  struct stat status;
  assert(stat("/proc/self", &status) == 0 && stat("/tmp", &status) == 0);
  number = (unsigned)status.st_mtim.tv_nsec + (unsigned)status.st_atim.tv_sec;
#elif defined USAGE
  struct rusage usage;
  struct tms spent;
  getrusage(RUSAGE_SELF, &usage);
  number = (unsigned)usage.ru_maxrss + (unsigned)times(&spent) + (unsigned)clock();
#elif defined PROCESS
  number = (unsigned)getpid() + (unsigned)getpgrp() + (unsigned)getsid(0) + (unsigned)sysconf(_SC_AVPHYS_PAGES);
#else
  int file = open(PATH, O_RDONLY);
  if (file >= 0 && read(file, &number, sizeof number) < 0)
    return 0;
#endif
  return number;
}

#ifdef EARLY
static unsigned early;
__attribute__((constructor)) static void begin(void) {
  early = ask() + (unsigned)time(NULL) + (unsigned)getpid();
}
#else
#define early ask()
#endif

static void* other(void* argument) {
  turns++;
  return argument;
}

int main(void) {
  const unsigned number = early;
  printf("number %u\n", number);
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  if (__builtin_parity(number))
    turns++;
  pthread_join(thread, NULL);
  assert(turns == 1);
}
