/* A ticket lock: a thread draws the next ticket and waits until it is served. Each thread writes to a number in its
 * critical section and expects to find what it wrote. Parameter: ROUNDS of each thread. */
#include "../shared.h"
#include <assert.h>
#ifndef ROUNDS
#define ROUNDS 2
#endif

static atomic_uint next, served;
static atomic_int guarded;

static void* enter(void* arg) {
  int mine = (int)(long)arg;
  for (int round = 0; round < ROUNDS; round++) {
    unsigned ticket = atomic_fetch_add(&next, 1);
    while (served != ticket) {
    }
    guarded = mine;
    assert(guarded == mine);
    served = ticket + 1;
  }
  return NULL;
}

int main(void) {
  runThreads(2, enter, 0, NULL);
  return 0;
}
