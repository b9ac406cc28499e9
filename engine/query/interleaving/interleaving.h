// The interleaving of an execution as rows, for columns of text and for pages. Pure functions.
#pragma once

#include "query/interleaving/folding.h"
#include "witness/witness.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit {

// An event, or a fold of several, or a range of events that are left out.
struct InterleavingRow {
  EventNumber number = 0; // of its first event
  std::size_t events = 1;
  std::optional<unsigned> thread; // nothing: the row leaves out events of several threads
  std::string text;
  std::string place; // "a.c:7"; empty when unknown and for left-out events
  bool isLeftOut = false;
  bool isRacing = false;  // one of the two accesses of a race
  bool isAtFault = false; // the same, or the error itself
};

// Whether the event is an operation on what a descriptor stands for.
bool isOnDescriptor(const WitnessEvent& event);
// Whether it is what a call on a descriptor does besides its operation on that.
bool isInsideCall(const WitnessEvent& event);
// Whether the event is useful to a reader. Thread ends are not, nor is the code with which a library starts a thread,
// which has no frame of the user's, nor what a call on a descriptor does besides its operation on that.
bool isTelling(const WitnessEvent& event);
// Whether it is a read or a write, but no atomic update.
bool isPlainAccess(const WitnessEvent& event);
// Whether the event is one of the two accesses of a race.
bool isRacing(const WitnessError& error, const WitnessEvent& event);

// Rows in schedule order, one for each fold and for each run of plain accesses at one place. File names are relative to
// their common folder.
std::vector<InterleavingRow> interleavingRows(const Witness& witness, const Folding& calls);
// The same with the runs as the only folds.
std::vector<InterleavingRow> interleavingRows(const Witness& witness);
// A row for each event.
std::vector<InterleavingRow> allRows(const Witness& witness);
// One row for each wanted event (by number - 1), and one for each range of left-out events, which counts them by
// thread. A single event is never left out, because the row that replaces it would be no shorter.
std::vector<InterleavingRow> interleavingRows(const Witness& witness, const std::vector<bool>& wanted);
// The number of these rows. O(events).
std::size_t countRows(const Witness& witness, const std::vector<bool>& wanted);

} // namespace revisit
