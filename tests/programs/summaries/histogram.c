// Samples of unknown size are counted in bins, with atomic counters.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#ifndef T
#define T 2
#endif

static atomic_int bin[3], total, rejected;

static void* run(void* none) {
  (void)none;
  for (int i = 0; i < N; i++) {
    const unsigned char sample = revisit_nondet_uchar("sample");
    if (sample > 200) {
      rejected++;
      continue;
    }
    bin[sample < 50 ? 0 : sample < 120 ? 1 : 2]++;
    total++;
    assert(total <= N * T);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[T];
  for (size_t i = 0; i < T; i++)
    pthread_create(&threads[i], NULL, run, (void*)i);
  for (size_t i = 0; i < T; i++)
    pthread_join(threads[i], NULL);
  assert(bin[0] + bin[1] + bin[2] == total);
  assert(total + rejected == N * T);
}
