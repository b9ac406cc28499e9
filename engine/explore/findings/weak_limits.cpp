#include "explore/findings/weak_limits.h"

#include <algorithm>
#include <map>

namespace revisit {

namespace {

bool isPartialStore(const Label& label) {
  return label.kind == LabelKind::Rmw && label.rmw == RmwOp::Insert;
}

std::vector<EventId> inOrderOfAddition(const ExecutionGraph& graph) {
  std::vector<EventId> events;
  std::ranges::copy(graph.events(), std::back_inserter(events));
  std::ranges::sort(events, {}, [](EventId id) { return id.value(); });
  return events;
}

} // namespace

EventId unorderedPartialStore(const ExecutionGraph& graph, Synchronizing synchronizing) {
  HappensBeforeClocks clocks(synchronizing);
  clocks.fit(graph);
  std::map<LocationId, std::vector<EventId>> accesses;
  for (const EventId id : inOrderOfAddition(graph)) {
    clocks.add(graph, id);
    const Event& event = graph.event(id);
    if (!isMemory(event.label->kind))
      continue;
    std::vector<EventId>& others = accesses[event.location];
    for (const EventId one : others) {
      const Event& other = graph.event(one);
      const bool isPartial = isPartialStore(*event.label) || isPartialStore(*other.label);
      if (isPartial && other.thread != event.thread && (event.writes || other.writes) &&
          !graph.within(one, clocks.clock(id)))
        return isPartialStore(*event.label) ? id : one;
    }
    others.push_back(id);
  }
  return {};
}

} // namespace revisit
