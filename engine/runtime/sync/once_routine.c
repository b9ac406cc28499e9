#include "runtime/sync/once_routine.h"

struct Turn {
  void (*end)(unsigned long object, int returned);
  unsigned long object;
  int returned;
};

static void endTurn(struct Turn* turn) {
  turn->end(turn->object, turn->returned);
}

void revisit_run_once(void (*routine)(void), void (*end)(unsigned long object, int returned), unsigned long object) {
  struct Turn turn __attribute__((cleanup(endTurn))) = {end, object, 0};
  routine();
  turn.returned = 1;
}
