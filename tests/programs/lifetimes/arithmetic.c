/* Unknown numbers that one thread divides and another one adds to. Only with --arithmetic are an overflow and a
 * division by zero errors; SMALL bounds the numbers. */
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int a, b, quotient, sum;

static void *divide(void *unused) {
  quotient = a / (b - 3);
  return unused;
}

static void *add(void *unused) {
  sum = a + 1;
  return unused;
}

int main(void) {
  pthread_t d, s;
  a = __VERIFIER_nondet_int();
  b = __VERIFIER_nondet_int();
#ifdef SMALL
  __VERIFIER_assume(a > 0 && a < 10 && b > 3 && b < 10);
#endif
  pthread_create(&d, NULL, divide, NULL);
  pthread_create(&s, NULL, add, NULL);
  pthread_join(d, NULL);
  pthread_join(s, NULL);
  return 0;
}
