// Threads vote with unknown ballots; invalid ones do not count. The counts add up.
// -DBUG: a ballot that is 2 counts twice.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef N
#define N 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int yes, no, invalid;

static void* vote(void* unused) {
  for (int i = 0; i < N; i++) {
    const unsigned char ballot = revisit_nondet_uchar("ballot");
    pthread_mutex_lock(&lock);
    if (ballot == 1)
      yes++;
    else if (ballot == 0)
      no++;
    else
      invalid++;
#ifdef BUG
    if (ballot == 2)
      no++;
#endif
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, vote, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  assert(yes + no + invalid == THREADS * N);
}
