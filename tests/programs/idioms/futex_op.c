/* FUTEX_WAKE_OP: a thread releases a lock and wakes those that wait for it and for an event, in one call. WRONG: the
 * condition under which the second ones are woken does not hold. CASE 2: the value that is compared, and the operations. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned event, word;

static long wakeBoth(unsigned code) {
  return syscall(SYS_futex, &event, FUTEX_WAKE_OP | FUTEX_PRIVATE_FLAG, 1, 1L, &word, code);
}

static void *waits(void *for_) {
  unsigned *at = for_;
  while (__atomic_load_n(at, __ATOMIC_SEQ_CST) == 0)
    syscall(SYS_futex, at, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 0);
  return NULL;
}

int main(void) {
#if CASE == 1
  pthread_t t;
  pthread_create(&t, NULL, waits, &word);
#ifdef WRONG
  wakeBoth(FUTEX_OP(FUTEX_OP_SET, 1, FUTEX_OP_CMP_GT, 0));
#else
  wakeBoth(FUTEX_OP(FUTEX_OP_SET, 1, FUTEX_OP_CMP_EQ, 0));
#endif
  pthread_join(t, NULL);
#else
  (void)waits;
  assert(wakeBoth(FUTEX_OP(FUTEX_OP_SET, 5, FUTEX_OP_CMP_LT, -1)) == 0 && word == 5);
  assert(wakeBoth(FUTEX_OP(FUTEX_OP_ADD, -2, FUTEX_OP_CMP_GE, 1)) == 0 && word == 3);
  assert(wakeBoth(FUTEX_OP(FUTEX_OP_OR | FUTEX_OP_OPARG_SHIFT, 4, FUTEX_OP_CMP_NE, 1)) == 0 && word == 19);
  assert(wakeBoth(FUTEX_OP(FUTEX_OP_ANDN, 3, FUTEX_OP_CMP_LE, 1)) == 0 && word == 16);
  assert(wakeBoth(FUTEX_OP(FUTEX_OP_XOR, 24, FUTEX_OP_CMP_EQ, 1)) == 0 && word == 8);
  assert(wakeBoth(7u << 28) == -1 && errno == ENOSYS && word == 8);
#endif
  return 0;
}
