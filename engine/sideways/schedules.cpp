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

// Whether it is a preemption when another thread takes a turn now: as preemption-bounded search counts them, whose
// threads wait in a loop only where their next step would make a round fail.
bool Sideways::couldGoOn(ThreadId thread) {
  const ExecutionGraph& graph = m_state.graph();
  if (!thread.valid() || thread.value() >= graph.threadCount() || !graph.created(thread) || graph.ended(thread))
    return false;
  const Label* const label = m_state.nextLabel(thread);
  return label && isScheduled(label->kind) && m_state.steps().enabled(thread, *label) &&
         !(label->awaits && m_state.wouldFail(thread, *label));
}

std::vector<Preemption> Sideways::preemptions(std::span<const EventName> order) {
  std::vector<Preemption> found;
  ThreadId current;
  begin();
  for (const EventName& name : order) {
    const PastEvent& event = m_past.at(name);
    const bool isTurn = isScheduled(event.label.kind); // otherwise its thread does it at once
    if (isTurn && current != name.thread && couldGoOn(current))
      found.push_back({{current, static_cast<std::uint32_t>(m_state.graph().events(current).size())}, name.thread});
    const Label* const label = m_state.nextLabel(name.thread);
    const std::optional<Choice> choice = oldChoice(event);
    if (!label || !choice)
      break;
    add(name.thread, *label, *choice);
    m_kept[name.thread.value()]++;
    if (isTurn)
      current = name.thread;
    if (m_state.needsRestart() || m_state.failure())
      break;
  }
  return found;
}

std::optional<std::vector<Preemption>> Sideways::doSchedule(std::span<const Preemption> preemptions) {
  std::vector<Preemption> made;
  std::vector<Turn> able;
  ThreadId current = m_state.program().mainThread();
  begin();
  while (m_walk.turns(able)) {
    if (able.empty())
      return made;
    const EventName here{current, current.value() < m_state.graph().threadCount()
                                      ? static_cast<std::uint32_t>(m_state.graph().events(current).size())
                                      : 0};
    std::size_t next = indexOf(able, current);
    const bool isTurn = isScheduled(able.front().label->kind);
    if (isTurn && !preemptions.empty() && preemptions.front().before == here &&
        indexOf(able, preemptions.front().to) != able.size()) {
      next = indexOf(able, preemptions.front().to);
      preemptions = preemptions.subspan(1);
    }
    const Turn turn = able[next == able.size() ? pick(able, false) : next];
    if (isTurn && turn.thread != current && couldGoOn(current))
      made.push_back({here, turn.thread});
    add(turn.thread, *turn.label, inTurn(turn));
    if (isTurn)
      current = turn.thread;
    if (m_state.needsRestart())
      break;
  }
  return std::nullopt;
}

std::vector<Preemption> Sideways::leaveOut(std::vector<Preemption> preemptions, const std::function<bool()>& accepts,
                                           const std::function<bool()>& isLate) {
  std::size_t length = std::max<std::size_t>(preemptions.size() / 2, 1);
  for (bool isShorter = true; !preemptions.empty() && (isShorter || length > 1);) {
    if (!isShorter)
      length /= 2;
    isShorter = false;
    for (std::size_t at = 0; at < preemptions.size();) {
      if (isLate() || m_state.failure() || m_state.needsRestart())
        return preemptions;
      std::vector<Preemption> fewer = preemptions;
      const auto first = fewer.begin() + static_cast<std::ptrdiff_t>(at);
      fewer.erase(first, first + static_cast<std::ptrdiff_t>(std::min(length, fewer.size() - at)));
      std::optional<std::vector<Preemption>> made = doSchedule(fewer);
      if (made && made->size() < preemptions.size() && accepts()) {
        adopt();
        preemptions = std::move(*made);
        isShorter = true;
      } else
        at += length;
    }
    length = std::min(length, std::max<std::size_t>(preemptions.size(), 1));
  }
  return preemptions;
}

} // namespace revisit
