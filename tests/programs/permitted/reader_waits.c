/* A reader waits in a loop, by memory, for another reader, while a writer may wait. Where a lock lets a waiting writer go
 * first, neither of them goes on. WITHOUT_WRITER: nobody waits to write. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int flag;

static void *waits(void *unused) {
  pthread_rwlock_rdlock(&lock);
  while (!flag)
    ;
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *tells(void *unused) {
  pthread_rwlock_rdlock(&lock);
  flag = 1;
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *writes(void *unused) {
#ifndef WITHOUT_WRITER
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, waits, NULL);
  pthread_create(&threads[1], NULL, tells, NULL);
  pthread_create(&threads[2], NULL, writes, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
