/* Two readers and a writer under a read-write lock for ever. -DBUG: the writer takes the lock for reading. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int low, high;

static void *look(void *argument) {
  for (;;) {
    pthread_rwlock_rdlock(&lock);
    assert(low == high);
    pthread_rwlock_unlock(&lock);
  }
  return argument;
}

static void *change(void *argument) {
  for (;;) {
#ifdef BUG
    pthread_rwlock_rdlock(&lock);
#else
    pthread_rwlock_wrlock(&lock);
#endif
    low = !low;
    high = !high;
    pthread_rwlock_unlock(&lock);
  }
  return argument;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, look, 0);
  pthread_create(&threads[1], 0, look, 0);
  pthread_create(&threads[2], 0, change, 0);
  pthread_join(threads[0], 0);
}
