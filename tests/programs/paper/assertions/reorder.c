/* Setters write 1 to a and then -1 to b; checkers expect that both are written or none. Parameters: SETTERS, CHECKERS;
 * ROUNDS of each. */
#include "../shared.h"
#include <assert.h>
#ifndef SETTERS
#define SETTERS 1
#endif
#ifndef CHECKERS
#define CHECKERS 1
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static atomic_int a, b;

static void* set(void* unused) {
  for (int round = 0; round < ROUNDS; round++) {
    a = 1;
    b = -1;
  }
  return unused;
}

static void* checkBoth(void* unused) {
  for (int round = 0; round < ROUNDS; round++)
    assert((a == 0 && b == 0) || (a == 1 && b == -1));
  return unused;
}

int main(void) {
  runThreads(SETTERS, set, CHECKERS, checkBoth);
  return 0;
}
