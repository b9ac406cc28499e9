// Waits that a signal or a request to cancel the thread may end, in instrumented code. They are rounds: what ends such
// a wait is one of the things that a round looks at.
#include "machine.h"

#include <errno.h>

long revisit_machine_go_round(MachineLook* look, void* what, bool waits, unsigned how, const uint64_t* blocked) {
  const bool mayEnd = revisit_machine_waits_in_rounds(blocked) != 0;
  long problem = 0;
  if (waits)
    revisit_machine_begin_rounds();
  for (;;) {
    const MachineRound round = look(what);
    if (round != MachineRoundFinds && mayEnd)
      problem = revisit_machine_interrupted(how, blocked);
    if (!waits || round != MachineRoundFails || problem != 0)
      break;
    revisit_machine_round_failed();
  }
  if (waits)
    revisit_machine_end_rounds();
  return problem;
}

typedef struct Awaited {
  void* object;
  unsigned conditions;
  size_t capacity;
} Awaited;

static MachineRound lookAtStream(void* what) {
  const Awaited* const awaited = what;
  return machineRound(
      revisit_machine_look(awaited->object, awaited->conditions, awaited->capacity, REVISIT_MACHINE_TRIES) != 0);
}

static MachineRound lookAtCounter(void* counter) {
  return machineRound(revisit_machine_look_at_counter(counter, REVISIT_MACHINE_READABLE, REVISIT_MACHINE_TRIES) != 0);
}

long revisit_machine_await(void* stream, unsigned conditions, size_t capacity, unsigned how) {
  if (revisit_machine_waits_in_rounds(NULL) == 0) {
    revisit_machine_look(stream, conditions, capacity, 0);
    return 0;
  }
  Awaited awaited = {stream, conditions, capacity};
  return revisit_machine_go_round(lookAtStream, &awaited, true, how, NULL);
}

long revisit_machine_await_counter(void* counter, unsigned how) {
  if (revisit_machine_waits_in_rounds(NULL) == 0) {
    revisit_machine_look_at_counter(counter, REVISIT_MACHINE_READABLE, 0);
    return 0;
  }
  return revisit_machine_go_round(lookAtCounter, counter, true, how, NULL);
}

typedef struct Addition {
  void* counter;
  uint64_t number;
  unsigned how;
  long result;
} Addition;

static MachineRound tryToAdd(void* what) {
  Addition* const addition = what;
  addition->result = revisit_machine_add(addition->counter, addition->number, addition->how);
  return machineRound(addition->result != -EAGAIN);
}

// A counter has room for a number if adding it does not fail: there is no condition for that but a try.
long revisit_machine_add_in_rounds(void* counter, uint64_t number, unsigned how) {
  Addition addition = {counter, number, how, 0};
  const long problem = revisit_machine_go_round(tryToAdd, &addition, true, how, NULL);
  return problem != 0 ? problem : addition.result;
}
