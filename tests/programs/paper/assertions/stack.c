/* One thread pushes N unknowns, another pops N times once it knows of the first element; it does not ask whether there
 * is another one. Every operation is under one lock. Parameter: N. */
#include "../shared.h"
#include <assert.h>
#ifndef N
#define N 5
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cells[N], top;
static bool isFilled;

static void* pushAll(void* unused) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    int value = __VERIFIER_nondet_int();
    assert(top < N);
    cells[top++] = value;
    isFilled = true;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* popAll(void* unused) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    if (isFilled) {
      assert(top > 0);
      top--;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  runThreads(1, pushAll, 1, popAll);
  return 0;
}
