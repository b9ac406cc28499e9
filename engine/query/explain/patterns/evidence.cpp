#include "query/explain/patterns/evidence.h"

#include "base/text_width.h"

#include <fmt/format.h>

namespace revisit::patterns {
namespace {

void addThreads(const Timeline& timeline, std::vector<CausalEdge>& edges) {
  for (unsigned thread = 0; thread < timeline.witness().threads.size(); thread++)
    if (const auto creation = timeline.creationOf(thread); creation && !timeline.eventsOf(thread).empty())
      edges.push_back({*creation, timeline.eventsOf(thread).front()});
  for (const EventNumber join : timeline.ofKind(EventKind::Join))
    if (const auto child = timeline.childOf(join); child && !timeline.eventsOf(*child).empty())
      edges.push_back({timeline.eventsOf(*child).back(), join});
}

void addObjects(const Timeline& timeline, std::vector<CausalEdge>& edges) {
  for (const EventNumber number : timeline.ofKind(EventKind::Object))
    if (const auto before = timeline.chainPrevious(number); before && !isOfLock(timeline.event(number)))
      edges.push_back({*before, number});
}

void addReads(const Timeline& timeline, const HeldLocks& locks, std::vector<CausalEdge>& edges) {
  for (EventNumber number = 1; number <= timeline.size(); number++)
    if (const auto source = timeline.readsFrom(number); source && !locks.excludeEachOther(*source, number))
      edges.push_back({*source, number});
}

CausalOrder orderOf(const Timeline& timeline, const HeldLocks& locks) {
  std::vector<unsigned> threads;
  for (const WitnessEvent& event : timeline.witness().schedule)
    threads.push_back(event.thread);
  std::vector<CausalEdge> edges;
  addThreads(timeline, edges);
  addObjects(timeline, edges);
  addReads(timeline, locks, edges);
  return {threads, timeline.witness().threads.size(), std::move(edges)};
}

} // namespace

Evidence::Evidence(const Timeline& timeline)
    : m_timeline(timeline), m_locks(timeline), m_order(orderOf(timeline, m_locks)) {}

bool Evidence::isOrderedBefore(EventNumber first, EventNumber second) const {
  const std::optional<EventNumber> previous = m_timeline.previousOfThread(second);
  const auto before = previous ? previous : m_timeline.creationOf(m_timeline.event(second).thread);
  return before && (first == *before || isOrdered(first, *before));
}

std::string withReleased(const Timeline& timeline, const std::string& headline, const HeldLock& lock) {
  constexpr std::size_t width = 78;
  std::string text = fmt::format("{} ({} was released in between)", headline, lockNames(timeline, {lock}));
  return textWidth(text) <= width ? text : headline + " (unlocked in between)";
}

std::string withReleased(const Evidence& evidence, const std::string& headline, EventNumber first, EventNumber second) {
  for (const HeldLock& lock : evidence.locks().at(second))
    for (const HeldLock& before : evidence.locks().at(first))
      if (before.object == lock.object && before.taken != lock.taken)
        return withReleased(evidence.timeline(), headline, lock);
  return headline;
}

} // namespace revisit::patterns
