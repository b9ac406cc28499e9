// Who chooses the threads to explore from a state. A search asks after each thread that it has explored, and tells what
// it does in between. Thread rule: as the search.
#pragma once

#include "explore/states/state_walk.h"

namespace revisit {

// The threads to explore from a state, and why.
struct SourceSet {
  ThreadBits threads = 0;
  SourceRule rule = SourceRule::SafeSet;
  ThreadBits closed = 0; // see SourceRule
};

// All questions are about the state at the top of the stack, and so is what is told.
class SourcePolicy : public StepListener {
public:
  using Set = VisibleActions::Set;

  // All ways of this thread's step were explored: the threads to explore from the state, those that were included.
  virtual SourceSet judge(Frame& frame, ThreadId explored) = 0;
  // The threads to explore as far as they are known; also those that were, or that sleep.
  virtual ThreadBits wanted(Frame& frame) { return frame.done == 0 ? frame.safe : frame.backtrack & frame.safe; }
  // The state was explored. The next actions of threads that may wait for ever: no edge of the explored graph shows
  // them.
  virtual Set close(Frame&) { return 0; }
  virtual std::size_t bytes() const { return 0; }

  // The search has come to the state.
  virtual void opened() {}
  // It is about to take the present step from it; it has taken the step, and no invisible ones after it.
  virtual void stepping() {}
  virtual void stepped() {}
  // The step leads to this other state, from which the search goes on if it is new.
  virtual void led(StateIndex, bool) {}
  // These actions can follow the present step of the frame.
  virtual void followed(Frame&, Set) {}
  // The state is left out: a summary says that these actions follow, and nothing of their order.
  virtual void leftOut(Set) {}
};

// Nothing is left out but what safe sets do.
class AllThreads final : public SourcePolicy {
public:
  SourceSet judge(Frame& frame, ThreadId) override { return {frame.safe, SourceRule::SafeSet}; }
};

} // namespace revisit
