// Source sets from races, as source-DPOR has them: Abdulla, Aronis, Jonsson and Sagonas, "Source sets: a foundation for
// optimal dynamic partial order reduction" (JACM 2017), in a stateful search. When all that can follow a thread's step
// from a state was explored, the search walks through the explored executions after that step. For each later step q of
// another thread that depends on it, let v be what comes before q and does not come after the step in the causal order,
// and then q. One of the threads that can begin v is to be explored from the state, if none is so far.
//
// What differs from source-DPOR: no sleep sets and no wakeup trees, because other paths lead to the same states. A race
// counts although other steps lie between its two, since a step may disable the other one (locks, waiting loops), and
// q may be a step that cannot happen. Which executions were explored is read off the graph of states, not off the
// stack. Thread rule: as the search.
#pragma once

#include "explore/states/source_sets.h"

namespace revisit {

class RaceSources : public SourceSets {
public:
  using SourceSets::SourceSets;
  SourceSet judge(Frame& frame, ThreadId explored) override;
  Set close(Frame& frame) override;
  void led(StateIndex to, bool isNew) override;
  std::size_t bytes() const override;

private:
  // What follows a state in the explored graph.
  struct Followers {
    struct Step {
      StateIndex to;
      ThreadId thread;
      ActionId action;
    };
    std::vector<Step> steps;
    Set pending = 0; // the next actions of threads that are not enabled
  };

  ThreadBits reversalsOf(const Frame& frame, ThreadId explored, ThreadBits chosen);

  std::vector<Followers> m_followers; // by state
};

} // namespace revisit
