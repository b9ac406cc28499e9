// The locks that each thread holds at each of its events. Built once, then read-only.
#pragma once

#include "query/timeline/timeline.h"

namespace revisit::patterns {

struct HeldLock {
  EventNumber object = 0; // the first operation on the lock, which tells it from others
  EventNumber taken = 0;  // the outermost lock operation
  bool forReading = false;
  unsigned depth = 1;
};

class HeldLocks {
public:
  // O(events * locks held at a time).
  explicit HeldLocks(const Timeline& timeline);

  // When the event is done; in the order in which they were taken.
  const std::vector<HeldLock>& at(EventNumber number) const { return m_sets[m_places[number]]; }
  // Both hold one lock, and at least one of them not only for reading.
  bool excludeEachOther(EventNumber first, EventNumber second) const;

private:
  std::vector<std::vector<HeldLock>> m_sets; // each that was held at some time; the first is empty
  std::vector<std::size_t> m_places;         // by number
};

// An operation of a mutex or a read-write lock, whatever came of it.
bool isOfLock(const WitnessEvent& event);

// "m", "m and n", "no lock"; "(shared)" stands behind those that are held for reading.
std::string lockNames(const Timeline& timeline, const std::vector<HeldLock>& locks);

} // namespace revisit::patterns
