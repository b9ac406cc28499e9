// What is kept of the old execution behind an outcome, and how the threads go on.
#include "sideways/sideways.h"

#include <algorithm>
#include <limits>

namespace revisit {

// The number of old events of the thread that may be kept by themselves. A round of a waiting loop that failed at the
// end is done again: something may have changed.
std::uint32_t Sideways::keepable(ThreadId thread) const {
  const std::span<const PastEvent> events = m_past.events(thread);
  std::size_t count = events.size();
  if (count == 0)
    return 0;
  const Label& last = events.back().label;
  if (last.kind == LabelKind::Cut)
    count--;
  if (last.kind != LabelKind::AwaitFailed)
    return static_cast<std::uint32_t>(count);
  count--;
  if (last.argument == 0) // the compiler pass has marked its rounds
    while (count > 0 && events[count - 1].label.awaits && !events[count--].label.awaitStart) {
    }
  return static_cast<std::uint32_t>(count);
}

// Adds the operation that is to come after another one, if that has happened and it is possible now. Whether it did.
bool Sideways::addPending(const Outcome& outcome, Judgement& judgement) {
  const ThreadId thread = outcome.event.thread;
  if (outcome.kind != OutcomeKind::After || labelAt(outcome.event)->kind != LabelKind::Object ||
      m_state.graph().events(thread).size() != outcome.event.index ||
      !eventNamed(m_state.graph(), outcome.other).valid())
    return false;
  const Label* const label = m_state.nextLabel(thread);
  if (!label || !m_state.enabled(thread, *label))
    return false;
  addOne(outcome.event, *label, {.way = m_walk.first(thread, *label).way}, outcome, judgement);
  if (!judgement.sameValue)
    m_kept[thread.value()]--;
  return true;
}

// Whether the old event can be the next one that is kept of its thread.
bool Sideways::isNextToKeep(const EventName& name) const {
  const ExecutionGraph& graph = m_state.graph();
  return name != m_moved && name.index < m_past.events(name.thread).size() && graph.created(name.thread) &&
         !graph.ended(name.thread) && graph.events(name.thread).size() == name.index &&
         graph.state(name.thread) == m_past.at(name).before && name.index < keepable(name.thread);
}

// The old events that can be the next ones to be kept, in the order of the old schedule.
std::vector<EventName> Sideways::nextToKeep() const {
  std::vector<EventName> names;
  for (std::uint32_t t = 0; t < m_past.threadCount(); t++)
    if (const EventName name{ThreadId(t), m_kept[t]}; isNextToKeep(name))
      names.push_back(name);
  std::ranges::sort(names, {}, [&](const EventName& name) { return m_past.at(name).slot; });
  return names;
}

// Keeps the old events that are consistent with what is there, each time the first one in the old schedule, until there
// is no more. An operation that comes after another one comes as soon as it can.
void Sideways::keepMore(const Outcome& outcome, Judgement& judgement) {
  bool grows = true;
  while (grows && !m_state.needsRestart() && !m_state.failure())
    grows = addPending(outcome, judgement) ||
            std::ranges::any_of(nextToKeep(), [&](const EventName& name) { return addOld(name); });
}

// Goes on to the end of the execution. False: a failure or a restart.
bool Sideways::goOn() {
  std::vector<Turn> able;
  while (m_walk.turns(able)) {
    if (able.empty())
      return true;
    const Turn turn = able[pick(able, true)];
    const EventId added = add(turn.thread, *turn.label, choose(turn.thread, *turn.label));
    if (isOld(added))
      m_kept[turn.thread.value()]++;
    if (m_state.needsRestart() || m_state.failure())
      break;
  }
  return false;
}

// The thread whose turn comes first in the old schedule: its event there with the number of its next one, whether it is
// the same or not. `oldOnesWait`: a thread that has done what it did so far and cannot go on so waits as long as there
// are others, whose new steps may make it possible.
std::size_t Sideways::pick(const std::vector<Turn>& able, bool oldOnesWait) {
  std::size_t best = 0;
  std::pair<bool, std::size_t> bestTurn{true, std::numeric_limits<std::size_t>::max()};
  for (std::size_t i = 0; i < able.size(); i++) {
    const ThreadId thread = able[i].thread;
    const auto index = static_cast<std::uint32_t>(m_state.graph().events(thread).size());
    const PastEvent* const event = m_past.find({thread, index});
    const std::size_t slot = event ? event->slot : m_past.order().size() + thread.value();
    const bool isOnItsWay = oldOnesWait && countOf(m_kept, thread) == index && isNextToKeep({thread, index});
    const bool waits = isOnItsWay && event->label.kind == LabelKind::Object && !fittingOld(thread, *event);
    if (std::pair(waits, slot) < bestTurn) {
      best = i;
      bestTurn = {waits, slot};
    }
  }
  return best;
}

// What the old inputs decide.
std::optional<Way> Sideways::wayOfOldInputs(const Label& label, StepContext& step) const {
  const ExprId expression = label.value.expr;
  if (!m_inputs || !isDecision(label.kind) || !expression.valid())
    return std::nullopt;
  const std::uint64_t value = m_state.pool().evaluate(expression, *m_inputs);
  if (label.kind == LabelKind::Assume && value == 0 && step.dropsFalseAssumption())
    return std::nullopt;
  return wayWith(label, value);
}

Choice Sideways::newest(ThreadId thread, const Label& label) {
  GraphStep step = m_walk.step(thread, label);
  const std::optional<Way> wish = wayOfOldInputs(label, step);
  if (!wish || isPossible(label, step, *wish) != Sat::Yes)
    return m_walk.first(thread, label);
  Choice choice = onNewest(m_state.graph(), label);
  choice.way = *wish;
  return choice;
}

// The old event, if the graph has one of its name that stores to the location.
EventId Sideways::likeOld(const EventName& write, LocationId location) const {
  const EventId event = eventNamed(m_state.graph(), write);
  const bool isOne =
      event.valid() && m_state.graph().event(event).writes && m_state.graph().event(event).label->location == location;
  return isOne ? event : EventId();
}

// As in the old execution as long as the thread does the same steps. A source that is gone is replaced by the event
// that its thread has at its place.
Choice Sideways::choose(ThreadId thread, const Label& label) {
  const EventName name{thread, static_cast<std::uint32_t>(m_state.graph().events(thread).size())};
  const PastEvent* const past =
      thread.value() < m_guided.size() && m_guided[thread.value()] ? m_past.find(name) : nullptr;
  if (!past || !sameStep(label, past->label)) {
    if (thread.value() < m_guided.size())
      m_guided[thread.value()] = false;
    return newest(thread, label);
  }
  Choice choice{.way = past->way, .silent = past->silent};
  if (past->reads) {
    const EventId source =
        past->source.isEvent() ? likeOld(past->source, label.location) : m_state.graph().initialWrite(label.location);
    if (!source.valid() || label.awaits)
      return newest(thread, label);
    choice.source = choice.coAfter = source;
  } else if (past->writes) {
    EventName place = past->place;
    while (place.isEvent() && (place == m_moved || !likeOld(place, label.location).valid()))
      place = m_past.at(place).place;
    choice.coAfter = place.isEvent() ? likeOld(place, label.location) : m_state.graph().initialWrite(label.location);
  }
  return fitOf(m_state, thread, label, choice).fits() ? choice : newest(thread, label);
}

} // namespace revisit
