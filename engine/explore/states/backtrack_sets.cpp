#include "explore/states/backtrack_sets.h"

namespace revisit {

void BacktrackSets::passes(ThreadId thread, const Label& step) {
  if (step.kind == LabelKind::Create)
    m_clocks.order(thread, step.child);
  else if (step.kind == LabelKind::Join)
    m_clocks.order(step.child, thread);
}

void BacktrackSets::opened() {
  if (m_stack.depth() == 1)
    m_clocks.clear(); // what the path has done up to here is not on the stack
  m_clocks.keep(m_stack.depth() - 1);
  forEachThread(m_product.going(),
                [&](ThreadId thread) { noteRacesOf(thread, m_product.label(thread), m_context.nextAction(thread)); });
}

// The thread's next step in the state at the top of the stack, and its action.
void BacktrackSets::noteRacesOf(ThreadId thread, const Label& next, ActionId action) {
  StackClocks::Clock before = m_clocks.of(thread);
  for (std::size_t depth = m_stack.depth() - 1; action.valid() && depth-- > 0;) {
    Frame& frame = m_stack[depth];
    // Not with the lock of another mutex at the beginning of an atomic section, which depends on all steps.
    const bool neverMeet =
        m_releases[depth] && isOperation(next, ObjectOp::MutexLock) && frame.label->object == next.object;
    if (!frame.action.valid() || !m_actions.dependent(frame.action, action) || neverMeet ||
        isOrdered(before, frame.thread, depth))
      continue;
    const bool canMove = exploreToo(frame, thread);
    if (canMove && !m_allRaces)
      break;
    for (std::size_t other = 0; m_allRaces && other < before.size(); other++)
      if (before[other] > depth + 1)
        frame.backtrack |= frame.able & bitOf(ThreadId(static_cast<std::uint32_t>(other)));
    if (canMove) // the steps before this one are not next to the thread's
      m_clocks.unite(before, depth);
  }
}

void BacktrackSets::leftOut(Set later) {
  for (std::size_t depth = m_stack.depth() - 1; depth-- > 0;)
    forEachThread(m_actions.dependents(later, m_stack[depth].action), [&](ThreadId thread) {
      if (!isOrdered(m_clocks.of(thread), m_stack[depth].thread, depth))
        exploreToo(m_stack[depth], thread);
    });
}

bool BacktrackSets::exploreToo(Frame& frame, ThreadId thread) const {
  const bool canMove = (frame.able & ~frame.idle & bitOf(thread)) != 0;
  frame.backtrack |= canMove ? bitOf(thread) : frame.able;
  return canMove;
}

void BacktrackSets::stepping() {
  const std::size_t depth = m_stack.depth() - 1;
  const Label& label = *m_stack.top().label;
  m_clocks.returnTo(depth);
  m_releases.resize(std::max(m_releases.size(), depth + 1));
  m_releases[depth] = isOperation(label, ObjectOp::MutexUnlock) &&
                      m_product.object(label.object).owner == m_stack.top().thread.value() + 1;
}

void BacktrackSets::stepped() {
  const std::size_t depth = m_stack.depth() - 1;
  const ThreadId thread = m_stack.top().thread;
  const ActionId action = m_stack.top().action;
  if (action.valid() && m_actions[action].touches == VisibleActions::Touches::Everything)
    noteRacesOf(thread, *m_stack.top().label, action); // until now only the first step of the section was known
  std::vector<std::size_t> after;
  for (std::size_t i = 0; i < depth && action.valid(); i++)
    if (m_stack[i].action.valid() && m_actions.dependent(m_stack[i].action, action))
      after.push_back(i);
  m_clocks.take(thread, depth, after);
}

SourceSet BacktrackSets::judge(Frame& frame, ThreadId explored) {
  // It was to be explored because of a race, and cannot move after all.
  if ((frame.idle & frame.backtrack & bitOf(explored)) != 0)
    frame.backtrack |= frame.able;
  if (frame.done == 0)
    return {frame.safe, SourceRule::SafeSet};
  return {frame.backtrack | frame.done, SourceRule::Races};
}

SourceSets::Set BacktrackSets::close(Frame& frame) {
  const Set pending = SourceSets::close(frame);
  m_sleep.cover(frame.able & m_sleep.asleep()); // what can follow is asked for after the search
  return pending;
}

} // namespace revisit
