// Outcomes of an operation that wait for what another thread does: the operation comes after another one, or the
// attempt to lock for reading fails because of a waiting writer.
#include "sideways/sideways.h"

#include "explore/waiting_writers.h"

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

// Whether the operation of the outcome comes as soon as something else has happened.
bool Sideways::awaits(const Outcome& outcome) const {
  const Label& label = *labelAt(outcome.event);
  return label.kind == LabelKind::Object &&
         (outcome.kind == OutcomeKind::After ||
          (outcome.kind == OutcomeKind::Takes && outcome.way.outcome != 0 && makesWay(label.operation)));
}

// Whether what the outcome waits for is there.
bool Sideways::isAwaitedThere(const Outcome& outcome) {
  if (outcome.kind == OutcomeKind::After)
    return eventNamed(m_state.graph(), outcome.other).valid();
  const Label* const label = m_state.nextLabel(outcome.event.thread);
  return label && fitOf(m_state, outcome.event.thread, *label, {.way = outcome.way}).fits();
}

// Adds the other operation, if it is possible now.
bool Sideways::addOther(const EventName& name) {
  const Label* const label =
      m_state.graph().events(name.thread).size() == name.index ? m_state.nextLabel(name.thread) : nullptr;
  if (!label || !m_state.enabled(name.thread, *label))
    return false;
  const EventId other = add(name.thread, *label, mostKeeping(name.thread, *label));
  if (m_state.graph().event(other).seen == m_past.at(name).seen)
    m_kept[name.thread.value()]++;
  return true;
}

// Adds the operation of the outcome, if what it waits for is there and it is possible now. Whether it did.
bool Sideways::addPending(const Outcome& outcome, Judgement& judgement) {
  const ThreadId thread = outcome.event.thread;
  if (!awaits(outcome) || m_state.graph().events(thread).size() != outcome.event.index || !isAwaitedThere(outcome))
    return false;
  const Label* const label = m_state.nextLabel(thread);
  if (!label || !m_state.enabled(thread, *label))
    return false;
  const Choice choice =
      outcome.kind == OutcomeKind::Takes ? Choice{.way = outcome.way} : mostKeeping(thread, *label, outcome.way);
  addOne(outcome.event, *label, choice, outcome, judgement);
  if (!judgement.sameValue)
    m_kept[thread.value()]--;
  return true;
}

// Adds what the outcome needs, and then old events that do not need the operation, until what it waits for is there.
// Where they do not lead to that, other continuations are tried.
Judgement Sideways::placeAwaited(const std::vector<EventName>& names, const Outcome& outcome) {
  constexpr std::size_t searchedSteps = 2000;
  std::size_t budget = searchedSteps;
  const auto isReady = [&] {
    return isAwaitedThere(outcome) || (outcome.kind == OutcomeKind::After && addOther(outcome.other));
  };
  Judgement judgement = addAll(names, outcome);
  if (judgement.verdict != Verdict::Possible)
    return judgement;
  keepMore(outcome, judgement);
  if (eventNamed(m_state.graph(), outcome.event).valid() || isReady() || search(outcome, isReady, budget) == Sat::Yes)
    return judgement;
  begin();
  m_moved = outcome.event;
  judgement = addAll(names, outcome);
  if (judgement.verdict != Verdict::Possible || isReady())
    return judgement;
  const bool isForced = isCoherenceForced();
  budget = searchedSteps;
  const Sat sat = search(outcome, isReady, budget);
  if (sat == Sat::Yes)
    return judgement;
  return {.verdict = sat == Sat::No && isForced ? Verdict::Impossible : Verdict::NotKnown,
          .obstacle = Obstacle::NotEnabled};
}

// Makes the graph that of what comes before the moved event by causality, and of the event, which tells its thread the
// same as in the past.
void Sideways::keepCauses(const EventName& name) {
  const Past now(m_state.graph(), attemptsBehind(m_state));
  const EventCounts causes = now.at(name).clock;
  const EventName moved = m_moved;
  begin();
  m_moved = moved;
  const auto find = [&](const EventName& cause) { return eventNamed(m_state.graph(), cause); };
  for (const EventName& cause : now.order())
    if (Past::has(causes, cause)) {
      const PastEvent& event = now.at(cause);
      const Label* const label = m_state.nextLabel(cause.thread);
      const std::optional<Choice> choice = choiceAgain(m_state.graph(), now, event, find, find);
      if (!label || !choice)
        return;
      const EventId added = add(cause.thread, *label, *choice);
      if (cause == name || isOld(added))
        m_kept[cause.thread.value()]++;
    }
}

// Whether what the outcome waits for can come while its thread takes no step, whatever the other threads do from here.
// Yes: `isReady` has found it in the state's graph. Otherwise the graph is what it was.
//
// No means: no continuation of this graph has it before the next step of the thread. All schedules are tried, with each
// way of each step. That is exact as long as the order of coherence of the graph itself is not open
// (isCoherenceForced).
Sat Sideways::search(const Outcome& outcome, const std::function<bool()>& isReady, std::size_t& budget) {
  const EventCounts kept = m_kept;
  const ExplorationState::Mark mark = m_state.mark();
  const Sat sat = searchFrom(outcome, isReady, budget);
  if (sat == Sat::Yes)
    return sat;
  m_state.undoTo(mark);
  m_kept = kept;
  return sat;
}

Sat Sideways::searchFrom(const Outcome& outcome, const std::function<bool()>& isReady, std::size_t& budget) {
  if (isReady())
    return Sat::Yes;
  const EventName& other = outcome.other;
  ScheduleWalk walk(m_state, Rounds::Broken);
  std::vector<Turn> able;
  if (!walk.turns(able))
    return Sat::Unknown;
  std::erase_if(able, [&](const Turn& turn) {
    return turn.thread == outcome.event.thread ||
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
      const Sat sat = searchFrom(outcome, isReady, budget);
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
