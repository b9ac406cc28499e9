// What the trace of a run adds to its witness: the positions of the events that a thread decides alone (a replay counts
// records up to them), and the descriptors.
#pragma once

#include "abi/channel.h"
#include "program/recording.h"
#include "target/native_oracle.h"
#include "witness/witness.h"

namespace revisit {

// Fills WitnessEvent::records. `recording` and `trace` belong to one run of the witness's plan. Fails when the run's
// decisions differ from the witness. O(records).
Status placePathEvents(Witness& witness, const Recording& recording, const RevisitChannel& trace);

// Fills Witness::descriptors. `recording` is that of the oracle's last run, which ran the witness's plan.
// O(descriptors * steps).
void describeDescriptors(Witness& witness, const Recording& recording, const NativeOracle& oracle);

} // namespace revisit
