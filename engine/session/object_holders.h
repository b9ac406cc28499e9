// Who held a mutex when, as the schedule tells. Stateless.
#pragma once

#include "session/timeline.h"

namespace revisit {

struct Holding {
  unsigned thread = 0;
  EventNumber taken = 0;               // the outermost lock of a recursive mutex
  std::optional<EventNumber> released; // nothing: never
};

// Lock, try lock or timed lock of a mutex, or of a read-write lock for writing.
bool takesMutex(const WitnessEvent& event);
// The same for reading, which several threads can have at a time.
bool takesForReading(const WitnessEvent& event);
bool isMutexRelease(const WitnessEvent& event);
// An operation on an object that did what it was asked to.
bool hasSucceeded(const WitnessEvent& event);

// `chain` as Timeline::chainOf gives it. In the order of the schedule; never two at a time. O(chain).
std::vector<Holding> holdingsOf(const Timeline& timeline, std::span<const EventNumber> chain);
// The one that is under way at the position.
std::optional<Holding> holdingAt(const std::vector<Holding>& holdings, SchedulePosition position);

} // namespace revisit
