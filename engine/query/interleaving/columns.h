// Formats a witness as text: the error, and the interleaving with one column per thread. Pure functions.
#pragma once

#include "query/interleaving/interleaving.h"

#include <optional>
#include <span>
#include <string>

namespace revisit {

// "write x = 1": without relations, so that no Timeline is needed.
std::string operationText(const WitnessEvent& event);
// Kind, message and position of the error, what threads wait for, and the inputs; one fact per line. Without an error:
// how the execution ended.
std::string describeError(const Witness& witness);
// The same for another error of the same execution.
std::string describeError(const Witness& witness, const WitnessError& error);
struct ColumnsStyle {
  std::size_t width = 0;                                  // of a line; 0: as wide as necessary
  bool colours = false;                                   // with a terminal's escape sequences
  std::optional<SchedulePosition> current = std::nullopt; // marks the line of the last event done at this position
};
// One line per row, in schedule order, each in its thread's column, with its number and source position. Where that is
// wider than the style allows, columns overlap and long texts are shortened.
std::string columns(const Witness& witness, std::span<const InterleavingRow> rows, const ColumnsStyle& style);
// The same for all events, as wide as necessary. Numbers may be skipped: see interleavingRows().
std::string columns(const Witness& witness, std::optional<SchedulePosition> current = std::nullopt);
// The program's output, indented under a heading: its last `lines` lines (0: all). Empty when there was no output.
// Control characters are shown as dots.
std::string outputText(const Witness& witness, std::size_t lines = 0);

} // namespace revisit
