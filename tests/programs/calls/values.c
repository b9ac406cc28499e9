/* Functions of their arguments, called by their names and through tables, and answers that are the same everywhere. */
#define _GNU_SOURCE
#include "thread.h"
#include <arpa/inet.h>
#include <assert.h>
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>
#include <wchar.h>

static uint16_t (*const shorts[])(uint16_t) = {htons, ntohs};
static uint32_t (*const longs[])(uint32_t) = {htonl, ntohl};
static long (*const system_value)(int) = sysconf;

static void byteOrder(void) {
  assert(htons(0x1234) == 0x3412 && ntohs(0x1234) == 0x3412 && htonl(0x12345678) == 0x78563412);
  assert(shorts[0](0x1234) == 0x3412 && shorts[1](0x3412) == 0x1234);
  assert(longs[0](1) == 0x1000000 && longs[1](0x1000000) == 1);
}

static void limits(void) {
  struct rlimit files;
  struct rlimit64 stack;
  assert(getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur <= files.rlim_max);
  assert(getrlimit64(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur == 8 << 20);
  assert(getrlimit(99, &files) == -1);
  assert(sysconf(_SC_OPEN_MAX) == (long)files.rlim_cur && getdtablesize() == (int)files.rlim_cur);
}

static void processors(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  assert(sched_getaffinity(0, sizeof set, &set) == 0);
  assert(CPU_COUNT(&set) == sysconf(_SC_NPROCESSORS_ONLN));
  assert(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0 && CPU_ISSET(0, &set));
  CPU_ZERO(&set);
  CPU_SET(1, &set);
  assert(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0);
  CPU_ZERO(&set);
  assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 1 && CPU_ISSET(1, &set));
}

static void answers(void) {
  assert(getpagesize() == 4096 && sysconf(_SC_PAGESIZE) == 4096 && system_value(_SC_PAGESIZE) == 4096);
  assert(PTHREAD_STACK_MIN <= 65536 && sysconf(_SC_LEVEL1_DCACHE_LINESIZE) == 64);
  assert(getauxval(AT_PAGESZ) == 4096 && (getauxval(AT_HWCAP) & 1 << 26) != 0);
  assert(wcwidth(L'a') == 1);
}

static void act(int number) {
  (void)number, (void)byteOrder, (void)limits, (void)processors, (void)answers;
  DO();
}
