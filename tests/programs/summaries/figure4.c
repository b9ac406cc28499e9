// Figure 4 of Guo, Kusano, Wang, Yang and Gupta (ESEC/FSE 2015): two threads, each with two increments and a decision
// on what each of them has seen. x and y are unknown in the beginning. Of the four values three pairs of decisions on
// each variable are possible, and there are six orders: 54 runs.
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;

static void* work(void* unused) {
  volatile int decisions = 0;
  if (atomic_fetch_add(&x, 1) == 0)
    decisions += 1;
  if (atomic_fetch_add(&y, 1) == 0)
    decisions += 2;
  return unused;
}

int main(void) {
  atomic_store(&x, revisit_nondet_int("x"));
  atomic_store(&y, revisit_nondet_int("y"));
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
