// Figure 2 of Guo, Kusano, Wang, Yang and Gupta, "Assertion guided symbolic execution of multithreaded programs"
// (ESEC/FSE 2015). -DLIMIT=20: the assertion holds; 11: it does not.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef LIMIT
#define LIMIT 20
#endif

static atomic_int x;
static int a, b;

static void* first(void* unused) {
  atomic_store(&x, 10);
  a = atomic_load(&x);
  return unused;
}

static void* second(void* unused) {
  atomic_store(&x, 20);
  b = atomic_load(&x);
  return unused;
}

int main(void) {
  atomic_store(&x, revisit_nondet_int("x"));
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(a <= LIMIT);
}
