/* An event loop is woken through a pipe and a flag that says whether a byte is under way. The loop clears the flag only
 * after it has looked at the queue: work that comes in between wakes nobody. -DFIX clears it first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int ends[2];
static atomic_int pending, queued;

static void wake(void) {
  if (atomic_exchange(&pending, 1) == 0)
    assert(write(ends[1], "w", 1) == 1);
}

static void *loop(void *unused) {
  int done = 0;
  while (done < 2) {
    char byte;
    assert(read(ends[0], &byte, 1) == 1);
#ifdef FIX
    atomic_store(&pending, 0);
    done += atomic_exchange(&queued, 0);
#else
    done += atomic_exchange(&queued, 0);
    atomic_store(&pending, 0);
#endif
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pipe(ends) == 0);
  pthread_create(&thread, NULL, loop, NULL);
  for (int i = 0; i < 2; i++) {
    atomic_fetch_add(&queued, 1);
    wake();
  }
  pthread_join(thread, NULL);
  return 0;
}
