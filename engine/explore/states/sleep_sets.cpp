#include "explore/states/sleep_sets.h"

namespace revisit {

void SleepSets::opened(ThreadBits moved) {
  if (!m_isOn)
    return;
  const std::size_t depth = m_stack.depth();
  m_sleeping.resize(std::max(m_sleeping.size(), depth));
  m_sleeping[depth - 1].clear();
  if (depth < 2)
    return;
  for (const Sleeping& one : m_sleeping[depth - 2])
    if ((moved & bitOf(one.thread)) == 0 && !wakes(one, m_stack[depth - 2].action))
      m_sleeping[depth - 1].push_back(one);
}

void SleepSets::explored() {
  const Frame& frame = m_stack.top();
  if (m_isOn)
    m_sleeping[m_stack.depth() - 1].push_back({frame.thread, frame.action, frame.laterOfStep});
}

ThreadBits SleepSets::asleep() const {
  if (!m_isOn)
    return 0;
  ThreadBits asleep = 0;
  for (const Sleeping& one : m_sleeping[m_stack.depth() - 1])
    asleep |= bitOf(one.thread);
  return asleep & ~(m_stack.top().done | m_stack.top().idle);
}

void SleepSets::cover(ThreadBits threads) {
  if (!m_isOn)
    return;
  Frame& frame = m_stack.top();
  for (const Sleeping& one : m_sleeping[m_stack.depth() - 1])
    if ((threads & bitOf(one.thread)) != 0) {
      frame.covered |= bitOf(one.thread);
      frame.later = m_actions.with(m_actions.united(frame.later, one.later), one.action);
      frame.current[one.thread.value()] = bitOf(one.thread) | m_actions.dependents(one.later, one.action);
    }
}

} // namespace revisit
