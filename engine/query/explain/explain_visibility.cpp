// Explains which older values a read could still have under a weak memory model, and what forbids the others.
#include "query/axioms/forbidding_cycle.h"
#include "query/explain/explain_parts.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::explain {

namespace {

// How a newer write forbids an older one.
struct Newer {
  EventNumber write = 0;
  std::optional<EventNumber> reader; // it read the newer write and happens before the read; nothing: the write does
  std::vector<SynchronizingPair> path;
};

std::vector<EventNumber> newerWrites(const Timeline& timeline, EventNumber read, std::optional<EventNumber> write) {
  const ByteRange range = timeline.rangeOf(read);
  std::vector<EventNumber> found;
  for (const EventNumber other : timeline.coherenceOrder(range))
    if (other < read && timeline.rangeOf(other).covers(range) &&
        (!write || (other != *write && timeline.coherenceBefore(*write, other))))
      found.push_back(other);
  return found;
}

std::optional<Newer> forbidding(const Timeline& timeline, const std::vector<SynchronizingPair>& pairs, EventNumber read,
                                std::optional<EventNumber> write) {
  const std::vector<EventNumber> newer = newerWrites(timeline, read, write);
  for (const EventNumber other : newer)
    if (auto path = happensBeforePath(timeline, pairs, other, read))
      return Newer{other, std::nullopt, std::move(*path)};
  for (const EventNumber other : newer)
    for (const EventNumber reader : timeline.readersOf(other))
      if (reader < read)
        if (auto path = happensBeforePath(timeline, pairs, reader, read))
          return Newer{other, reader, std::move(*path)};
  return std::nullopt;
}

// " through (1,2) -> (2,0)"; empty within a thread.
std::string pathText(const Timeline& timeline, const std::vector<SynchronizingPair>& path) {
  std::string text;
  for (const SynchronizingPair& step : path)
    text += fmt::format("{}{} -> {}", text.empty() ? " through " : ", ", referenceText(timeline.event(step.release)),
                        referenceText(timeline.event(step.acquire)));
  return text;
}

// What forbids it where happens-before and coherence alone do not.
std::string_view otherRule(ModelKind model) {
  switch (model) {
  case ModelKind::Rc11:
    return "the order of the seq_cst accesses and fences would have a cycle (psc)";
  case ModelKind::Tso:
  case ModelKind::Pso:
    return "a newer write has left its store buffer before this read";
  case ModelKind::Sc:
  case ModelKind::Ra:
  case ModelKind::Sra:
    return "happens-before and coherence would have a cycle";
  }
  return {};
}

// The cycle when the read, as the last event, reads from another write.
ForbiddingCycle cycleWith(const Timeline& timeline, EventNumber read, std::optional<EventNumber> write) {
  Witness witness = timeline.witness();
  witness.schedule.resize(read);
  WitnessEvent& event = witness.schedule.back();
  event.readsFrom.reset();
  if (write)
    event.readsFrom = WitnessEventRef{timeline.event(*write).thread, timeline.event(*write).index};
  event.writes = false; // where it would write does not matter for what it reads
  event.coherence.reset();
  witness.error = {};
  const Result<Timeline> before = Timeline::make(std::move(witness));
  return before ? forbiddingCycle(before.value(), {read}) : ForbiddingCycle();
}

} // namespace

OlderValues::OlderValues(const Timeline& timeline, EventNumber read)
    : m_timeline(timeline), m_read(read), m_readable(readableWrites(timeline, read)),
      m_pairs(synchronizesWith(timeline)) {
  // With another source the read would not synchronise with what it has read.
  std::erase_if(m_pairs, [&](const SynchronizingPair& pair) { return pair.acquire == read; });
}

bool OlderValues::isAnyReadable() const {
  const std::optional<EventNumber> source = m_timeline.readsFrom(m_read);
  return source && !m_readable.empty() && m_readable.front() != source;
}

Reason OlderValues::reason(std::optional<EventNumber> write) const {
  const std::string what = write ? mention(m_timeline, *write)
                                 : fmt::format("The initial value of {}", locationText(m_timeline.event(m_read)));
  if (std::ranges::find(m_readable, write) != m_readable.end())
    return {fmt::format("{} may be read here instead: newer writes need not be visible yet.", what), write};
  ForbiddingCycle cycle = cycleWith(m_timeline, m_read, write);
  if (const std::optional<Newer> newer = forbidding(m_timeline, m_pairs, m_read, write)) {
    const std::string path = pathText(m_timeline, newer->path);
    return {newer->reader
                ? fmt::format(
                      "{} may not be read here: {} has read {}, which is newer, and happens before this read{}. "
                      "The cycle: fr, rf, hb.",
                      what, mention(m_timeline, *newer->reader), referenceText(m_timeline.event(newer->write)), path)
                : fmt::format("{} may not be read here: {} is newer and happens before this read{}. The cycle: fr, hb.",
                              what, mention(m_timeline, newer->write), path),
            write, std::move(cycle.edges)};
  }
  const std::string arrows = arrowsText(m_timeline, cycle);
  return {fmt::format("{} may not be read here: {}.{}{}{}", what, otherRule(m_timeline.witness().options.memoryModel),
                      arrows.empty() ? "" : " The cycle: ", arrows, arrows.empty() ? "" : "."),
          write, std::move(cycle.edges)};
}

} // namespace revisit::explain
