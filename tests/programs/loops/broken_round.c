/* A round of the waiting loop can see a from before the other thread's stores and b from behind them, never both from
 * one moment: the loop is left only when the other thread runs between the two reads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a = 1, b;

static void *change(void *unused) {
  a = 0;
  b = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  while (!(a && b)) {
  }
  assert(!"left");
  return 0;
}
