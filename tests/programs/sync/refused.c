/* What is not followed is refused with its line. CASE 7: beside it a loop is cut at its bound. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <time.h>

static atomic_int rounds;

static void *other(void *unused) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old); /* harmless: nobody can cancel */
  pthread_testcancel();
#if CASE == 7
  while (atomic_fetch_add(&rounds, 1) < 1000)
    ;
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
#if CASE == 4
  sem_open("/name", O_CREAT, 0600, 1);
#elif CASE == 7
  atomic_fetch_add(&rounds, 1);
  static char pages[8192];
  madvise((void *)(((uintptr_t)pages + 4095) / 4096 * 4096), 4096, MADV_DONTNEED);
#endif
  pthread_join(t, NULL);
  return 0;
}
