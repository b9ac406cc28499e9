// Workers that go on until they are told to stop. -DSTOPS: main tells them. Otherwise it forgot to, and they go round
// in their loops for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, beat;

static void* work(void* unused) {
  while (!atomic_load(&stop))
    atomic_store(&beat, 1 - atomic_load(&beat));
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
#ifdef STOPS
  atomic_store(&stop, 1);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
}
