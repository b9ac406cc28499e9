/* The same of C11's threads. CASE 1: joined twice. 2: detached, then joined. 3: detached twice. 4: a thread joins itself.
 * 5: the result of a thread that is joined once. */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static int work(void *unused) {
  (void)unused;
#if CASE == 4
  thrd_join(thrd_current(), NULL);
#endif
  return 7;
}

int main(void) {
  thrd_t worker;
  int result = 0;
  thrd_create(&worker, work, NULL);
#if CASE == 2 || CASE == 3
  thrd_detach(worker);
#elif CASE == 1
  thrd_join(worker, &result);
#endif
#if CASE == 3
  thrd_detach(worker);
#else
  thrd_join(worker, &result);
#endif
  assert(result == 7);
  return 0;
}
