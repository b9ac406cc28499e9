#include "explore/thread_endings.h"

#include "program/cut.h"

#include <algorithm>

namespace revisit {

void ThreadEndings::reset() {
  m_undone++;
  m_relied.clear();
  m_waits.clear(); // numbers of states and of steps through loops are void after a restart
  m_loopRounds = {};
}

const Label* ThreadEndings::after(ThreadId thread) {
  m_looked.resize(std::max<std::size_t>(m_looked.size(), thread.value() + 1));
  Looked& looked = m_looked[thread.value()];
  const EventId tail = m_graph.tail(thread);
  if (!tail.valid() || looked.tail != tail || looked.undone != m_undone) {
    const FailedRound round = failedRound(m_graph, m_program, thread);
    // A round with stores is looked at each time: a location may have become contended.
    looked = {round.storedTo.empty() ? tail : EventId(), m_undone, lookedUp(thread, round)};
  }
  return looked.ending;
}

const Label* ThreadEndings::lookedUp(ThreadId thread, const FailedRound& round) {
  if (round.events != 0 && mayRely(thread, round)) {
    m_waits.insert(m_program.classOf(m_graph.state(thread)));
    return ending(LabelKind::AwaitFailed, round.events, m_graph.event(m_graph.tail(thread)).label->position);
  }
  const LoopRounds::Count* const loop = loopAtBound(thread);
  return loop ? ending(LabelKind::Cut, static_cast<std::uint64_t>(CutBy::Loop), loop->back) : nullptr;
}

// Whether no other thread accesses what the round stores to. If one does so later, added() tells.
bool ThreadEndings::mayRely(ThreadId thread, const FailedRound& round) {
  for (const LocationId location : round.storedTo) {
    if (!m_traits.isContended(location) && !isAfterAllOthers(m_graph, m_graph.tail(thread), location))
      m_traits.noteContended(location);
    if (m_traits.isContended(location))
      return false;
    m_relied.insert(location);
  }
  return true;
}

const Label* ThreadEndings::ending(LabelKind kind, std::uint64_t argument, PositionId position) {
  Label& label = m_endings[{kind, argument, position}];
  label.kind = kind;
  label.argument = argument;
  label.position = position;
  return &label;
}

bool ThreadEndings::mayWait(ThreadId thread) const {
  return !m_waits.empty() && m_waits.contains(m_program.classOf(m_graph.state(thread)));
}

RoundsId ThreadEndings::roundsBefore(ThreadId thread, std::size_t index, StateId state) {
  const RoundsId before = index == 0 ? RoundsId() : m_rounds[m_graph.events(thread)[index - 1].value()];
  const LoopStepsId steps = m_program.loopsBefore(state);
  return steps.valid() ? m_loopRounds.after(before, steps, m_program.loopSteps(steps)) : before;
}

// A round without reads does not count as the one that is too much: it is the program that decides how many there are.
const LoopRounds::Count* ThreadEndings::loopAtBound(ThreadId thread) {
  if (m_bound == 0)
    return nullptr;
  const std::span<const EventId> events = m_graph.events(thread);
  for (const LoopRounds::Count& loop : m_loopRounds.of(roundsBefore(thread, events.size(), m_graph.state(thread)))) {
    if (loop.rounds <= m_bound)
      continue;
    for (std::size_t i = events.size(); i-- > 0;) {
      if (m_loopRounds.of(m_rounds[events[i].value()], loop.loop) + 1 != loop.rounds)
        break;
      if (const Label& label = *m_graph.event(events[i]).label;
          readsMemory(label.kind) || label.kind == LabelKind::Object)
        return &loop;
    }
  }
  return nullptr;
}

bool ThreadEndings::added(EventId id) {
  const Event& event = m_graph.event(id);
  m_rounds.resize(std::max<std::size_t>(m_rounds.size(), id.value() + 1));
  m_rounds[id.value()] = roundsBefore(event.thread, event.index, event.before);
  if (!isMemory(event.label->kind) || !m_relied.contains(event.location) ||
      isAfterAllOthers(m_graph, id, event.location))
    return true;
  m_traits.noteContended(event.location);
  return false;
}

} // namespace revisit
