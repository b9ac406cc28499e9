#include "graph/identity.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace revisit {

namespace {

struct EventKey {
  std::uint32_t thread, index;
};

EventKey keyOf(const ExecutionGraph& graph, EventId id) {
  if (!id.valid())
    return {~0u, ~0u};
  const Event& event = graph.event(id);
  return {event.thread.value(), event.index};
}

// The number decided at the event. For a barrier's arrival it counts only if the arrivals are ordered: otherwise the
// serial thread of the round is visible at its pass.
std::uint64_t decidedNumber(const Event& event) {
  const LabelKind kind = event.label->kind;
  const bool passes = kind == LabelKind::Object && event.label->operation == ObjectOp::BarrierPass;
  if (kind == LabelKind::Enumerate || passes)
    return event.seen.value.bits;
  return kind == LabelKind::Object && !event.ordered ? 0 : event.outcome;
}

} // namespace

std::string GraphIdentity::text() const {
  return fmt::format("{:016x}{:016x}", high, low);
}

// Every event is hashed with its place, its source and its coherence or chain predecessor. The predecessors determine
// coherence and chains completely, so location numbers are not hashed (they may depend on the order of discovery).
GraphIdentity identify(const ExecutionGraph& graph) {
  struct Record {
    EventKey self, source, predecessor;
    std::uint32_t kind;
    std::uint32_t decision;
    std::uint64_t number;
  };
  std::vector<Record> records;
  records.reserve(graph.eventCount());
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    for (const EventId id : graph.events(ThreadId(t))) {
      const Event& event = graph.event(id);
      const LabelKind kind = event.label->kind;
      Record record{};
      record.self = {t, event.index};
      record.source = keyOf(graph, event.rf);
      record.predecessor = event.writes || event.ordered ? keyOf(graph, event.previous) : EventKey{~0u, ~0u};
      record.kind = static_cast<std::uint32_t>(kind);
      record.decision = event.seen.taken ? 1 : 0;
      record.number = decidedNumber(event);
      records.push_back(record);
    }
  const XXH128_hash_t hash = XXH3_128bits(records.data(), records.size() * sizeof(Record));
  return {hash.high64, hash.low64};
}

} // namespace revisit
