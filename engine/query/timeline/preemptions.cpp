#include "query/timeline/preemptions.h"

namespace revisit {
namespace {

// Whether the thread may have waited for what was done after `since`.
bool mayHaveWaited(const Timeline& timeline, EventNumber event, EventNumber since) {
  if (const auto before = timeline.chainPrevious(event); before && *before > since)
    return true;
  if (timeline.event(event).kind == LabelKind::Join)
    if (const auto child = timeline.childOf(event); child && !timeline.eventsOf(*child).empty())
      return timeline.eventsOf(*child).back() > since;
  return timeline.event(event).kind == LabelKind::AwaitFailed;
}

} // namespace

std::vector<EventNumber> preemptionsOf(const Timeline& timeline) {
  std::vector<EventNumber> found;
  for (EventNumber event = 1; event < timeline.size(); event++) {
    if (timeline.event(event).thread == timeline.event(event + 1).thread)
      continue;
    const auto next = timeline.nextOfThread(event);
    if (next && !mayHaveWaited(timeline, *next, event))
      found.push_back(event);
  }
  return found;
}

} // namespace revisit
