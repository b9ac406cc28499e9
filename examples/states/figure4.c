// Figure 4: all threads read what T1 writes. The first steps of T2, T3 and T4 depend on what these three do later, and
// on nothing else.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a, b, c, d;

static void* one(void* unused) {
  atomic_store(&a, 1);
  return unused;
}

static void* two(void* unused) {
  atomic_store(&b, 1);
  (void)atomic_load(&d);
  (void)atomic_load(&a);
  return unused;
}

static void* three(void* unused) {
  atomic_store(&c, 1);
  (void)atomic_load(&b);
  (void)atomic_load(&d);
  (void)atomic_load(&a);
  return unused;
}

static void* four(void* unused) {
  atomic_store(&d, 1);
  (void)atomic_load(&c);
  (void)atomic_load(&a);
  return unused;
}

static void* five(void* unused) {
  (void)atomic_load(&a);
  return unused;
}

int main(void) {
  void* (*const work[])(void*) = {one, two, three, four, five};
  pthread_t threads[5];
  for (int i = 0; i < 5; i++)
    pthread_create(&threads[i], NULL, work[i], NULL);
  for (int i = 0; i < 5; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
