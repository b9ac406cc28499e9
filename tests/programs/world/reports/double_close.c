/* Two threads close one descriptor; in between another one gets its number. -DFIX closes it once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int shared;
static atomic_int closed;

static void closeIt(void) {
#ifdef FIX
  if (atomic_exchange(&closed, 1) != 0)
    return;
#endif
  close(shared);
}

static void *worker(void *unused) {
  closeIt();
  return unused;
}

int main(void) {
  int ends[2], others[2];
  pthread_t thread;
  assert(pipe(ends) == 0);
  shared = ends[0];
  pthread_create(&thread, NULL, worker, NULL);
  closeIt();
  assert(pipe(others) == 0);
  pthread_join(thread, NULL);
  assert(write(others[1], "x", 1) == 1);
  char byte;
  assert(read(others[0], &byte, 1) == 1);
  return 0;
}
