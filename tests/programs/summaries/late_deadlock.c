// Two threads take two locks after decisions that do not matter. -DBUG: in different orders, if an unknown input says so.
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static atomic_int noise;

static void* work(void* number) {
  for (int i = 0; i < 3; i++)
    if (revisit_nondet_bool("more"))
      atomic_store(&noise, 1);
  int first = 0;
#ifdef BUG
  if (number != NULL && revisit_nondet_bool("otherwise"))
    first = 1;
#endif
  pthread_mutex_lock(&locks[first]);
  pthread_mutex_lock(&locks[1 - first]);
  pthread_mutex_unlock(&locks[1 - first]);
  pthread_mutex_unlock(&locks[first]);
  return number;
}

int main(void) {
  pthread_t threads[2];
  for (size_t i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, (void*)i);
  for (size_t i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
