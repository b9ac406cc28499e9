/* Threads that are left waiting for ever when the process ends. CASE 1: two workers deadlock behind main's return. 2: a
 * worker waits for work that never comes. 3: a worker spins for a flag that nobody sets. 4: a worker waits for a lock
 * that main keeps. 5: a worker that main's exit stops, but that could have gone on: nothing is stranded. 6: the same by
 * exit() in another thread. 7: a worker is told to end, before it waits or while it does: nothing is stranded. 8: a
 * worker waits for the end of a stranded one. 9: a worker that waits only when it comes late. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static atomic_int flag;
static int stop;
static pthread_t first;

static void *left(void *unused) {
#if CASE == 1
  pthread_mutex_lock(&one);
  pthread_mutex_lock(&two);
  pthread_mutex_unlock(&two);
  pthread_mutex_unlock(&one);
#elif CASE == 2 || CASE == 8
  pthread_mutex_lock(&one);
  pthread_cond_wait(&work, &one);
  pthread_mutex_unlock(&one);
#elif CASE == 3
  while (!atomic_load(&flag))
    ;
#elif CASE == 4
  pthread_mutex_lock(&one);
#elif CASE == 5
  atomic_fetch_add(&flag, 1);
  atomic_fetch_add(&flag, 1);
#elif CASE == 6
  exit(0);
#elif CASE == 7
  pthread_mutex_lock(&one);
  while (!stop)
    pthread_cond_wait(&work, &one);
  pthread_mutex_unlock(&one);
#elif CASE == 9
  if (atomic_load(&flag))
    pthread_cond_wait(&work, (pthread_mutex_lock(&one), &one));
#endif
  return unused;
}

static void *right(void *unused) {
#if CASE == 1
  pthread_mutex_lock(&two);
  pthread_mutex_lock(&one);
  pthread_mutex_unlock(&one);
  pthread_mutex_unlock(&two);
#elif CASE == 6
  atomic_fetch_add(&flag, 1);
#elif CASE == 8
  pthread_join(first, NULL);
#endif
  return unused;
}

int main(void) {
  pthread_t second;
#if CASE == 4
  pthread_mutex_lock(&one);
#endif
  pthread_create(&first, NULL, left, NULL);
#if CASE == 1 || CASE == 6 || CASE == 8
  pthread_create(&second, NULL, right, NULL);
#else
  (void)second, (void)right;
#endif
#if CASE == 7
  pthread_mutex_lock(&one);
  stop = 1;
  pthread_cond_signal(&work);
  pthread_mutex_unlock(&one);
#elif CASE == 9
  atomic_store(&flag, 1);
#endif
  return 0;
}
