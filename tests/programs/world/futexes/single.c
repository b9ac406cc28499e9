// Futexes of one thread: -DCASE=... names the case. Each holds on Linux, too.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#undef NDEBUG
#define FAILS(call, error) (errno = 0, assert((call) == -1), assert(errno == (error)))

static uint32_t word, other;

static long futex(void* at, int operation, long value, const void* time, void* second, uint32_t last) {
  return syscall(SYS_futex, at, operation | FUTEX_PRIVATE_FLAG, value, time, second, last);
}

static void nobody_waits(void) {
  assert(futex(&word, FUTEX_WAKE, 5, 0, 0, 0) == 0 && futex(&word, FUTEX_WAKE_BITSET, 5, 0, 0, 6) == 0);
  assert(futex(&word, FUTEX_REQUEUE, 1, (void*)5, &other, 0) == 0);
  assert(futex(&word, FUTEX_CMP_REQUEUE, 1, (void*)5, &other, 0) == 0);
}
static void refused(void) {
  FAILS(futex(&word, FUTEX_WAIT_BITSET, 0, 0, 0, 0), EINVAL);
  FAILS(futex(&word, FUTEX_WAKE_BITSET, 1, 0, 0, 0), EINVAL);
  FAILS(futex(&word, FUTEX_CMP_REQUEUE, 1, (void*)1, &other, 1), EAGAIN);
  FAILS(futex(&word, FUTEX_REQUEUE, -1, (void*)1, &other, 0), EINVAL);
  FAILS(futex(&word, FUTEX_REQUEUE, 1, (void*)1, (char*)&other + 1, 0), EINVAL);
  FAILS(futex(&word, FUTEX_WAIT_BITSET, 1, 0, 0, 2), EAGAIN);
}
static void times(void) {
  const struct timespec soon = {0, 1000000}, wrong = {0, 1000000000}, past = {0, 0};
  FAILS(futex(&word, FUTEX_WAIT, 0, &soon, 0, 0), ETIMEDOUT);
  FAILS(futex(&word, FUTEX_WAIT, 0, &wrong, 0, 0), EINVAL);
  FAILS(futex(&word, FUTEX_WAIT_BITSET, 0, &past, 0, 4), ETIMEDOUT);
  struct timespec until, now;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += until.tv_nsec > 998000000;
  until.tv_nsec = until.tv_nsec > 998000000 ? 0 : until.tv_nsec + 1000000;
  FAILS(futex(&word, FUTEX_WAIT_BITSET, 0, &until, 0, 4), ETIMEDOUT);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(now.tv_sec > until.tv_sec || (now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec));
}

int main(void) {
  CASE();
  return 0;
}
