// What programs ask of the system, and set for themselves: answers are the same in every run and cost no verdict.
// -DCASE=... names the case.
#define _GNU_SOURCE
#include <assert.h>
#include <cpuid.h>
#include <errno.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>
static void limits(void) {
  struct rlimit l;
  assert(getrlimit(RLIMIT_NOFILE, &l) == 0);
  l.rlim_cur = 64;
  assert(setrlimit(RLIMIT_NOFILE, &l) == 0);
  struct rlimit m;
  assert(getrlimit(RLIMIT_NOFILE, &m) == 0 && m.rlim_cur == 64);
}
static void limits_of_process(void) {
  struct rlimit l;
  assert(prlimit(0, RLIMIT_STACK, 0, &l) == 0);
}
static void affinity(void) {
  cpu_set_t s;
  CPU_ZERO(&s);
  assert(sched_getaffinity(0, sizeof s, &s) == 0 && CPU_COUNT(&s) > 0);
  assert(sched_setaffinity(0, sizeof s, &s) == 0);
  assert(pthread_getaffinity_np(pthread_self(), sizeof s, &s) == 0);
  assert(pthread_setaffinity_np(pthread_self(), sizeof s, &s) == 0);
}
static void names(void) {
  char b[16];
  assert(prctl(PR_SET_NAME, "abc") == 0);
  assert(prctl(PR_GET_NAME, b) == 0 && strcmp(b, "abc") == 0);
  assert(pthread_setname_np(pthread_self(), "def") == 0);
  assert(pthread_getname_np(pthread_self(), b, 16) == 0 && !strcmp(b, "def"));
}
static void prctls(void) {
  prctl(PR_SET_PDEATHSIG, 9);
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_TIMERSLACK, 1);
}
static void random_bytes(void) {
  char b[8];
  assert(getrandom(b, 8, 0) == 8);
  assert(getentropy(b, 8) == 0);
}
static void auxiliary(void) {
  assert(getauxval(AT_PAGESZ) == 4096);
  getauxval(AT_HWCAP);
  getauxval(AT_HWCAP2);
  getauxval(AT_RANDOM);
}
static void configuration(void) {
  assert(sysconf(_SC_PAGESIZE) == 4096);
  assert(sysconf(_SC_NPROCESSORS_ONLN) > 0);
  sysconf(_SC_NPROCESSORS_CONF);
  sysconf(_SC_OPEN_MAX);
  sysconf(_SC_CLK_TCK);
  sysconf(_SC_PHYS_PAGES);
  sysconf(_SC_AVPHYS_PAGES);
  sysconf(_SC_IOV_MAX);
  sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
  getpagesize();
  get_nprocs();
  get_nprocs_conf();
}
static void names_of_system(void) {
  struct utsname u;
  assert(uname(&u) == 0);
}
static void processor_times(void) {
  struct tms t;
  times(&t);
  clock();
}
static void usage(void) {
  struct rusage u;
  assert(getrusage(RUSAGE_SELF, &u) == 0);
  getrusage(RUSAGE_THREAD, &u);
}
static void clocks(void) {
  struct timespec t;
  assert(clock_getres(CLOCK_MONOTONIC, &t) == 0);
  assert(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) == 0);
  assert(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) == 0);
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  clock_gettime(CLOCK_BOOTTIME, &t);
  clock_gettime(CLOCK_MONOTONIC_RAW, &t);
  struct timespec u;
  timespec_get(&u, TIME_UTC);
  clockid_t c;
  pthread_getcpuclockid(pthread_self(), &c);
}
static void processor(void) {
  assert(sched_getcpu() >= 0);
  unsigned a, b;
  getcpu(&a, &b);
}
static void membarriers(void) {
  long r = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
  if (r < 0)
    assert(errno == ENOSYS);
  syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
  syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}
static void locked_memory(void) {
  char* p = mmap(0, 8192, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mlock(p, 4096);
  munlock(p, 4096);
  mlockall(MCL_CURRENT);
  munlockall();
  madvise(p, 4096, MADV_DONTNEED);
  madvise(p, 4096, MADV_HUGEPAGE);
  munmap(p, 8192);
}
static void priorities(void) {
  getpriority(PRIO_PROCESS, 0);
  setpriority(PRIO_PROCESS, 0, 1);
  nice(1);
  sched_get_priority_max(SCHED_FIFO);
  struct sched_param p = {0};
  sched_setscheduler(0, SCHED_OTHER, &p);
  sched_getscheduler(0);
  pthread_setschedparam(pthread_self(), SCHED_OTHER, &p);
  int pol;
  pthread_getschedparam(pthread_self(), &pol, &p);
  sched_getparam(0, &p);
  struct timespec t;
  sched_rr_get_interval(0, &t);
}
static void identities(void) {
  getpid();
  getppid();
  gettid();
  syscall(SYS_gettid);
  getuid();
  geteuid();
  getgid();
  getegid();
  getpgrp();
  getpgid(0);
  getsid(0);
  char n[65];
  gethostname(n, 65);
  gethostid();
}
static void inline_processor(void) {
  unsigned long a = __rdtsc();
  unsigned x;
  unsigned long b = __rdtscp(&x);
  assert(b >= a);
  unsigned e, f, c, d;
  __cpuid(0, e, f, c, d);
  __get_cpuid(1, &e, &f, &c, &d);
  __builtin_cpu_supports("sse4.2");
  __builtin_cpu_init();
  _mm_pause();
}
static void information(void) {
  struct sysinfo i;
  assert(sysinfo(&i) == 0);
  double l[3];
  getloadavg(l, 3);
}
static void stack_of_thread(void) {
  pthread_attr_t a;
  assert(pthread_getattr_np(pthread_self(), &a) == 0);
  void* s;
  size_t n;
  assert(pthread_attr_getstack(&a, &s, &n) == 0);
  pthread_attr_destroy(&a);
}
static void file_mask(void) {
  umask(022);
}
static void sleeps(void) {
  usleep(1);
  struct timespec t = {0, 1};
  nanosleep(&t, 0);
  clock_nanosleep(CLOCK_MONOTONIC, 0, &t, 0);
  sleep(0);
  sched_yield();
}
static void numbers(void) {
  struct rlimit l;
  assert(syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, &l) == 0);
  cpu_set_t s;
  assert(syscall(SYS_sched_getaffinity, 0, sizeof s, &s) > 0);
  struct timespec t;
  assert(syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t) == 0);
  char b[4];
  assert(syscall(SYS_getrandom, b, 4, 0) == 4);
  syscall(SYS_getpid);
  syscall(SYS_sched_yield);
  unsigned c;
  syscall(SYS_getcpu, &c, 0, 0);
  struct utsname u;
  syscall(SYS_uname, &u);
  struct rusage r;
  syscall(SYS_getrusage, RUSAGE_SELF, &r);
  syscall(SYS_prctl, PR_SET_NAME, "x");
  syscall(SYS_madvise, 0, 0, 0);
}
static void newer_calls(void) {
  assert(syscall(SYS_io_uring_setup, 1, 0) == -1);
  assert(syscall(SYS_clone3, 0, 0) == -1);
  assert(syscall(SYS_pidfd_open, 1, 0) == -1);
  assert(syscall(SYS_userfaultfd, 0) == -1);
  assert(syscall(SYS_epoll_pwait2, 0, 0, 0, 0, 0) == -1);
}
int main(void) {
  CASE();
  return 0;
}
