/* <threads.h>: N threads take a mutex and count; main waits for a condition until all have. A once routine, a thread's
 * own storage with a destructor and a thread's result are looked at too. BUG: main does not wait in a loop. */
#include <assert.h>
#include <threads.h>
#include <time.h>
#ifndef N
#define N 2
#endif

static mtx_t mutex;
static cnd_t all;
static once_flag once = ONCE_FLAG_INIT;
static tss_t own;
static int count, runs;
static int destroyed[N];

static void routine(void) { runs++; }
static void destroy(void *value) { destroyed[*(int *)value] = 1; }

static int worker(void *argument) {
  call_once(&once, routine);
  tss_set(own, argument);
  assert(tss_get(own) == argument);
  assert(mtx_lock(&mutex) == thrd_success);
  count++;
  cnd_signal(&all);
  mtx_unlock(&mutex);
  return -*(int *)argument;
}

int main(void) {
  thrd_t t[N];
  int numbers[N];
  assert(mtx_init(&mutex, mtx_plain) == thrd_success);
  assert(cnd_init(&all) == thrd_success);
  assert(tss_create(&own, destroy) == thrd_success);
  for (int i = 0; i < N; i++) {
    numbers[i] = i;
    assert(thrd_create(&t[i], worker, &numbers[i]) == thrd_success);
  }
  mtx_lock(&mutex);
#ifdef BUG
  if (count < N)
#else
  while (count < N)
#endif
    cnd_wait(&all, &mutex);
  assert(count == N);
  mtx_unlock(&mutex);
  for (int i = 0; i < N; i++) {
    int result = 99;
    assert(thrd_join(t[i], &result) == thrd_success);
    assert(result == -i && destroyed[i]);
  }
  assert(runs == 1);
  mtx_destroy(&mutex);
  cnd_destroy(&all);
  tss_delete(own);
  return 0;
}
