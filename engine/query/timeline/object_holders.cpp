#include "query/timeline/object_holders.h"

namespace revisit {

bool hasSucceeded(const WitnessEvent& event) {
  return event.seen ? *event.seen == 0 : event.value.empty() || event.value == "got it";
}

bool takesMutex(const WitnessEvent& event) {
  return event.operation == "lock" || event.operation == "try lock" || event.operation == "timed lock" ||
         event.operation == "write lock" || event.operation == "try write lock" ||
         event.operation == "timed write lock";
}

bool takesForReading(const WitnessEvent& event) {
  return event.operation == "read lock" || event.operation == "try read lock" || event.operation == "timed read lock";
}

bool isMutexRelease(const WitnessEvent& event) {
  return event.operation == "unlock" || event.operation == "rwlock unlock";
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
