/* What the program sets of its process is noted, and read back, but never performed. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <syslog.h>
#include <time.h>

static void limits(void) {
  struct rlimit none = {0, 0}, now;
  assert(setrlimit(RLIMIT_NOFILE, &none) == 0 && setrlimit(RLIMIT_AS, &none) == 0);
  assert(getrlimit(RLIMIT_AS, &now) == 0 && now.rlim_cur == 0);
  none.rlim_max = 1;
  assert(setrlimit(RLIMIT_AS, &none) == -1 && errno == EPERM);
}

static void masks(void) {
  const mode_t before = umask(077);
  assert(umask(before) == 077);
}

static void names(void) {
  char name[16];
  assert(prctl(PR_SET_NAME, "worker") == 0 && prctl(PR_GET_NAME, name) == 0 && strcmp(name, "worker") == 0);
  assert(pthread_setname_np(pthread_self(), "other") == 0);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "other") == 0);
  void* const memory = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(prctl(PR_SET_VMA, PR_SET_VMA_ANON_NAME, memory, 4096, "pool") == 0);
}

static void process(void) {
  assert(prctl(PR_SET_DUMPABLE, 0) == 0 && prctl(PR_GET_DUMPABLE) == 0);
  assert(setpriority(PRIO_PROCESS, 0, 5) == 0 && getpriority(PRIO_PROCESS, 0) == 5);
  tzset();
  openlog("program", 0, LOG_USER);
  syslog(LOG_INFO, "%s", "begun");
  closelog();
}

static void* setter(void* argument) {
  (void)limits, (void)masks, (void)names, (void)process;
#ifdef SET
  SET;
#endif
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, setter, NULL);
#ifdef SEEN
  SEEN;
#endif
  pthread_join(other, NULL);
#ifdef DO
  DO();
#endif
}
