// Sleep sets: Godefroid, "Partial-order methods for the verification of concurrent systems" (LNCS 1032). A thread that
// was explored from a state sleeps in what follows the other threads' steps from there, until one of them depends on
// its step: what it would begin was explored already, in another order.
//
// With source sets by later actions (DL-S-POR) a thread that sleeps counts as explored, with the later actions that
// were seen when it was.
#include "explore/states/state_search_internal.h"

namespace revisit {

// The thread of this state on the stack was explored.
void StateSearch::sleep(Frame& frame, ThreadId thread) {
  if (m_options.sleepSets)
    frame.sleeping.push_back({thread, frame.action, frame.laterOfStep});
}

// The state at the top of the stack follows the present step of the one below.
void StateSearch::inheritSleep() {
  if (!m_options.sleepSets || m_depth < 2)
    return;
  const Frame& before = m_frames[m_depth - 2];
  for (const Sleeping& one : before.sleeping)
    if ((m_moved & bitOf(one.thread)) == 0 &&
        (m_options.flaws.neverWakes || !one.action.valid() || !before.action.valid() ||
         !m_actions.dependent(one.action, before.action)))
      top().sleeping.push_back(one);
}

ThreadBits StateSearch::asleepIn(const Frame& frame) {
  ThreadBits asleep = 0;
  for (const Sleeping& one : frame.sleeping)
    asleep |= bitOf(one.thread);
  return asleep & ~(frame.done | frame.idle);
}

// Threads that are to be explored from this state, but sleep.
void StateSearch::coverAsleep(Frame& frame, ThreadBits threads) {
  for (const Sleeping& one : frame.sleeping)
    if ((threads & bitOf(one.thread)) != 0) {
      frame.covered |= bitOf(one.thread);
      frame.later = m_actions.with(m_actions.united(frame.later, one.later), one.action);
      frame.current[one.thread.value()] = bitOf(one.thread) | m_actions.dependents(one.later, one.action);
    }
}

} // namespace revisit
