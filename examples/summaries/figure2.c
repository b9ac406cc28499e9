// Figure 2: one thread writes x twice, the other one reads it twice. With -DLIMIT=11 the assertion can fail.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef LIMIT
#define LIMIT 10
#endif

static atomic_int x;

static void* change(void* unused) {
  atomic_store(&x, 10);
  atomic_store(&x, 20);
  return unused;
}

static void* look(void* unused) {
  const int a = atomic_load(&x);
  const int b = atomic_load(&x);
  assert(a <= b);
  return unused;
}

int main(void) {
  const int v = revisit_nondet_int("v");
  revisit_assume(v <= LIMIT);
  atomic_store(&x, v);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, change, NULL);
  pthread_create(&threads[1], NULL, look, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
