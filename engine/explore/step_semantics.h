// What a step does: functions of its label, of the graph around it and of the choice. They change nothing;
// ExplorationState adds what they say.
#pragma once

#include "explore/steps/effect.h"
#include "graph/graph.h"

namespace revisit {

// The part of an event's addition that is free to choose; graph and program determine the rest.
struct Choice {
  EventId source;  // memory reads: what to read from
  EventId coAfter; // writes: coherence predecessor (a read-modify-write sits right after its source)
  Way way;
  bool silent = false; // mayOnlyRead(), not taken: it stores what it reads (explore/silent_updates.h)
  bool displaced = false;
  std::uint32_t displacedSection = 0; // see Event::displacedSection
  std::uint32_t stamp = 0;            // a revisited read keeps its own
};

// The choice of a step on the newest writes: it reads from, and is placed after, the newest one of its location.
inline Choice onNewest(ExecutionGraph& graph, const Label& label, const Way& way = {}) {
  const EventId newest = isMemory(label.kind) ? graph.lastWrite(label.location) : EventId();
  return {.source = newest, .coAfter = newest, .way = way};
}

// The way in which an event happened.
inline Way wayOf(const Event& event) {
  return {.taken = event.seen.taken,
          .outcome = event.outcome,
          .number = groupOf(event.label->kind) == LabelGroup::Number ? event.seen.value.bits : 0};
}

// The graph and its program. Terms are made in the program's pool; nothing else of either changes.
class StepSemantics {
public:
  // How an access observes that the lifetime of its memory is over: it sees the end in coherence, or the end is in its
  // causal prefix. The latter goes with weak memory models, where a store reads nothing; an end that is not ordered
  // with an access is a finding of the whole execution then (RaceDetector).
  enum class Lifetimes : std::uint8_t { ByCoherence, ByCause };
  StepSemantics(const ExecutionGraph& graph, Program& program, Lifetimes lifetimes = Lifetimes::ByCoherence)
      : m_graph(graph), m_program(program), m_lifetimes(lifetimes) {}

  // `section`: as for Event::sectionNumber.
  bool enabled(ThreadId thread, const Label& label, std::uint32_t section = 0) const;
  // How the thread's next event is added. `countsForIdentity`: as in Event, of an operation on an object. `free`: as
  // for Event::free.
  Placement place(ThreadId thread, const Label& label, const Choice& choice, bool countsForIdentity,
                  std::uint32_t section = 0, bool free = false) const;

  // The value that a read with this label gets from `source`, and whether a read-modify-write or compare-and-swap then
  // stores (a width-1 expression, constant when decided).
  Value valueFrom(EventId source, const Label& label) const;
  ExprId storesFrom(EventId source, const Label& label) const;
  // Whether it is known that a read, or such an update, then does not store.
  bool surelyReads(EventId source, const Label& label) const {
    return label.kind == LabelKind::Read || pool().isZero(storesFrom(source, label));
  }
  // The lifetime state of the memory that an access with this label sees when it reads from `source`.
  MemoryLife lifeFrom(EventId source, const Label& label) const;

  // Whether a thread can observe where this operation on a barrier stands among the others: see
  // unordered_arrivals.h. O(chain).
  bool needsOrder(ThreadId thread, const Label& label) const;

private:
  Cell cellOf(EventId write) const;
  void placeFreeUpdate(const Label& label, const Choice& choice, Placement& place) const;
  void placeAccess(ThreadId thread, const Label& label, const Choice& choice, const StepEffect& effect,
                   Placement& place) const;
  bool isOverByCause(ThreadId thread, const Label& label, EventId source) const;
  ExpressionPool& pool() const { return m_program.pool(); }

  const ExecutionGraph& m_graph;
  Program& m_program;
  Lifetimes m_lifetimes;
};

} // namespace revisit
