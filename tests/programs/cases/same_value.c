/* One thread writes an unknown whose value in the model at hand is another thread's constant. Each of the two readers
 * must get constraints of its own where it reads the unknown, and none where it reads the constant. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
static atomic_int shared;
static int unknown;

static void* writeUnknown(void* unused) {
  atomic_store(&shared, unknown);
  return unused;
}

static void* writeZero(void* unused) {
  atomic_store(&shared, 0);
  return unused;
}

static void* isSeven(void* unused) {
  int local = 0;
  if (atomic_load(&shared) == 7)
    local = 1;
  (void)local;
  return unused;
}

static void* isNine(void* unused) {
  int local = 0;
  if (atomic_load(&shared) == 9)
    local = 1;
  (void)local;
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {isSeven, isNine, writeUnknown, writeZero};
  pthread_t threads[4];
  unknown = __VERIFIER_nondet_int();
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, bodies[i], NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
