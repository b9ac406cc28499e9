// The interleaving of an execution as rows, for all who show it: columns of text, pages. Pure functions.
#pragma once

#include "session/happens_before.h"
#include "session/witness.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit {

// An event; several plain accesses of one thread at one place; or events that are left out.
struct InterleavingRow {
  EventNumber number = 0; // of its first event
  std::size_t events = 1;
  std::optional<unsigned> thread; // nothing: events of several threads are left out
  std::string text;
  std::string place; // "a.c:7"; empty when unknown, and of events that are left out
  bool isLeftOut = false;
  bool isRacing = false;  // one of the two accesses of a race
  bool isAtFault = false; // that, or the error itself
};

// Whether the event tells a reader something: not how a library starts a thread, without any frame of the user's, and
// not ends.
bool isTelling(const WitnessEvent& event);
// One of the two events that an error is about.
bool isRacing(const WitnessError& error, const WitnessEvent& event);

// In the order of the schedule. Files are named from the folder that they have in common. Many plain accesses in a row
// at one place share a row.
std::vector<InterleavingRow> interleavingRows(const Witness& witness);
// Of the events that are wanted, by number - 1, a row each; where others are left out, a row that counts them by
// thread. One event is never left out alone: its row is as short.
std::vector<InterleavingRow> interleavingRows(const Witness& witness, const std::vector<bool>& wanted);
// How many rows that would be. O(events).
std::size_t countRows(const Witness& witness, const std::vector<bool>& wanted);

} // namespace revisit
