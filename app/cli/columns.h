// A witness as text: what is wrong, and the interleaving with one column per thread. Pure functions.
#pragma once

#include "session/witness.h"

#include <string>

namespace revisit::cli {

// "T2 display"
std::string threadTitle(const Witness& witness, unsigned thread);
// "write x = 1"
std::string eventText(const WitnessEvent& event);
// Kind, message and place of the error, what threads wait for, and the inputs; one fact per line. Without an error, how
// the execution ended.
std::string describeError(const Witness& witness);
// One line per event, in the order of the schedule, each in its thread's column, with its place in the source. Files
// are named from the folder that they have in common. Many plain accesses in a row at one place share a line.
std::string columns(const Witness& witness);

} // namespace revisit::cli
