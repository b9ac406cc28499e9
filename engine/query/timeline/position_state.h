// The state of a program at a position of an execution, as far as its events tell: shared variables and locks.
// Stateless.
#pragma once

#include "query/timeline/timeline.h"

#include <functional>
#include <string>
#include <vector>

namespace revisit {

struct KnownVariable {
  std::string name, value; // the value in memory: other threads may still see another one where the model allows it
  EventNumber writer = 0;  // the write that it is from
  friend bool operator==(const KnownVariable&, const KnownVariable&) = default;
};

// Variables that were written up to the position, those written last first; at most `most`, and only those whose last
// write `isWanted`. O(events up to the position) in the worst case, otherwise the events that it takes to find so many.
std::vector<KnownVariable> variablesAt(const Timeline& timeline, SchedulePosition position, std::size_t most,
                                       const std::function<bool(EventNumber write)>& isWanted);

struct KnownLock {
  std::string name, holder;         // "T1 worker"
  EventNumber taken = 0;            // where the holder took it
  std::vector<std::string> waiting; // threads whose next step or wait is for it
  friend bool operator==(const KnownLock&, const KnownLock&) = default;
};

// Locks that a thread holds at the position. O(operations on locks).
std::vector<KnownLock> locksAt(const Timeline& timeline, SchedulePosition position);

} // namespace revisit
