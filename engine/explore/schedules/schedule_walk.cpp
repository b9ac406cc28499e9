#include "explore/schedules/schedule_walk.h"

#include "explore/waiting_rounds.h"

#include <algorithm>

namespace revisit {

bool ScheduleWalk::turns(std::vector<Turn>& able) {
  const ExecutionGraph& graph = m_state.graph();
  able.clear();
  Turn waiting;
  for (const ThreadId thread : graph.going()) {
    const Label* label = m_state.nextLabel(thread);
    if (!label)
      return false;
    if (m_rounds == Rounds::Whole && endsRoundByStates(*label)) {
      if (isCurrent(graph, graph.events(thread).last(label->argument))) {
        if (!waiting.label)
          waiting = {thread, label};
        continue;
      }
      label = m_state.labelAfterRound(thread); // something changed that the round observed
    }
    if (!isScheduled(label->kind)) {
      able.assign(1, {thread, label});
      return true;
    }
    if (!m_state.steps().enabled(thread, *label))
      continue;
    if (waits(thread, *label)) {
      if (!waiting.label)
        waiting = {thread, label};
      continue;
    }
    if (m_state.failure() || m_state.needsRestart())
      return false;
    able.push_back({thread, label});
  }
  // An atomic section continues before anything else.
  if (const auto inside = std::ranges::find_if(able, [](const Turn& turn) { return turn.label->continuesSection; });
      inside != able.end())
    able.assign(1, Turn(*inside));
  if (able.empty() && waiting.label)
    able.push_back(waiting);
  return true;
}

// Whether the thread is in a waiting loop and its next event would lead to a failed round.
bool ScheduleWalk::waits(ThreadId thread, const Label& next) {
  return (next.awaits && m_state.wouldFail(thread, next)) ||
         (m_rounds == Rounds::Whole && next.awaitStart && roundFails(thread, next));
}

bool ScheduleWalk::roundFails(ThreadId thread, const Label& first) {
  const ExplorationState::Mark mark = m_state.mark();
  bool fails = false;
  for (const Label* label = &first; label && isScheduled(label->kind);) {
    Choice choice = onNewest(m_state.graph(), *label);
    if (mayOnlyRead(*label)) {
      const ExprId stores = m_state.steps().storesFrom(choice.source, *label);
      if (!m_state.pool().isConstant(stores))
        break;
      choice.way.taken = m_state.pool().constantBits(stores) != 0;
    }
    m_state.add(thread, *label, choice);
    label = m_state.nextLabel(thread);
    fails = label && label->kind == LabelKind::AwaitFailed;
    if (label && (!label->awaits || label->awaitStart))
      break;
  }
  m_state.undoTo(mark);
  return fails;
}

} // namespace revisit
