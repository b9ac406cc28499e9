// Two threads add to each other's numbers, each sum in one atomic section.
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

int i = 1, j = 1;
#ifndef N
#define N 2
#endif
#ifdef WRONG
#define LIMIT 8
#else
#define LIMIT 9
#endif

void* first(void* arg) {
  for (int k = 0; k < N; k++) {
    __VERIFIER_atomic_begin();
    i += j;
    __VERIFIER_atomic_end();
  }
  return 0;
}

void* second(void* arg) {
  for (int k = 0; k < N; k++) {
    __VERIFIER_atomic_begin();
    j += i;
    __VERIFIER_atomic_end();
  }
  return 0;
}

int main(int argc, char** argv) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  __VERIFIER_atomic_begin();
  int seen = i >= LIMIT || j >= LIMIT;
  __VERIFIER_atomic_end();
  __VERIFIER_assert(!seen);
  return 0;
}
