// Backtrack sets as Flanagan and Godefroid have them: "Dynamic partial-order reduction for model checking software"
// (POPL 2005). In each state on a path, for the next step of each thread: the last step on the stack that it depends
// on, and that does not happen before it, could come after it. So the thread is to be explored from the state before
// that step, or, where it could not move there, all threads that could.
//
// What differs from the paper: where it could not move, the step before that is looked at as well. Steps inside an
// atomic section are such steps, and the thread may have to come before the section. Of pairs that cannot be enabled in
// one state only the unlock of a mutex that is held and the lock by another thread are known. A thread whose step leads
// back to the same state (a failed round of a waiting loop) counts as one that cannot move.
//
// Where threads sleep (sleep_sets.cpp), the thread may sleep before that step, while the other order begins with
// another thread: one with a step in between that has to come first. So these are explored too, as in source-DPOR.
#include "explore/states/state_search_internal.h"

namespace revisit {

namespace {

bool isLock(const Label& label) {
  return label.kind == LabelKind::Object && label.operation == ObjectOp::MutexLock;
}

} // namespace

// Whether the thread's next step unlocks a mutex that it holds.
bool StateSearch::releasesMutex(ThreadId thread) const {
  const Label& label = m_product.label(thread);
  return label.kind == LabelKind::Object && label.operation == ObjectOp::MutexUnlock &&
         m_product.object(label.object).owner == thread.value() + 1;
}

// The search has come to the state at the top of the stack.
void StateSearch::noteRaces() {
  if (m_options.sources != StateSearchOptions::Sources::Persistent)
    return;
  m_clocks.keep(m_depth - 1);
  forEachThread(m_product.going(),
                [&](ThreadId thread) { noteRacesOf(thread, m_product.label(thread), actionOf(thread)); });
}

// The thread's next step in the state at the top of the stack, and its action.
void StateSearch::noteRacesOf(ThreadId thread, const Label& next, ActionId action) {
  StackClocks::Clock before = m_clocks.of(thread);
  for (std::size_t depth = m_depth - 1; action.valid() && depth-- > 0;) {
    Frame& frame = m_frames[depth];
    // Not with the lock of another mutex at the beginning of an atomic section, which depends on all steps.
    const bool neverMeet = frame.releases && isLock(next) && frame.label->object == next.object;
    if (!frame.action.valid() || !m_actions.dependent(frame.action, action) || neverMeet)
      continue;
    if (StackClocks::isIn(before, frame.thread, depth) != m_options.flaws.wrongRaces)
      continue;
    const bool canMove = exploreToo(frame, thread);
    const bool isLast = !m_options.sleepSets || m_options.flaws.oneReversal;
    if (canMove && isLast)
      break;
    for (std::size_t other = 0; !isLast && other < before.size(); other++)
      if (before[other] > depth + 1)
        frame.backtrack |= frame.able & bitOf(ThreadId(static_cast<std::uint32_t>(other)));
    if (canMove) // the steps before this one are not next to the thread's
      m_clocks.unite(before, depth);
  }
}

// A summary says that these actions follow the state at the top of the stack, and nothing of their order.
void StateSearch::noteRacesOf(Set later) {
  for (std::size_t depth = m_depth - 1; depth-- > 0;)
    forEachThread(m_actions.dependents(later, m_frames[depth].action), [&](ThreadId thread) {
      if (!StackClocks::isIn(m_clocks.of(thread), m_frames[depth].thread, depth))
        exploreToo(m_frames[depth], thread);
    });
}

// False: the thread cannot move in that state, so all that can are to be explored.
bool StateSearch::exploreToo(Frame& frame, ThreadId thread) const {
  const bool canMove = (frame.able & ~frame.idle & bitOf(thread)) != 0;
  if (canMove)
    frame.backtrack |= bitOf(thread);
  else if (!m_options.flaws.onlyEnabled)
    frame.backtrack |= frame.able;
  return canMove;
}

// The thread takes its visible step from the state at this depth.
void StateSearch::orderStep(std::size_t depth, ThreadId thread, ActionId action) {
  if (m_options.sources != StateSearchOptions::Sources::Persistent)
    return;
  const bool isSection = action.valid() && m_actions[action].touches == VisibleActions::Touches::Everything;
  if (isSection)
    noteRacesOf(thread, *m_frames[depth].label, action); // until now only its first step was known
  std::vector<std::size_t> after;
  for (std::size_t i = 0; i < depth && action.valid(); i++)
    if (m_frames[i].action.valid() && m_actions.dependent(m_frames[i].action, action))
      after.push_back(i);
  m_clocks.take(thread, depth, after);
}

SourceSet StateSearch::sourcesByBacktracking(Frame& frame, ThreadId explored) const {
  // It was to be explored because of a race, and cannot move after all.
  if ((frame.idle & frame.backtrack & bitOf(explored)) != 0)
    frame.backtrack |= frame.able;
  return {frame.done == 0 ? frame.safe : frame.backtrack | frame.done,
          frame.done == 0 ? SourceRule::SafeSet : SourceRule::Races};
}

} // namespace revisit
