/* A flag that says that data is ready. ATOMIC: the flag orders the data; without, both race. */
#include <pthread.h>
#include <stdatomic.h>

#ifdef ATOMIC
static atomic_int ready;
#else
static int ready;
#endif
static int data;

static void* produce(void* unused) {
  data = 42;
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t producer;
  int seen = 0;
  pthread_create(&producer, NULL, produce, NULL);
  if (ready)
    seen = data;
  pthread_join(producer, NULL);
  return seen != 0 && seen != 42;
}
