/* Critical sections of one mutex around different data. CASE 0: N threads, PER of them around the same counter. 1: each
   around its own counter, then around a shared one. 2: two threads take two mutexes in both orders. 3: one thread does
   not unlock. 4: each moves one from its counter to the next one. 5: thread FIRST writes, the others read. */
#include <pthread.h>

#include <assert.h>

#ifndef N
#define N 4
#endif
#ifndef PER
#define PER 1
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int counters[N + 1], shared;

static void increment(int* counter) {
  pthread_mutex_lock(&m);
  ++*counter;
  pthread_mutex_unlock(&m);
}

#if CASE == 0
static void* work(void* index) {
  increment(&counters[(long)index / PER]);
  return 0;
}
#elif CASE == 1
static void* work(void* index) {
  increment(&counters[(long)index]);
  increment(&shared);
  return 0;
}
#elif CASE == 2
static void* work(void* index) {
  pthread_mutex_t* outer = index ? &m : &n;
  pthread_mutex_t* inner = index ? &n : &m;
  pthread_mutex_lock(outer);
  pthread_mutex_lock(inner);
  ++counters[(long)index];
  pthread_mutex_unlock(inner);
  pthread_mutex_unlock(outer);
  return 0;
}
#elif CASE == 4
static void* work(void* index) {
  pthread_mutex_lock(&m);
  --counters[(long)index];
  ++counters[((long)index + 1) % (N + 1)];
  pthread_mutex_unlock(&m);
  return 0;
}
#elif CASE == 5
static void* work(void* index) {
  pthread_mutex_lock(&m);
  if ((long)index == FIRST)
    shared = 1;
  const int seen = shared;
  pthread_mutex_unlock(&m);
  return (void*)(long)seen;
}
#else
static void* work(void* index) {
  pthread_mutex_lock(&m);
  ++counters[(long)index];
  if (index)
    pthread_mutex_unlock(&m);
  return 0;
}
#endif

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
#if CASE == 0
  for (int i = 0; i < N / PER; i++)
    assert(counters[i] == PER);
#endif
}
