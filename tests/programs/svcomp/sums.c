// Every thread fills its place of an array; the sum is checked at the end.
extern void abort(void);
#include <assert.h>
void reach_error() {
  assert(0);
}
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int condition) {
  if (!condition) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
#include <pthread.h>

#include <stdlib.h>
#ifdef WRONG
const int SIGMA = 3;
#else
const int SIGMA = 2;
#endif
int* array;
int array_index = -1;

void* thread(void* arg) {
  array[array_index] = 1;
  return 0;
}

int main() {
  int tid, sum;
  pthread_t* t = (pthread_t*)malloc(sizeof(pthread_t) * SIGMA);
  array = (int*)malloc(sizeof(int) * SIGMA);
  __VERIFIER_assume(t && array);
  for (tid = 0; tid < SIGMA; tid++) {
    array_index++;
    pthread_create(&t[tid], 0, thread, 0);
#ifndef WRONG
    pthread_join(t[tid], 0);
#endif
  }
#ifdef WRONG
  for (tid = 0; tid < SIGMA; tid++)
    pthread_join(t[tid], 0);
#endif
  for (tid = sum = 0; tid < SIGMA; tid++)
    sum += array[tid];
  __VERIFIER_assert(sum == SIGMA);
  return 0;
}
