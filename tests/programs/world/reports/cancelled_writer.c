/* A thread is cancelled before it has closed its end of a pipe, whose reader waits for the end of file. -DFIX closes
 * it in a clean-up handler. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], never[2];
static void tidy(void* unused) {
  close(ends[1]);
}

static void* worker(void* unused) {
  char c;
#ifdef FIX
  pthread_cleanup_push(tidy, NULL);
  assert(read(never[0], &c, 1) == 1);
  pthread_cleanup_pop(1);
#else
  assert(read(never[0], &c, 1) == 1);
  tidy(NULL);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  char c;
  assert(pipe(ends) == 0 && pipe(never) == 0);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  assert(read(ends[0], &c, 1) == 0);
  pthread_join(thread, NULL);
  return 0;
}
