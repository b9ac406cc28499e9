#include "explore/schedules/schedule_walk.h"

#include "explore/waiting_writers.h"
#include "program/objects.h"

#include <algorithm>

namespace revisit {

bool ScheduleWalk::turns(std::vector<Turn>& able) {
  const ExecutionGraph& graph = m_visit.graph();
  able.clear();
  Turn waiting;
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    const ThreadId thread(t);
    if (!graph.created(thread) || graph.ended(thread))
      continue;
    const Label* label = m_visit.nextLabel(thread);
    if (!label)
      return false;
    if (!isScheduled(label->kind)) {
      able.assign(1, {thread, label});
      return true;
    }
    if (!m_visit.enabled(thread, *label))
      continue;
    if (waits(thread, *label)) {
      if (!waiting.label)
        waiting = {thread, label};
      continue;
    }
    if (m_visit.failure() || m_visit.needsRestart())
      return false;
    able.push_back({thread, label});
  }
  // An atomic section continues before anything else.
  if (const auto inside = std::ranges::find_if(able, [](const Turn& turn) { return turn.label->joined; });
      inside != able.end())
    able.assign(1, Turn(*inside));
  if (able.empty() && waiting.label)
    able.push_back(waiting);
  return true;
}

// Whether the thread is in a waiting loop and its next event would lead to a failed round.
bool ScheduleWalk::waits(ThreadId thread, const Label& next) {
  return (next.awaits && m_visit.wouldFail(thread, next)) ||
         (m_rounds == Rounds::Whole && next.awaitStart && roundFails(thread, next));
}

bool ScheduleWalk::roundFails(ThreadId thread, const Label& first) {
  const Visit::Mark mark = m_visit.mark();
  bool fails = false;
  for (const Label* label = &first; label && isScheduled(label->kind);) {
    StepChoice choice = newest(*label);
    if (mayOnlyRead(*label)) {
      const ExprId stores = m_visit.storesFrom(choice.source, *label);
      if (!m_visit.pool().isConstant(stores))
        break;
      choice.taken = m_visit.pool().constantBits(stores) != 0;
    }
    m_visit.add(thread, *label, choice);
    label = m_visit.nextLabel(thread);
    fails = label && label->kind == LabelKind::AwaitFailed;
    if (label && (!label->awaits || label->awaitStart))
      break;
  }
  m_visit.undoTo(mark);
  return fails;
}

StepChoice ScheduleWalk::newest(const Label& label) {
  StepChoice choice;
  if (isMemory(label.kind))
    choice.source = choice.coAfter = m_visit.graph().lastWrite(label.location);
  return choice;
}

unsigned ScheduleWalk::outcomes(ThreadId thread, const Label& label) {
  if (makesWay(label.operation) && !writerStands(m_visit, thread, label.object))
    return 1;
  return applyOperation(m_visit.graph().objectState(label.object), thread, label.operation, label.argument).outcomes;
}

bool ScheduleWalk::canBe(ExprId condition, bool side) {
  ExpressionPool& pool = m_visit.pool();
  if (pool.isConstant(condition))
    return (pool.constantBits(condition) != 0) == side;
  return m_visit.feasible(m_visit.side(condition, side)) == Sat::Yes;
}

} // namespace revisit
