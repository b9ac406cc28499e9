// Happens-before of a witness of a weak memory model: the order that synchronisation makes (synchronization.h), as
// clocks. Not the causal order of timeline.h. Immutable; any thread.
#pragma once

#include "query/timeline/synchronization.h"

namespace revisit {

// Relations that are computed event by event are not computed for larger witnesses.
inline constexpr std::size_t maxEventsOfAxioms = 2000;

class HappensBefore {
public:
  // The timeline must live as long. O(n * (threads + pairs that synchronise)), plus the squares of the lengths of
  // object chains.
  explicit HappensBefore(const Timeline& timeline);

  const Timeline& timeline() const { return m_timeline; }
  // Strict. O(1).
  bool before(EventNumber first, EventNumber second) const {
    return m_places[first] < m_clocks[second][m_timeline.event(first).thread] && first != second;
  }
  bool beforeOrSame(EventNumber first, EventNumber second) const { return first == second || before(first, second); }
  // The same without what the second event itself synchronises with. O(1).
  bool forcedBefore(EventNumber first, EventNumber second) const;
  // The pairs of events of two threads that make the order together with program order: those that do not follow from
  // others. Sorted. O(n * threads^2).
  std::vector<SynchronizingPair> pairs() const;

private:
  EventNumber lastOf(unsigned thread, unsigned count) const { return m_timeline.eventsOf(thread)[count - 1]; }

  const Timeline& m_timeline;
  std::vector<unsigned> m_places;              // by number: its place in program order, from 0
  std::vector<std::vector<unsigned>> m_clocks; // by number and thread: how many events happen before it or are it
};

} // namespace revisit
