/* A reader tries again while a writer is at work, and waits inside the attempt for the writer to end. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int a, b;

static void* writer(void* none) {
  atomic_store(&sequence, 1);
  atomic_store(&a, 1);
  atomic_store(&b, 1);
  atomic_store(&sequence, 2);
  return none;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int x, y;
  for (;;) {
    unsigned before = atomic_load(&sequence);
    while (before & 1)
      before = atomic_load(&sequence);
    x = atomic_load(&a);
    y = atomic_load(&b);
    if (atomic_load(&sequence) == before)
      break;
#ifdef WRONG
    if (x != y)
      break;
#endif
  }
  assert(x == y);
  pthread_join(thread, 0);
}
