"""Programs that several of the tests beside this file check."""

# Infinitely many states and executions.
GROWING = r"""
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *count(void *unused) { for (;;) atomic_fetch_add(&x, 1); return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  for (;;) atomic_fetch_add(&x, 1);
}
"""
