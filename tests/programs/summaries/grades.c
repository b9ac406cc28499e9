// Many unknown numbers are put into classes, each by two comparisons, while another thread counts.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 8
#endif

static atomic_int seen, last;

static void* classify(void* unused) {
  for (int i = 0; i < N; i++) {
    const int grade = revisit_nondet_int("grade");
    int class = 0;
    if (grade > 50)
      class = 1;
    if (grade > 80)
      class = 2;
    atomic_store(&last, class);
    assert(class < 3);
  }
  return unused;
}

static void* count(void* unused) {
  for (int i = 0; i < 2; i++)
    atomic_fetch_add(&seen, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, classify, NULL);
  pthread_create(&threads[1], NULL, count, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&last) <= 2);
  assert(atomic_load(&seen) == 2);
}
