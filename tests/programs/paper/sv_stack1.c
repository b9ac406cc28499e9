/* One thread pushes N unknowns, each below N, another pops N times; every operation under one lock. Parameter: N. */
#include "shared.h"
#ifndef N
#define N 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[N], top;

static void* pushAll(void* unused) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    int value = chooseInput();
    __VERIFIER_assume(value < N);
    stack[top++] = value;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* popAll(void* unused) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    if (top > 0)
      top--;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  runThreads(1, pushAll, 1, popAll);
  return 0;
}
