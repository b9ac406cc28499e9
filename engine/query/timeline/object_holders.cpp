#include "query/timeline/object_holders.h"

#include "program/objects/objects.h"

namespace revisit {

bool hasSucceeded(const WitnessEvent& event) {
  return isTaken(event.seen.value_or(object_result::ok));
}

bool hasRole(const WitnessEvent& event, ObjectRole role) {
  return event.objectOp && roleOf(*event.objectOp) == role;
}

bool takesMutex(const WitnessEvent& event) {
  return hasRole(event, ObjectRole::Lock);
}

bool takesForReading(const WitnessEvent& event) {
  return hasRole(event, ObjectRole::LockShared);
}

bool isMutexRelease(const WitnessEvent& event) {
  return hasRole(event, ObjectRole::Unlock);
}

bool isSignal(const WitnessEvent& event) {
  return hasRole(event, ObjectRole::Signal) || hasRole(event, ObjectRole::Broadcast);
}

std::vector<Holding> holdingsOf(const Timeline& timeline, std::span<const EventNumber> chain) {
  std::vector<Holding> holdings;
  unsigned depth = 0; // how many times the holder has locked it
  for (const EventNumber number : chain) {
    const WitnessEvent& event = timeline.event(number);
    if (!hasSucceeded(event))
      continue;
    if (takesMutex(event)) {
      if (depth == 0)
        holdings.push_back({event.thread, number, std::nullopt});
      depth++;
    } else if (hasRole(event, ObjectRole::Abandon) && depth > 0 && holdings.back().thread == event.thread) {
      depth = 0;
      holdings.back().released = number;
    } else if (isMutexRelease(event) && depth > 0 && holdings.back().thread == event.thread && --depth == 0) {
      holdings.back().released = number;
    }
  }
  return holdings;
}

std::optional<Holding> holdingAt(const std::vector<Holding>& holdings, SchedulePosition position) {
  for (const Holding& holding : holdings)
    if (holding.taken <= position && (!holding.released || *holding.released > position))
      return holding;
  return std::nullopt;
}

} // namespace revisit
