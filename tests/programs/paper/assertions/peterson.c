/* Peterson's algorithm for two threads, with busy waiting. Each thread writes to a number in its critical section and
 * expects to find what it wrote. Parameter: ROUNDS of each thread. */
#include "../shared.h"
#include <assert.h>
#ifndef ROUNDS
#define ROUNDS 1
#endif

static atomic_bool wants[2];
static atomic_int turn, guarded;

static void* enter(void* arg) {
  int mine = (int)(long)arg, other = 1 - mine;
  for (int round = 0; round < ROUNDS; round++) {
    wants[mine] = true;
    turn = other;
    while (wants[other] && turn == other) {
    }
    guarded = mine;
    assert(guarded == mine);
    wants[mine] = false;
  }
  return NULL;
}

int main(void) {
  runThreads(2, enter, 0, NULL);
  return 0;
}
