#include "sideways/session/outcome_edge.h"

#include "sideways/session/event_names.h"

#include <algorithm>

namespace revisit {
namespace {

std::optional<NodeIndex> nodeOfName(const EventGraph& graph, const Timeline& timeline, const EventName& name) {
  if (const auto event = numberOf(timeline, name))
    return nodeOf(*event);
  const std::vector<Wait>& waits = graph.waits();
  const auto wait = std::ranges::find(waits, name.thread.value(), &Wait::thread);
  const bool isStep = wait != waits.end() && name.index == timeline.eventsOf(wait->thread).size();
  return isStep ? std::optional(timeline.size() + static_cast<std::size_t>(wait - waits.begin())) : std::nullopt;
}

} // namespace

std::optional<EventEdge> addedEdge(const EventGraph& graph, const Timeline& timeline, const Outcome& outcome) {
  const auto self = nodeOfName(graph, timeline, outcome.event), other = nodeOfName(graph, timeline, outcome.other);
  if (!self || !other)
    return std::nullopt;
  const auto event = graph.eventOf(*other);
  const bool isAccess = event && timeline.rangeOf(*event).size != 0;
  const Relation order = isAccess ? Relation::Coherence : Relation::ObjectChain;
  switch (outcome.kind) {
  case OutcomeKind::ReadsFrom:
    return EventEdge{Relation::ReadsFrom, *other, *self};
  case OutcomeKind::Before:
    return EventEdge{order, *self, *other};
  case OutcomeKind::After:
    return EventEdge{order, *other, *self};
  case OutcomeKind::Takes:
    break;
  }
  return std::nullopt;
}

} // namespace revisit
