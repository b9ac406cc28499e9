// Executions by their schedules: where a thread that could go on gives its turn away.
#include "sideways/sideways.h"

#include <algorithm>

namespace revisit {

namespace {

std::size_t indexOf(const std::vector<Turn>& able, ThreadId thread) {
  return static_cast<std::size_t>(std::ranges::find(able, thread, &Turn::thread) - able.begin());
}

} // namespace

// In a schedule an access meets the newest write, if the memory model has no other ones.
Choice Sideways::inTurn(const Turn& turn) {
  Choice choice = choose(turn.thread, *turn.label);
  if (isMemory(turn.label->kind) && m_state.model().isSequential())
    choice = newest(turn.thread, *turn.label);
  return choice;
}

std::vector<Preemption> Sideways::preemptions() {
  std::vector<Preemption> found;
  std::vector<Turn> able;
  ThreadId current;
  begin();
  for (const EventName& name : m_past.order()) {
    if (!m_walk.turns(able))
      break;
    const std::size_t next = indexOf(able, name.thread);
    if (next == able.size())
      break; // a thread that the past leaves in a waiting loop
    const Turn turn = able[next];
    const bool isTurn = isScheduled(turn.label->kind); // otherwise its thread does it at once
    if (isTurn && current.valid() && current != name.thread && indexOf(able, current) != able.size())
      found.push_back({{current, static_cast<std::uint32_t>(m_state.graph().events(current).size())}, name.thread});
    add(turn.thread, *turn.label, inTurn(turn));
    if (isTurn)
      current = name.thread;
    if (m_state.needsRestart() || m_state.failure())
      break;
  }
  return found;
}

bool Sideways::doSchedule(std::span<const Preemption> preemptions) {
  std::vector<Turn> able;
  ThreadId current = m_state.program().mainThread();
  begin();
  while (m_walk.turns(able)) {
    if (able.empty())
      return true;
    const std::uint32_t index = current.value() < m_state.graph().threadCount()
                                    ? static_cast<std::uint32_t>(m_state.graph().events(current).size())
                                    : 0;
    std::size_t next = indexOf(able, current);
    const bool isTurn = isScheduled(able.front().label->kind);
    if (isTurn && !preemptions.empty() && preemptions.front().before == EventName{current, index} &&
        indexOf(able, preemptions.front().to) != able.size()) {
      next = indexOf(able, preemptions.front().to);
      preemptions = preemptions.subspan(1);
    }
    const Turn turn = able[next == able.size() ? pick(able, false) : next];
    add(turn.thread, *turn.label, inTurn(turn));
    if (isTurn)
      current = turn.thread;
    if (m_state.needsRestart())
      break;
  }
  return false;
}

} // namespace revisit
