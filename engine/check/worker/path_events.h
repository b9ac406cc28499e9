// Finds the positions in a run's trace of the events that a thread decides alone. A replay counts records up to them.
#pragma once

#include "abi/channel.h"
#include "program/recording.h"
#include "witness/witness.h"

namespace revisit {

// Fills WitnessEvent::records. `recording` and `trace` belong to one run of the witness's plan. Fails when the run's
// decisions differ from the witness. O(records).
Status placePathEvents(Witness& witness, const Recording& recording, const RevisitChannel& trace);

} // namespace revisit
