// Source sets: which threads have to be explored from a state, by what can follow the steps that were (Algorithms 2 and
// 3 of the paper). Those from races are in race_reversal.cpp.
#include "explore/states/state_search_internal.h"

namespace revisit {

using Sources = StateSearchOptions::Sources;

// The present step of this state leads to states from which these actions can follow.
void StateSearch::addLater(Frame& frame, Set later) {
  if (m_options.sources == Sources::All)
    return; // nobody asks
  frame.later = m_actions.with(m_actions.united(frame.later, later), frame.action);
  frame.laterOfStep = m_actions.united(frame.laterOfStep, later);
  if (m_options.sources == Sources::Lazy)
    grow(frame, m_actions.dependents(later, frame.action), later);
}

// An action was taken after the steps on the stack (UpdateCurr). Not only the last step that it depends on counts,
// because that one may be an unlock, in whose state the action is not enabled.
void StateSearch::tellStack(ActionId action) {
  if (!action.valid())
    return;
  for (std::size_t i = m_depth; i-- > 0;) {
    Frame& frame = m_frames[i];
    if (!frame.thread.valid() || !frame.action.valid() || !m_actions.dependent(frame.action, action))
      continue;
    grow(frame, bitOf(m_actions.thread(action)), m_observer ? m_actions.with(0, action) : 0);
    if (m_options.flaws.lastDependentOnly)
      break;
  }
}

void StateSearch::tellStack(Set actions) {
  for (std::size_t i = 0; i < m_depth; i++)
    if (Frame& frame = m_frames[i]; frame.thread.valid())
      grow(frame, m_actions.dependents(actions, frame.action), actions);
}

// The threads to explore from a state after those that were (UpdateBack), when these are not a source set yet.
// `explored`: the last of them.
SourceSet StateSearch::sourcesOf(const Frame& frame, ThreadId explored) const {
  const ThreadBits done = frame.done | frame.covered;
  if (m_options.sources == Sources::All || done == 0)
    return {frame.safe, SourceRule::SafeSet};
  ThreadBits all = 0;
  forEachThread(done, [&](ThreadId thread) { all |= frame.current[thread.value()]; });
  const ThreadBits tested = m_options.flaws.ownThreadOnly ? frame.current[explored.value()] : all;
  if ((tested & ~frame.safe) != 0)
    return {frame.safe, SourceRule::Waits}; // a thread that waits here has to be let go first
  // The largest set of explored threads whose steps no later action of other threads depends on.
  ThreadBits closed = done;
  for (bool changed = true; changed;) {
    changed = false;
    forEachThread(closed, [&](ThreadId thread) {
      if ((frame.current[thread.value()] & ~closed) != 0) {
        closed &= ~bitOf(thread);
        changed = true;
      }
    });
  }
  return closed != 0 ? SourceSet{done, SourceRule::Closed, closed} : SourceSet{all, SourceRule::Dependent};
}

// The next actions of the threads that are not enabled here. Such a thread may wait for ever, and then no edge of the
// explored graph shows its action.
StateSearch::Set StateSearch::pendingActions(const Frame& frame) {
  Set pending = 0;
  if (m_options.flaws.withoutPending || m_options.sources == Sources::All)
    return pending;
  forEachThread(m_product.going() & (~frame.able | frame.idle),
                [&](ThreadId thread) { pending = m_actions.with(pending, actionOf(thread)); });
  return pending;
}

} // namespace revisit
