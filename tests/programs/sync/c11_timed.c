/* The other functions of <threads.h>: tries and time limits. REACH_TIMEOUT, REACH_BUSY: outcomes that are reached. */
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static cnd_t condition;
static struct timespec until = {1, 0};

static int other(void *unused) {
  (void)unused;
  int got = mtx_trylock(&mutex);
#ifdef REACH_BUSY
  assert(got == thrd_success);
#endif
  assert(got == thrd_success || got == thrd_busy);
  if (got == thrd_success) {
    cnd_signal(&condition);
    mtx_unlock(&mutex);
  }
  thrd_exit(5);
}

int main(void) {
  thrd_t t;
  mtx_init(&mutex, mtx_timed | mtx_recursive);
  cnd_init(&condition);
  thrd_create(&t, other, NULL);
  if (mtx_timedlock(&mutex, &until) == thrd_success) {
    int result = cnd_timedwait(&condition, &mutex, &until);
    assert(result == thrd_success || result == thrd_timedout);
#ifdef REACH_TIMEOUT
    assert(result == thrd_success);
#endif
    assert(mtx_lock(&mutex) == thrd_success);
    mtx_unlock(&mutex);
    mtx_unlock(&mutex);
  }
  int result = 0;
  thrd_join(t, &result);
  assert(result == 5);
  return 0;
}
