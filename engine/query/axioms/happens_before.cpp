#include "query/axioms/happens_before.h"

#include <algorithm>

namespace revisit {

HappensBefore::HappensBefore(const Timeline& timeline)
    : m_timeline(timeline), m_places(timeline.size() + 1), m_clocks(timeline.size() + 1) {
  const std::vector<SynchronizingPair> synchronizing = synchronizesWith(timeline);
  const std::size_t threads = timeline.witness().threads.size();
  for (EventNumber event = 1; event <= timeline.size(); event++) {
    std::vector<unsigned>& clock = m_clocks[event];
    clock.assign(threads, 0);
    const auto join = [&](EventNumber cause) {
      for (std::size_t t = 0; t < threads; t++)
        clock[t] = std::max(clock[t], m_clocks[cause][t]);
    };
    if (const auto previous = timeline.previousOfThread(event)) {
      join(*previous);
      m_places[event] = m_places[*previous] + 1;
    }
    for (const EventNumber cause : directCauses(timeline, synchronizing, event))
      join(cause);
    clock[timeline.event(event).thread] = m_places[event] + 1;
  }
}

bool HappensBefore::forcedBefore(EventNumber first, EventNumber second) const {
  const auto previous = m_timeline.previousOfThread(second);
  const auto cause = previous ? previous : m_timeline.creationOf(m_timeline.event(second).thread);
  return cause && beforeOrSame(first, *cause);
}

std::vector<SynchronizingPair> HappensBefore::pairs() const {
  std::vector<SynchronizingPair> found;
  for (EventNumber event = 1; event <= m_timeline.size(); event++) {
    const std::vector<unsigned>& clock = m_clocks[event];
    const auto previous = m_timeline.previousOfThread(event);
    for (unsigned t = 0; t < clock.size(); t++) {
      if (t == m_timeline.event(event).thread || clock[t] == 0 || (previous && m_clocks[*previous][t] >= clock[t]))
        continue;
      bool follows = false;
      for (unsigned u = 0; u < clock.size() && !follows; u++)
        follows = u != t && u != m_timeline.event(event).thread && clock[u] != 0 &&
                  m_clocks[lastOf(u, clock[u])][t] >= clock[t];
      if (!follows)
        found.push_back({lastOf(t, clock[t]), event});
    }
  }
  std::ranges::sort(found);
  return found;
}

} // namespace revisit
