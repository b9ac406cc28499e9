// Peterson's mutual exclusion.
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

int flag1 = 0, flag2 = 0, turn;
int x;

void* one(void* arg) {
  flag1 = 1;
#ifndef WRONG
  turn = 1;
#endif
  while (flag2 == 1 && turn == 1)
    ;
  x = 0;
  __VERIFIER_assert(x <= 0);
  flag1 = 0;
  return 0;
}

void* two(void* arg) {
  flag2 = 1;
  turn = 0;
  while (flag1 == 1 && turn == 0)
    ;
  x = 1;
  __VERIFIER_assert(x >= 1);
  flag2 = 0;
  return 0;
}

int main() {
  pthread_t t1, t2;
  pthread_create(&t1, 0, one, 0);
  pthread_create(&t2, 0, two, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
