/* What is not followed is refused with its line. CASE 7: beside it a loop is cut at its bound. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
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
#if CASE == 1
  pthread_cancel(t);
#elif CASE == 3
  void *result;
  while (pthread_tryjoin_np(t, &result) == EBUSY)
    ;
  return 0;
#elif CASE == 4
  sem_open("/name", O_CREAT, 0600, 1);
#elif CASE == 7
  atomic_fetch_add(&rounds, 1);
  pthread_cancel(t);
#endif
  pthread_join(t, NULL);
  return 0;
}
