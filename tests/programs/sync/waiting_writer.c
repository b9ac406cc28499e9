/* A read-write lock may let a writer who waits go before new readers. CASE 1: a thread reads twice, another one writes: a
 * deadlock, if the writer comes in between. 2: the kind is asked for that prefers writers. 3: the writer gives up after a
 * time: fine. 4: the second reading is an attempt, which may fail although nobody writes. 5: an attempt by another thread
 * may. 6: it may not when the writer only tries. 7: it does not when the writer comes later. 8: two threads read once:
 * fine. 9: the writer comes when the reader is done: fine. 10: main returns while the two wait for each other. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec soon = {1, 0};
static int reached;

static void *read(void *unused) {
#if CASE != 5 && CASE != 6 && CASE != 7
  pthread_rwlock_rdlock(&lock);
#endif
#if CASE == 4 || CASE == 5 || CASE == 6 || CASE == 7
  const int got = pthread_rwlock_tryrdlock(&lock);
  assert(got == 0);
  pthread_rwlock_unlock(&lock);
#elif CASE != 8 && CASE != 9
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
#endif
  reached = 1;
#if CASE != 5 && CASE != 6 && CASE != 7
  pthread_rwlock_unlock(&lock);
#endif
  return unused;
}

static void *write(void *unused) {
  (void)soon;
#if CASE == 3
  if (pthread_rwlock_timedwrlock(&lock, &soon) != 0)
    return unused;
#elif CASE == 6
  if (pthread_rwlock_trywrlock(&lock) != 0)
    return unused;
#elif CASE == 8
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t reader, writer;
#if CASE == 2
  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
  pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&lock, &attributes);
#endif
#if CASE == 5 || CASE == 6 || CASE == 7
  pthread_rwlock_rdlock(&lock);
#endif
  pthread_create(&reader, NULL, read, NULL);
#if CASE == 7 || CASE == 9
  pthread_join(reader, NULL);
#endif
  pthread_create(&writer, NULL, write, NULL);
#if CASE == 10
  return 0;
#endif
#if CASE != 7 && CASE != 9
  pthread_join(reader, NULL);
#endif
#if CASE == 5 || CASE == 6 || CASE == 7
  pthread_rwlock_unlock(&lock);
#endif
  pthread_join(writer, NULL);
  return 0;
}
