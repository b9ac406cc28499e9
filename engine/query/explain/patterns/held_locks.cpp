#include "query/explain/patterns/held_locks.h"

#include "program/objects/objects.h"
#include "query/explain/explain_parts.h"
#include "query/explain/patterns/words.h"
#include "query/timeline/object_holders.h"

#include <algorithm>

namespace revisit::patterns {
namespace {

// Whether the event changed what its thread holds.
bool apply(const Timeline& timeline, EventNumber number, std::vector<HeldLock>& held) {
  const WitnessEvent& event = timeline.event(number);
  const bool takes = takesMutex(event) || takesForReading(event);
  if (event.kind != LabelKind::Object || !hasSucceeded(event) || (!takes && !isMutexRelease(event)))
    return false;
  const EventNumber object = timeline.chainOf(number).front();
  const auto lock = std::ranges::find(held, object, &HeldLock::object);
  if (takes && lock == held.end())
    held.push_back({object, number, takesForReading(event), 1});
  else if (takes)
    lock->depth++;
  else if (lock != held.end() && --lock->depth == 0)
    held.erase(lock);
  return true;
}

} // namespace

HeldLocks::HeldLocks(const Timeline& timeline) : m_sets(1), m_places(timeline.size() + 1) {
  for (unsigned thread = 0; thread < timeline.witness().threads.size(); thread++) {
    std::vector<HeldLock> held;
    std::size_t place = 0;
    for (const EventNumber number : timeline.eventsOf(thread)) {
      if (apply(timeline, number, held)) {
        place = held.empty() ? 0 : m_sets.size();
        if (!held.empty())
          m_sets.push_back(held);
      }
      m_places[number] = place;
    }
  }
}

bool HeldLocks::excludeEachOther(EventNumber first, EventNumber second) const {
  return std::ranges::any_of(at(first), [&](const HeldLock& one) {
    return std::ranges::any_of(at(second), [&](const HeldLock& other) {
      return one.object == other.object && !(one.forReading && other.forReading);
    });
  });
}

bool isOfLock(const WitnessEvent& event) {
  return event.objectOp && isLock(kindOf(*event.objectOp));
}

std::string lockNames(const Timeline& timeline, const std::vector<HeldLock>& locks) {
  std::vector<std::string> names;
  for (const HeldLock& lock : locks)
    names.push_back(nameOf(timeline.event(lock.taken)) + (lock.forReading ? " (shared)" : ""));
  return names.empty() ? "no lock" : explain::listText(names);
}

} // namespace revisit::patterns
