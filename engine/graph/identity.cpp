#include "graph/identity.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <unordered_map>

namespace revisit {

namespace {

struct EventKey {
  std::uint32_t thread, index;
};

// The threads of the graph in an order that follows from the graph alone: main, then the children of each thread in the
// order in which it creates them. The numbers of threads depend on the order in which an exploration met them.
class ThreadOrder {
public:
  explicit ThreadOrder(const ExecutionGraph& graph) : m_rankOf(graph.threadCount(), ~0u) {
    add(ThreadId(0));
    for (std::size_t i = 0; i < m_threads.size(); i++)
      for (const EventId id : graph.events(m_threads[i]))
        if (const Label& label = *graph.event(id).label; label.kind == LabelKind::Create)
          add(label.child);
  }
  std::span<const ThreadId> threads() const { return m_threads; }
  std::uint32_t rankOf(ThreadId thread) const { return thread.valid() ? m_rankOf[thread.value()] : ~0u; }

private:
  void add(ThreadId thread) {
    m_rankOf[thread.value()] = static_cast<std::uint32_t>(m_threads.size());
    m_threads.push_back(thread);
  }

  std::vector<ThreadId> m_threads;
  std::vector<std::uint32_t> m_rankOf; // by number
};

EventKey keyOf(const ExecutionGraph& graph, const ThreadOrder& order, EventId id) {
  if (!id.valid())
    return {~0u, ~0u};
  const Event& event = graph.event(id);
  return {order.rankOf(event.thread), event.index};
}

// What a write stands after in coherence. The place of a free write (Event::free) is that of its causally newest
// predecessor, so it is the same in all orders of free writes; where the writes have only one order, it is the place in
// that order, so that it does not matter whether they are free.
class WritePlaces {
public:
  WritePlaces(const ExecutionGraph& graph, const ThreadOrder& order) : m_graph(graph), m_order(order) {}

  // O(1) if the writes of its location have one order, otherwise O(writes).
  EventId before(EventId id) {
    const Event& event = m_graph.event(id);
    if (!event.free || hasOneOrder(id))
      return event.previous;
    EventId newest; // of those that no other predecessor depends on, that of the first thread
    std::vector<EventId> passed;
    EventId e = event.previous;
    for (; m_graph.event(e).free; e = m_graph.event(e).previous) {
      if (!m_graph.within(e, m_graph.clock(id)) ||
          std::ranges::any_of(passed, [&](EventId p) { return m_graph.within(e, m_graph.clock(p)); }))
        continue;
      passed.push_back(e);
      if (!newest.valid() || rankOf(e) < rankOf(newest))
        newest = e;
    }
    return newest.valid() ? newest : e;
  }

  // What an access reads from, in the same way.
  EventId source(EventId access) {
    const Event& event = m_graph.event(access);
    if (event.isFreeUpdate()) // it reads nothing if the updates have more than one order
      return hasOneOrder(access) ? event.previous : EventId();
    if (!event.rf.valid() || !m_graph.event(event.rf).isFreeUpdate() || hasOneOrder(event.rf))
      return event.rf;
    return m_graph.fixedBefore(event.rf); // and all updates behind it
  }

private:
  std::uint32_t rankOf(EventId id) const { return m_order.rankOf(m_graph.event(id).thread); }

  bool hasOneOrder(EventId write) {
    const auto [known, isNew] = m_hasOneOrder.try_emplace(m_graph.event(write).location, true);
    if (isNew) {
      while (m_graph.event(write).next.valid())
        write = m_graph.event(write).next;
      for (EventId e = write, before; !m_graph.isInitial(e); e = before) {
        before = m_graph.event(e).previous;
        known->second &=
            !m_graph.event(e).free || m_graph.isInitial(before) || m_graph.within(before, m_graph.clock(e));
      }
    }
    return known->second;
  }

  const ExecutionGraph& m_graph;
  const ThreadOrder& m_order;
  std::unordered_map<LocationId, bool> m_hasOneOrder; // of locations with free writes
};

// The outcome of an operation on an object. One that chooses among waiting threads counts them in the order of the
// graph instead of that of their numbers.
std::uint64_t outcomeOf(const ExecutionGraph& graph, const ThreadOrder& order, const Event& event) {
  const Label& label = *event.label;
  const bool arrives = label.operation == ObjectOp::BarrierArrive;
  if (label.operation != ObjectOp::CondSignal && !arrives)
    return event.outcome;
  const ObjectState state = event.previous.valid() ? graph.objectAfter(event.previous) : ObjectState();
  if (applyOperation(state, event.thread, label.operation, label.argument, event.outcome).outcomes == 1)
    return event.outcome;
  ThreadSet waiting = state.sets[ObjectState::waiting];
  if (arrives)
    waiting.insert(event.thread);
  const unsigned count = waiting.size();
  const std::uint32_t chosen = order.rankOf(waiting.at(event.outcome));
  std::uint64_t before = 0;
  for (unsigned i = 0; i < count; i++)
    before += order.rankOf(waiting.at(i)) < chosen;
  return before;
}

// Which free sections of the mutex come before this one, of those that it is ordered with.
std::uint64_t sectionsBefore(const ExecutionGraph& graph, const ThreadOrder& order, EventId lock) {
  std::uint64_t all = 0;
  graph.forEachSectionBefore(lock, [&](EventId unlock) {
    const EventKey key = keyOf(graph, order, unlock);
    all += XXH3_64bits(&key, sizeof key);
  });
  return all;
}

// The number decided at the event. For a barrier's arrival it counts only if the arrivals are ordered: otherwise the
// serial thread of the round is visible at its pass.
std::uint64_t decidedNumber(const ExecutionGraph& graph, const ThreadOrder& order, const Event& event) {
  switch (groupOf(event.label->kind)) {
  case LabelGroup::Number:
    return event.seen.value.bits;
  case LabelGroup::Object:
    if (event.label->operation == ObjectOp::BarrierPass)
      return event.seen.value.bits;
    return event.countsForIdentity ? outcomeOf(graph, order, event) : 0;
  case LabelGroup::Access:
  case LabelGroup::Fence:
  case LabelGroup::Thread:
  case LabelGroup::Condition:
  case LabelGroup::Ending:
    break;
  }
  return event.outcome;
}

} // namespace

std::string GraphIdentity::text() const {
  return fmt::format("{:016x}{:016x}", high, low);
}

// Every event is hashed with its place, its source and its coherence or chain predecessor. The predecessors determine
// coherence and chains completely, so location numbers are not hashed (they may depend on the order of discovery).
GraphIdentity identify(const ExecutionGraph& graph, Identified what) {
  struct Record {
    EventKey self, source, predecessor;
    std::uint32_t kind;
    std::uint32_t decision;
    std::uint64_t number;
  };
  std::vector<Record> records;
  records.reserve(graph.eventCount());
  const ThreadOrder order(graph);
  WritePlaces writes(graph, order);
  for (const ThreadId thread : order.threads())
    for (const EventId id : graph.events(thread)) {
      const Event& event = graph.event(id);
      const LabelKind kind = event.label->kind;
      Record record{};
      record.self = {order.rankOf(thread), event.index};
      record.source = keyOf(graph, order, writes.source(id));
      const bool isPlaced =
          (event.countsForIdentity && event.sectionNumber == 0) || (event.writes && what == Identified::Whole);
      // Free operations have no place among each other: each stands after the newest one that is not free.
      const EventId predecessor = !isPlaced ? EventId() : event.writes ? writes.before(id) : graph.fixedBefore(id);
      record.predecessor = keyOf(graph, order, predecessor);
      record.kind = static_cast<std::uint32_t>(kind);
      record.decision = event.seen.taken ? 1 : 0;
      record.number = event.sectionNumber != 0 ? sectionsBefore(graph, order, id) : decidedNumber(graph, order, event);
      records.push_back(record);
    }
  const XXH128_hash_t hash = XXH3_128bits(records.data(), records.size() * sizeof(Record));
  return {hash.high64, hash.low64};
}

} // namespace revisit
