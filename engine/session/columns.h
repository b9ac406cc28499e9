// A witness as text: what is wrong, and the interleaving with one column per thread. Pure functions.
#pragma once

#include "session/timeline.h"

#include <string>

namespace revisit {

// "write x = 1": without the relations, and without the timeline that would know them.
std::string operationText(const WitnessEvent& event);
// Kind, message and place of the error, what threads wait for, and the inputs; one fact per line. Without an error, how
// the execution ended.
std::string describeError(const Witness& witness);
// The same of another error that its execution shows.
std::string describeError(const Witness& witness, const WitnessError& error);
// One line per event, in the order of the schedule, each in its thread's column, with its number and its place in the
// source. Files are named from the folder that they have in common. Many plain accesses in a row at one place share a
// line, which bears the first one's number; what tells a reader nothing is left out, so that numbers may be missing.
// `current` marks the line of the last event that is done there.
std::string columns(const Witness& witness, std::optional<SchedulePosition> current = std::nullopt);
// What the program printed, indented under a heading: its last `lines` lines, 0 standing for all; empty when it printed
// nothing. Bytes that a terminal would obey are shown as dots.
std::string outputText(const Witness& witness, std::size_t lines = 0);

} // namespace revisit
