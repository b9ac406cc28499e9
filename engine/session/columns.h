// A witness as text: what is wrong, and the interleaving with one column per thread. Pure functions.
#pragma once

#include "session/interleaving.h"

#include <optional>
#include <span>
#include <string>

namespace revisit {

// "write x = 1": without the relations, and without the timeline that would know them.
std::string operationText(const WitnessEvent& event);
// Kind, message and place of the error, what threads wait for, and the inputs; one fact per line. Without an error, how
// the execution ended.
std::string describeError(const Witness& witness);
// The same of another error that its execution shows.
std::string describeError(const Witness& witness, const WitnessError& error);
struct ColumnsStyle {
  std::size_t width = 0;                                  // of a line; 0: as wide as it has to be
  bool colours = false;                                   // with a terminal's escape sequences
  std::optional<SchedulePosition> current = std::nullopt; // marks the line of the last event that is done there
};
// One line per row, in the order of the schedule, each in its thread's column, with its number and its place in the
// source. Where that is wider than the style allows, columns overlap and long texts are shortened.
std::string columns(const Witness& witness, std::span<const InterleavingRow> rows, const ColumnsStyle& style);
// The same of all events, as wide as it has to be. Numbers may be missing: see interleavingRows().
std::string columns(const Witness& witness, std::optional<SchedulePosition> current = std::nullopt);
// What the program printed, indented under a heading: its last `lines` lines, 0 standing for all; empty when it printed
// nothing. Bytes that a terminal would obey are shown as dots.
std::string outputText(const Witness& witness, std::size_t lines = 0);

} // namespace revisit
