// Whether an operation can come before one that waits for it: a search in what the other threads can do.
#include "sideways/sideways.h"

#include <algorithm>

namespace revisit {

// Whether the order of coherence of what is there is the only one that a sequentially consistent execution with it has:
// each write comes after the one before it by causality alone.
bool Sideways::isCoherenceForced() const {
  const ExecutionGraph& graph = m_state.graph();
  return m_state.model().isSequential() && std::ranges::all_of(graph.events(), [&](EventId id) {
           const EventId previous = graph.event(id).previous;
           const bool isWrite = graph.event(id).writes && previous.valid() && !graph.isInitial(previous);
           return !isWrite || graph.within(previous, graph.clock(id));
         });
}

// Whether the event is that of its name in the past: it met the same and did the same.
bool Sideways::isOld(EventId id) const {
  const ExecutionGraph& graph = m_state.graph();
  const Event& event = graph.event(id);
  const PastEvent* const old = m_past.find(nameOf(graph, id));
  return old && sameStep(*event.label, old->label) && event.seen == old->seen && wayOf(event) == old->way &&
         nameOf(graph, event.rf) == old->source && countOf(m_kept, event.thread) == event.index;
}

// Whether the other operation can happen while the thread `stopped` takes no step, whatever the other threads do from
// here. Yes: the state's graph is one in which it has happened. Otherwise the graph is what it was.
//
// No means: no continuation of this graph has the other operation before the next step of the stopped thread. All
// schedules are tried, with each way of each step. That is exact as long as the order of coherence of the graph itself
// is not open (isCoherenceForced).
Sat Sideways::search(const EventName& other, ThreadId stopped, std::size_t& budget) {
  const EventCounts kept = m_kept;
  const ExplorationState::Mark mark = m_state.mark();
  const Sat sat = searchFrom(other, stopped, budget);
  if (sat == Sat::Yes)
    return sat;
  m_state.undoTo(mark);
  m_kept = kept;
  return sat;
}

Sat Sideways::searchFrom(const EventName& other, ThreadId stopped, std::size_t& budget) {
  if (m_state.graph().events(other.thread).size() == other.index && addOther(other))
    return Sat::Yes;
  ScheduleWalk walk(m_state, Rounds::Broken);
  std::vector<Turn> able;
  if (!walk.turns(able))
    return Sat::Unknown;
  std::erase_if(able, [&](const Turn& turn) {
    return turn.thread == stopped ||
           (turn.thread == other.thread && m_state.graph().events(turn.thread).size() >= other.index);
  });
  Sat all = Sat::No;
  for (const Turn& turn : able) {
    constexpr std::size_t mostWays = 64;
    const std::vector<Choice> choices = choicesOf(m_state, turn.thread, *turn.label, mostWays);
    if (choices.size() == mostWays)
      all = Sat::Unknown;
    for (const Choice& choice : choices) {
      if (budget == 0 || m_state.failure() || m_state.needsRestart())
        return Sat::Unknown;
      budget--;
      const ExplorationState::Mark mark = m_state.mark();
      const EventCounts kept = m_kept;
      const EventId added = add(turn.thread, *turn.label, choice);
      if (isOld(added))
        m_kept[turn.thread.value()]++;
      const Sat sat = searchFrom(other, stopped, budget);
      if (sat == Sat::Yes)
        return sat;
      if (sat == Sat::Unknown)
        all = sat;
      m_state.undoTo(mark);
      m_kept = kept;
    }
  }
  return all;
}

} // namespace revisit
