// A weather station: one thread measures, the other one shows. While a measurement is written its number is odd, so
// that whoever reads it can tell. Compiled with revisit-cc, explored with revisit check --model rc11.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint number;
static atomic_int celsius, fahrenheit = 32;

static void* measure(void* unused) {
  atomic_store_explicit(&number, 1, memory_order_relaxed);
  atomic_store_explicit(&celsius, 20, memory_order_relaxed); // nothing keeps it behind the line above
  atomic_store_explicit(&fahrenheit, 68, memory_order_relaxed);
  atomic_store_explicit(&number, 2, memory_order_release);
  return unused;
}

static void* show(void* unused) {
  unsigned before = atomic_load_explicit(&number, memory_order_acquire);
  int c = atomic_load_explicit(&celsius, memory_order_relaxed);
  int f = atomic_load_explicit(&fahrenheit, memory_order_relaxed);
  unsigned after = atomic_load_explicit(&number, memory_order_relaxed); // nothing keeps it behind the lines above
  if (before == after && before % 2 == 0)
    assert(f == c * 9 / 5 + 32);
  return unused;
}

int main(void) {
  pthread_t station, display;
  pthread_create(&station, NULL, measure, NULL);
  pthread_create(&display, NULL, show, NULL);
  pthread_join(station, NULL);
  pthread_join(display, NULL);
  return 0;
}
