// A thread that reads unknown inputs and keeps them where KEPT says. What it has forgotten does not matter, what it
// keeps does.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static _Atomic int x;

static void *set(void *unused) {
  x = 1;
  return unused;
}

#if defined LOCAL
static void *look(void *unused) {
  int kept = __VERIFIER_nondet_int(), v = x;
  if (v)
    kept = __VERIFIER_nondet_int();
  else
    kept += __VERIFIER_nondet_int() & 1;
  v = 0;
  (void)x;
  assert(kept != 77);
  return unused;
}
#elif defined GLOBAL
static int kept;
static void *look(void *unused) {
  int v = x, first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
  kept = v ? first : second;
  v = first = second = 0;
  (void)x;
  assert(kept != 77);
  return unused;
}
#elif defined HEAP
static void *look(void *unused) {
  int *kept = malloc(sizeof *kept), v = x;
  int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
  *kept = v ? first : second;
  v = first = second = 0;
  (void)x;
  int found = *kept;
  free(kept);
  assert(found != 77);
  return unused;
}
#else // forgotten
static void *look(void *unused) {
  int v = x, first = __VERIFIER_nondet_int();
  if (first > 10)
    v += first;
  v = first = 0;
  int last = x;
  assert(v == first && last < 2);
  return unused;
}
#endif

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, look, NULL);
  pthread_create(&b, NULL, set, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
