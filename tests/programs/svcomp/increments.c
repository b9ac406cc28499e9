// N increments by each of two threads: atomic functions or sections leave C(2N, N) orders, none of them wrong.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void abort(void);
void reach_error() {
  assert(0);
}
int x;
#ifndef N
#define N 2
#endif
void __VERIFIER_atomic_inc(void) {
  int t = x;
  x = t + 1;
}
void* w(void* a) {
  for (int i = 0; i < N; i++) {
#ifdef PLAIN
    int t = x;
    x = t + 1;
#elif defined BEGIN
    __VERIFIER_atomic_begin();
    int t = x;
    x = t + 1;
    __VERIFIER_atomic_end();
#else
    __VERIFIER_atomic_inc();
#endif
  }
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, w, 0);
  pthread_create(&b, 0, w, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 2 * N) {
    reach_error();
    abort();
  }
}
