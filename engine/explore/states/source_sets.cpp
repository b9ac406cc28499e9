#include "explore/states/source_sets.h"

namespace revisit {

void SourceSets::followed(Frame& frame, Set later) {
  frame.later = m_actions.with(m_actions.united(frame.later, later), frame.action);
  frame.laterOfStep = m_actions.united(frame.laterOfStep, later);
}

SourceSets::Set SourceSets::close(Frame& frame) {
  Set pending = 0;
  forEachThread(waiting(frame),
                [&](ThreadId thread) { pending = m_actions.with(pending, m_context.nextAction(thread)); });
  return pending;
}

ThreadBits SourceSets::followers(const Frame& frame) {
  ThreadBits all = 0;
  forEachThread(frame.done | frame.covered, [&](ThreadId thread) { all |= frame.current[thread.value()]; });
  return all;
}

// UpdateBack.
SourceSet SourceSets::updateBack(const Frame& frame, ThreadBits tested) {
  const ThreadBits done = frame.done | frame.covered;
  if (done == 0)
    return {frame.safe, SourceRule::SafeSet};
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
  return closed != 0 ? SourceSet{done, SourceRule::Closed, closed} : SourceSet{followers(frame), SourceRule::Dependent};
}

void EagerSources::opened() {
  forEachThread(waiting(m_stack.top()), [&](ThreadId thread) { tell(m_context.nextAction(thread)); });
}

void EagerSources::led(StateIndex to, bool isNew) {
  if (!isNew)
    tell(m_context.states[to].later);
}

void EagerSources::tell(ActionId action) {
  for (std::size_t depth = action.valid() ? m_stack.depth() : 0; depth-- > 0;)
    tell(m_stack[depth], action);
}

void EagerSources::tell(Set actions) {
  for (std::size_t depth = 0; depth < m_stack.depth(); depth++)
    if (Frame& frame = m_stack[depth]; frame.thread.valid())
      grow(frame, m_actions.dependents(actions, frame.action), actions);
}

void LazySources::followed(Frame& frame, Set later) {
  SourceSets::followed(frame, later);
  grow(frame, m_actions.dependents(later, frame.action), later);
}

ThreadBits LazySources::wanted(Frame& frame) {
  ThreadBits wanted = SourceSets::wanted(frame);
  const ThreadBits asleep = m_sleep.asleep();
  while ((wanted & asleep & ~frame.covered) != 0) {
    m_sleep.cover(bitOf(firstOf(wanted & asleep & ~frame.covered)));
    if (!frame.closesCycle && !frame.isCut)
      frame.backtrack = updateBack(frame, followers(frame)).threads;
    wanted = frame.backtrack & frame.safe;
  }
  return wanted;
}

} // namespace revisit
