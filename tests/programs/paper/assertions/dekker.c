/* Dekker's algorithm for two threads, with busy waiting. Whose turn it is at first is unknown. Each thread writes to a
 * number in its critical section and expects to find what it wrote. */
#include "../shared.h"
#include <assert.h>

static atomic_bool wants[2];
static atomic_int turn, guarded;

static void* enter(void* arg) {
  int mine = (int)(long)arg, other = 1 - mine;
  wants[mine] = true;
  while (wants[other])
    if (turn != mine) {
      wants[mine] = false;
      while (turn != mine) {
      }
      wants[mine] = true;
    }
  guarded = mine;
  assert(guarded == mine);
  turn = other;
  wants[mine] = false;
  return NULL;
}

int main(void) {
  int first = __VERIFIER_nondet_int();
  __VERIFIER_assume(first == 0 || first == 1);
  turn = first;
  runThreads(2, enter, 0, NULL);
  return 0;
}
