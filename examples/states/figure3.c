// Figure 3: what T1 writes is read by T2 and T3, and neither of them has to come first.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int o1, o2;

static void* one(void* unused) {
  atomic_store(&o1, 1);
  return unused;
}

static void* two(void* unused) {
  (void)atomic_load(&o2);
  (void)atomic_load(&o1);
  return unused;
}

static void* three(void* unused) {
  (void)atomic_load(&o2);
  (void)atomic_load(&o1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  pthread_create(&threads[2], NULL, three, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
