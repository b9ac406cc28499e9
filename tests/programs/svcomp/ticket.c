// A ticket lock of atomic functions, with a wrapping check.
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

#define FAILED 3
volatile unsigned next_ticket = 0, now_serving = 0;
int c = 0;

unsigned __VERIFIER_atomic_fetch_and_increment__next_ticket() {
  unsigned value;
  if (next_ticket == FAILED)
    value = FAILED;
  else {
    value = next_ticket;
    next_ticket = next_ticket + 1;
  }
  return value;
}

void* thr1(void* arg) {
  unsigned my_ticket = __VERIFIER_atomic_fetch_and_increment__next_ticket();
  if (my_ticket == FAILED)
    __VERIFIER_assume(0);
#ifndef WRONG
  else
    while (now_serving != my_ticket)
      ;
#endif
  c++;
  __VERIFIER_assert(c == 1);
  c--;
  now_serving++;
  return 0;
}

int main() {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, thr1, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
  return 0;
}
