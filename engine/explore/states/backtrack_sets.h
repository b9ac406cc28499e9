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
// Where threads sleep (sleep_sets.h), the thread may sleep before that step, while the other order begins with another
// thread: one with a step in between that has to come first. So these are explored too, as in source-DPOR. Thread rule:
// as the search.
#pragma once

#include "explore/states/source_sets.h"

#include <algorithm>

namespace revisit {

// Which steps on the stack of a search happen before what a thread does next: vector clocks of the threads. A step is
// that of the state at this depth of the stack.
class StackClocks {
public:
  // By thread: one more than the depth of its last step that happens before; 0: there is none.
  using Clock = std::vector<std::size_t>;

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

class BacktrackSets : public SourceSets {
public:
  // `allRaces`: each race counts, not only the last one. Needed where threads sleep.
  BacktrackSets(SearchContext& context, SleepSets& sleep, bool allRaces)
      : SourceSets(context), m_sleep(sleep), m_allRaces(allRaces) {}

  SourceSet judge(Frame& frame, ThreadId explored) override;
  Set close(Frame& frame) override;
  void passes(ThreadId thread, const Label& step) override;
  void opened() override;
  void stepping() override;
  void stepped() override;
  void leftOut(Set later) override;

protected:
  // Whether the step at this depth, by `owner`, happens before.
  virtual bool isOrdered(const StackClocks::Clock& before, ThreadId owner, std::size_t depth) const {
    return StackClocks::isIn(before, owner, depth);
  }
  // The thread is to be explored from this state. False: it cannot move there, so all that can are.
  virtual bool exploreToo(Frame& frame, ThreadId thread) const;

private:
  void noteRacesOf(ThreadId thread, const Label& next, ActionId action);

  SleepSets& m_sleep;
  bool m_allRaces;
  StackClocks m_clocks;
  std::vector<bool> m_releases; // by depth: the present step unlocks a mutex that its thread holds
};

} // namespace revisit
