/* C as it was written before 1999: no types where int is meant, no declarations, names that the C library has given up. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static count;

static void* work(unused) void* unused;
{
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  count = next(count);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_yield();
  return 0;
}

next(number) {
  return number + 1;
}

main() {
  pthread_t first, second;
  pthread_mutexattr_t attributes;
  int kind = -1, *pointer = 8;
  pthread_mutexattr_init(&attributes);
#ifndef WRONG
  pthread_mutexattr_setkind_np(&attributes, PTHREAD_MUTEX_RECURSIVE_NP);
  pthread_mutexattr_getkind_np(&attributes, &kind);
  assert(kind == PTHREAD_MUTEX_RECURSIVE_NP);
#endif
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(count == 2 && pointer);
  return 0;
}
