/* Szymanski's algorithm for two threads, with busy waiting: a waiting room with a door that the last one closes behind
 * itself. Each thread writes to a number in its critical section and expects to find what it wrote. */
#include "../shared.h"
#include <assert.h>

enum { OUTSIDE, ASKS, WAITS, IN_DOOR, INSIDE };

static atomic_int places[2];
static atomic_int guarded;

static void* enter(void* arg) {
  int mine = (int)(long)arg;
  atomic_int* other = &places[1 - mine];
  places[mine] = ASKS;
  while (*other >= IN_DOOR) {
  }
  places[mine] = IN_DOOR;
  if (*other == ASKS) {
    places[mine] = WAITS;
    while (*other != INSIDE) {
    }
  }
  places[mine] = INSIDE;
  if (mine == 1) /* the first one goes first */
    while (*other > ASKS) {
    }
  guarded = mine;
  assert(guarded == mine);
  if (mine == 0)
    for (int seen = *other; seen == WAITS || seen == IN_DOOR; seen = *other) {
    }
  places[mine] = OUTSIDE;
  return NULL;
}

int main(void) {
  runThreads(2, enter, 0, NULL);
  return 0;
}
