// What is kept of the old execution behind an outcome, and how the threads go on.
#include "sideways/sideways.h"

#include "explore/added_order.h"

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
// is no more. An operation that waits for something else comes as soon as it can.
void Sideways::keepMore(const Outcome& outcome, Judgement& judgement) {
  bool grows = true;
  while (grows && !m_state.needsRestart() && !m_state.failure())
    grows = addPending(outcome, judgement) ||
            std::ranges::any_of(nextToKeep(), [&](const EventName& name) { return addOld(name); });
}

// Goes on to the end of the execution. False: the threads go on for ever, a failure, or a restart.
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

// On the newest writes, in the way after which most old events are kept at the end; of several the wished one,
// otherwise the first one. An operation may decide what others are told and whether they wait: whom a signal wakes,
// which thread of a barrier is the serial one, whether a lock is had or given up. `seen`: what the thread is told has
// to be that.
Choice Sideways::mostKeeping(ThreadId thread, const Label& label, std::optional<Way> wish, const Observation* seen) {
  constexpr unsigned mostWays = 16;
  Choice choice = m_walk.first(thread, label);
  if (wish && fitOf(m_state, thread, label, {.way = *wish}).fits())
    choice.way = *wish;
  if (differsIn(label) != Differs::Outcome || m_looksAhead || m_past.threadCount() == 0)
    return choice;
  GraphStep step = m_walk.step(thread, label);
  std::vector<Way> others;
  for (auto way = firstWay(label, step).possible(); way && others.size() < mostWays; way = nextWay(label, step, *way))
    if (*way != choice.way && (!seen || m_state.steps().place(thread, label, {.way = *way}, true).seen == *seen))
      others.push_back(*way);
  std::size_t most = others.empty() ? 0 : keptBehind(thread, label, choice);
  Way best = choice.way;
  for (const Way& way : others) {
    if (m_state.needsRestart() || m_state.failure())
      break;
    choice.way = way;
    if (const std::size_t kept = keptBehind(thread, label, choice); kept > most) {
      most = kept;
      best = way;
    }
  }
  choice.way = best;
  return choice;
}

// How many old events are kept of which everything that they depend on is kept, too; the moved event counts as kept
// there.
std::size_t Sideways::keptCount() const {
  const ExecutionGraph& graph = m_state.graph();
  EventCounts closed(graph.threadCount(), 0);
  const auto isClosed = [&](EventId event) {
    const EventName name = nameOf(graph, event);
    return name == m_moved || Past::has(closed, name);
  };
  std::size_t count = 0;
  for (const EventId id : eventsAsAdded(graph)) {
    const Event& event = graph.event(id);
    const bool isBehindKept = !event.label->object.valid() || !event.countsForIdentity || isClosed(event.previous);
    const EventId end = event.label->kind == LabelKind::Join ? graph.tail(event.label->child) : EventId();
    const EventName name = nameOf(graph, id);
    const bool isHeld = name == m_moved || (isBehindKept && isClosed(event.rf) && isClosed(end));
    if (event.index != closed[event.thread.value()] || !isKept(name) || !isHeld)
      continue;
    closed[event.thread.value()]++;
    count++;
  }
  return count;
}

// How many old events are kept at the end if the thread takes this step and all later ones go their first way. 0 once
// as much has been looked at as a move may cost.
std::size_t Sideways::keptBehind(ThreadId thread, const Label& label, const Choice& choice) {
  constexpr std::size_t mostLookedAt = 20000;
  if (m_lookedAt > mostLookedAt)
    return 0;
  const ExplorationState::Mark mark = m_state.mark();
  const EventCounts kept = m_kept;
  const std::vector<bool> guided = m_guided;
  const std::size_t before = m_state.graph().eventCount();
  m_looksAhead = true;
  if (isOld(add(thread, label, choice)))
    m_kept[thread.value()]++;
  goOn();
  m_looksAhead = false;
  const std::size_t count = keptCount();
  m_lookedAt += m_state.graph().eventCount() - before;
  m_state.undoTo(mark);
  m_kept = kept;
  m_guided = guided;
  return count;
}

Choice Sideways::newest(ThreadId thread, const Label& label) {
  GraphStep step = m_walk.step(thread, label);
  const std::optional<Way> wish = wayOfOldInputs(label, step);
  if (!wish || isPossible(label, step, *wish) != Sat::Yes)
    return mostKeeping(thread, label);
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
  if (!fitOf(m_state, thread, label, choice).fits())
    return newest(thread, label);
  return differsIn(label) == Differs::Outcome ? mostKeeping(thread, label, choice.way) : choice;
}

} // namespace revisit
