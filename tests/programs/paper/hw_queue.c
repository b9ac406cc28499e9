/* Herlihy and Wing's queue: an enqueuer draws a slot and fills it, a dequeuer sweeps the slots drawn so far.
 * Parameters: INS threads enqueue once, REM threads dequeue once; WRAPPED. */
#include "shared.h"
#ifndef INS
#define INS 2
#endif
#ifndef REM
#define REM 0
#endif

enum { EMPTY = 0 };
static Number tail, item[INS];

static void* enqueue(void* arg) {
  int slot = getAndIncrement(&tail);
  setNumber(&item[slot], 1 + (int)(long)arg);
  return NULL;
}

static void* dequeue(void* unused) {
  int range = getNumber(&tail);
  for (int i = 0; i < range; i++)
    if (getAndSetNumber(&item[i], EMPTY) != EMPTY)
      break;
  return unused;
}

int main(void) {
  runThreads(INS, enqueue, REM, dequeue);
  return 0;
}
