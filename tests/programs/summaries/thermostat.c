// A sensor stores unknown temperatures, brought into a range; a controller switches the heater by them.
// -DBUG: the sensor forgets the upper end of the range.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 6
#endif

enum { COLD = -40, HOT = 120 };

static atomic_int temperature = 20, heater;

static void* measure(void* unused) {
  for (int i = 0; i < N; i++) {
    int value = revisit_nondet_int("value");
    if (value < COLD)
      value = COLD;
#ifndef BUG
    if (value > HOT)
      value = HOT;
#endif
    atomic_store(&temperature, value);
  }
  return unused;
}

static void* control(void* unused) {
  for (int i = 0; i < 2; i++) {
    const int value = atomic_load(&temperature);
    assert(value >= COLD && value <= HOT);
    if (value < 18)
      atomic_store(&heater, 1);
    if (value > 22)
      atomic_store(&heater, 0);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, measure, NULL);
  pthread_create(&threads[1], NULL, control, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  const int last = atomic_load(&heater);
  assert(last == 0 || last == 1);
}
