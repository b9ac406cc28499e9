// Workers serve requests and count them; nobody looks at the counters but main, at the end. -DINDEX: the counter is an
// index of a table, -DLOCK: whether a worker takes the lock depends on it, -DRACE: it is no atomic variable. Then it
// matters, and there is an error.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static atomic_int started, served;
#ifdef RACE
static int waiting;
#else
static atomic_int waiting;
#endif
static int bytes; // under `counting`
static int open = 1;
static int table[N];

static void serve(size_t number) {
  started++;
  waiting++;
#ifdef INDEX
  table[started + waiting - 2] = 1;
#endif
#ifdef LOCK
  const int locks = started < N;
  if (locks)
    pthread_mutex_lock(&lock);
  assert(open == 1);
  open--;
  open++;
  if (locks)
    pthread_mutex_unlock(&lock);
#else
  pthread_mutex_lock(&lock);
  assert(open == 1);
  open--;
  open++;
  pthread_mutex_unlock(&lock);
#endif
  pthread_mutex_lock(&counting);
  bytes += (int)number;
  pthread_mutex_unlock(&counting);
  served += started;
}

static void* work(void* number) {
  serve((size_t)number);
  return NULL;
}

int main(void) {
  pthread_t workers[N];
  for (size_t i = 0; i < N; i++)
    pthread_create(&workers[i], NULL, work, (void*)i);
  for (size_t i = 0; i < N; i++)
    pthread_join(workers[i], NULL);
  assert(open == 1);
  table[0] = served + bytes;
}
