// Where in a run's trace the events lie that a thread decides alone. A replay counts to them.
#pragma once

#include "program/recording.h"
#include "runtime/abi/channel.h"
#include "session/witness.h"

namespace revisit {

// Fills WitnessEvent::records. `recording` and `trace` are of one run of the witness's plan. Fails when the run decided
// other things than the witness says. O(records).
Status placePathEvents(Witness& witness, const Recording& recording, const RevisitChannel& trace);

} // namespace revisit
