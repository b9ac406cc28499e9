#include "explore/findings/handler_races.h"

#include "program/handler_facts.h"

#include <algorithm>
#include <set>

namespace revisit {

namespace {

HandlerFacts factsOf(const Label& label) {
  return isMemory(label.kind) ? HandlerFacts::of(label.argument) : HandlerFacts{};
}

bool mayTear(const Label& label) {
  return label.order == MemoryOrder::Plain && !factsOf(label).isVolatile;
}

class ThreadOfHandlers {
public:
  explicit ThreadOfHandlers(const ExecutionGraph& graph) : m_graph(graph) {}

  void visit(EventId id) {
    const Event& event = m_graph.event(id);
    const Label& label = *event.label;
    if (label.kind == LabelKind::Read && label.isOfSystem) // a look for signals
      return;
    const HandlerFacts facts = factsOf(label);
    const bool goesOn = facts.isInCopy && m_copy == label.position && label.position.valid();
    if (!goesOn)
      m_copied.clear();
    const auto isDeeper = [&](const Access& access) { return access.facts.depth > facts.depth; };
    const auto inner = std::ranges::stable_partition(m_accesses, [&](const Access& a) { return !isDeeper(a); });
    m_copied.insert(m_copied.end(), inner.begin(), inner.end());
    m_accesses.erase(inner.begin(), m_accesses.end());
    m_copy = label.position;
    if (isMemory(label.kind) && !facts.isInternal && !changesLife(label)) {
      for (const Access& access : m_copied)
        compare(access, id, facts);
      if (facts.depth != 0 && facts.place != HandlerFacts::Place::Elsewhere)
        m_accesses.push_back({id, facts});
    }
    if (!facts.isInCopy)
      m_copied.clear();
  }
  std::vector<std::pair<EventId, EventId>> takeRaces() { return std::move(m_races); }
  void beginThread() {
    m_accesses.clear();
    m_copied.clear();
  }

private:
  struct Access {
    EventId event;
    HandlerFacts facts;
  };

  void compare(const Access& access, EventId interrupted, const HandlerFacts& facts) {
    const Event &one = m_graph.event(access.event), &other = m_graph.event(interrupted);
    if (one.location != other.location || (!one.writes && !other.writes) ||
        (access.facts.place == HandlerFacts::Place::AtCopy) != facts.isInCopy ||
        access.facts.depth != facts.depth + 1 || access.facts.at != other.label->position.value() ||
        (!mayTear(*one.label) && !mayTear(*other.label)) || !touchSameBytes(*one.label, *other.label) ||
        !m_found.insert({one.label->position, other.label->position}).second)
      return;
    m_races.emplace_back(access.event, interrupted);
  }

  const ExecutionGraph& m_graph;
  std::vector<Access> m_accesses; // of handlers since the thread's last step in what they interrupt
  std::vector<Access> m_copied;   // of those that interrupted the last step, as long as a copy goes on
  PositionId m_copy;              // of the last step
  std::set<std::pair<PositionId, PositionId>> m_found;
  std::vector<std::pair<EventId, EventId>> m_races;
};

} // namespace

bool touchSameBytes(const Label& a, const Label& b) {
  return a.size == 0 || b.size == 0 || (a.offset < b.offset + b.size && b.offset < a.offset + a.size);
}

std::vector<std::pair<EventId, EventId>> racesOfHandlers(const ExecutionGraph& graph) {
  ThreadOfHandlers thread(graph);
  const auto hasHandlers = [&](ThreadId each) {
    return std::ranges::any_of(graph.events(each),
                               [&](EventId id) { return factsOf(*graph.event(id).label).depth != 0; });
  };
  for (const ThreadId each : graph.createdThreads()) {
    if (!hasHandlers(each))
      continue;
    thread.beginThread();
    for (const EventId id : graph.events(each))
      thread.visit(id);
  }
  return thread.takeRaces();
}

} // namespace revisit
