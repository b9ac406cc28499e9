// A setter writes two values, a checker must see both or none.
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
static int a = 0, b = 0;

void* setter(void* param) {
#ifdef WRONG
  a = 1;
  b = -1;
#else
  __VERIFIER_atomic_begin();
  a = 1;
  b = -1;
  __VERIFIER_atomic_end();
#endif
  return 0;
}

void* checker(void* param) {
  __VERIFIER_atomic_begin();
  int seen = (a == 0 && b == 0) || (a == 1 && b == -1);
  __VERIFIER_atomic_end();
  if (!seen) {
  ERROR: {
    reach_error();
    abort();
  }
  }
  return 0;
}

int main(int argc, char* argv[]) {
  static pthread_t set[1], check[1];
  for (int i = 0; i < 1; i++)
    if (0 != pthread_create(&set[i], 0, &setter, 0))
      exit(-1);
  for (int i = 0; i < 1; i++)
    if (0 != pthread_create(&check[i], 0, &checker, 0))
      exit(-1);
  for (int i = 0; i < 1; i++)
    pthread_join(set[i], 0);
  for (int i = 0; i < 1; i++)
    pthread_join(check[i], 0);
  return 0;
}
