/* Assumptions that rule every execution out: nothing is checked, which is not safe. BUG: an error before the assumption
 * counts as always. SOME: one of them leaves executions. */
#include <assert.h>
#include <pthread.h>
#include <revisit.h>

static int value;

static void* set(void* unused) {
#ifdef BUG
  assert(value != 0);
#endif
  value = 1;
  return unused;
}

int main(void) {
  const int number = revisit_nondet_int("number");
  pthread_t thread;
#ifdef EARLY
  revisit_assume(number > 5 && number < 3);
#endif
#ifdef CONSTANT
  revisit_assume(0);
#endif
  pthread_create(&thread, 0, set, 0);
  pthread_join(thread, 0);
#ifdef SOME
  revisit_assume(number > 5);
#else
  revisit_assume(value == 1 && number > 5 && number < 3);
#endif
  return 0;
}
