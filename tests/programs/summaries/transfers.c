// Two threads each decide by an unknown input, N times, whether they take something from an account and give it back.
// -DBUG: the first of them may forget to give it back.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stddef.h>

#ifndef N
#define N 6
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static void* work(void* number) {
  for (int i = 0; i < N; i++) {
    if (revisit_nondet_bool("skip"))
      continue;
    pthread_mutex_lock(&lock);
    balance -= 3;
    assert(balance >= 0);
#ifdef BUG
    if (number == NULL || !revisit_nondet_bool("forget"))
#endif
      balance += 3;
    pthread_mutex_unlock(&lock);
  }
  return number;
}

int main(void) {
  pthread_t threads[2];
  for (size_t i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, (void*)i);
  for (size_t i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(balance == 10);
}
