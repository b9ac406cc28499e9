// Dekker's mutual exclusion, each access in an atomic section of its own.
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

int flag1 = 0, flag2 = 0, turn = 0;
int x;

void* one(void* arg) {
  flag1 = 1;
  int f2 = flag2;
  while (f2 >= 1) {
    int t = turn;
    if (t != 0) {
      flag1 = 0;
      t = turn;
      while (t != 0)
        t = turn;
      flag1 = 1;
    }
    f2 = flag2;
  }
  __VERIFIER_atomic_begin();
  x = 0;
  __VERIFIER_atomic_end();
  __VERIFIER_assert(x <= 0);
  turn = 1;
  flag1 = 0;
  return 0;
}

void* two(void* arg) {
#ifndef WRONG
  flag2 = 1;
#endif
  int f1 = flag1;
  while (f1 >= 1) {
    int t = turn;
    if (t != 1) {
      flag2 = 0;
      t = turn;
      while (t != 1)
        t = turn;
      flag2 = 1;
    }
    f1 = flag1;
  }
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  __VERIFIER_assert(x >= 1);
  turn = 0;
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
