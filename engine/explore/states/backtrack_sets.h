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
#include "explore/states/stack_clocks.h"

namespace revisit {

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
