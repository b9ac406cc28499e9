// Which thread held a mutex when, according to the schedule. Stateless.
#pragma once

#include "program/objects/object_operations.h"
#include "query/timeline/timeline.h"

namespace revisit {

struct Holding {
  unsigned thread = 0;
  EventNumber taken = 0;               // the outermost lock operation of a recursive mutex
  std::optional<EventNumber> released; // nothing: never
};

// Whether the event is an operation with this role.
bool hasRole(const WitnessEvent& event, ObjectRole role);

// Lock, try lock or timed lock of a mutex, or of a read-write lock for writing.
bool takesMutex(const WitnessEvent& event);
// The same for reading, which several threads can do at a time.
bool takesForReading(const WitnessEvent& event);
bool isMutexRelease(const WitnessEvent& event);
bool isSignal(const WitnessEvent& event); // or broadcast
// Whether an operation on an object succeeded.
bool hasSucceeded(const WitnessEvent& event);

// `chain` as Timeline::chainOf returns it. In schedule order; the holdings do not overlap. O(chain).
std::vector<Holding> holdingsOf(const Timeline& timeline, std::span<const EventNumber> chain);
// The holding that includes the position.
std::optional<Holding> holdingAt(const std::vector<Holding>& holdings, SchedulePosition position);

} // namespace revisit
