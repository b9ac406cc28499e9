/* A read-write lock that lets a waiting writer go first (POSIX leaves it open) keeps a new reader out. Here that reader
 * has the mutex which a thread that reads waits for: none of the three goes on. With -DSAME_ORDER both readers take the
 * lock first, and nobody waits for ever. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
#ifdef SAME_ORDER
  void *(*const other)(void *) = first;
#else
  void *(*const other)(void *) = second;
#endif
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  pthread_create(&threads[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
