// A shared pointer to one of two variables, chosen by an unknown input: a summary must know which one is stored to.
// -DBUG: the variable that is checked may be the one.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a, b, checked;
static _Atomic(atomic_int*) target;

static void* choose(void* unused) {
#ifdef BUG
  atomic_store(&target, revisit_nondet_bool("first") ? &a : &b);
#else
  atomic_store(&target, revisit_nondet_bool("first") ? &checked : &b);
#endif
  atomic_store(atomic_load(&target), 1);
  return unused;
}

static void* check(void* unused) {
  atomic_fetch_add(&checked, 1);
  assert(!atomic_load(&a));
  return unused;
}

int main(void) {
  atomic_store(&target, &b);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, choose, NULL);
  pthread_create(&threads[1], NULL, check, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
