// Which steps on the stack of a search happen before what a thread does next: vector clocks of the threads. A step is
// that of the state at this depth of the stack. Thread rule: as the search.
#pragma once

#include "explore/product/product_state.h"

#include <algorithm>

namespace revisit {

class StackClocks {
public:
  using Clock = std::vector<std::size_t>; // by thread: 1 + the depth of its last step that happens before; 0: none

  // Whether the step at this depth, by `owner`, happens before.
  static bool isIn(const Clock& clock, ThreadId owner, std::size_t depth) {
    return owner.value() < clock.size() && clock[owner.value()] > depth;
  }

  // Nothing was done so far.
  void clear() { m_now.clear(); }
  // The state at this depth is as it is now.
  void keep(std::size_t depth) {
    m_states.resize(std::max(m_states.size(), depth + 1));
    m_states[depth] = m_now;
  }
  void returnTo(std::size_t depth) { m_now = m_states[depth]; }

  // What happens before the thread's next step.
  Clock& of(ThreadId thread) {
    m_now.resize(std::max<std::size_t>(m_now.size(), thread.value() + 1));
    return m_now[thread.value()];
  }
  // The step at this depth happens before too, and all that does so before it.
  void unite(Clock& clock, std::size_t depth) const { unite(clock, m_steps[depth]); }
  // All that happens before what `before` does next happens before what `thread` does next: it starts the thread, or
  // has ended and is joined.
  void order(ThreadId before, ThreadId thread) {
    const Clock first = of(before);
    unite(of(thread), first);
  }
  // The thread takes the step at this depth, which comes after the steps at these depths.
  void take(ThreadId thread, std::size_t depth, const std::vector<std::size_t>& after) {
    Clock& mine = of(thread);
    for (const std::size_t step : after)
      unite(mine, step);
    mine.resize(std::max<std::size_t>(mine.size(), thread.value() + 1));
    mine[thread.value()] = depth + 1;
    m_steps.resize(std::max(m_steps.size(), depth + 1));
    m_steps[depth] = mine;
  }

private:
  static void unite(Clock& clock, const Clock& other) {
    clock.resize(std::max(clock.size(), other.size()));
    for (std::size_t i = 0; i < other.size(); i++)
      clock[i] = std::max(clock[i], other[i]);
  }

  std::vector<Clock> m_now;                 // by thread
  std::vector<std::vector<Clock>> m_states; // by depth
  std::vector<Clock> m_steps;               // by depth
};

} // namespace revisit
