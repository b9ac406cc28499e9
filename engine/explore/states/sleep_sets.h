// Sleep sets: Godefroid, "Partial-order methods for the verification of concurrent systems" (LNCS 1032). A thread that
// was explored from a state sleeps in what follows the other threads' steps from there, until one of them depends on
// its step: what it would begin was explored already, in another order.
//
// With source sets by later actions (DL-S-POR) a thread that sleeps counts as explored, with the later actions that
// were seen when it was. Thread rule: as the search.
#pragma once

#include "explore/states/search_stack.h"

namespace revisit {

class SleepSets {
public:
  // Off: no thread ever sleeps.
  SleepSets(VisibleActions& actions, SearchStack& stack, bool isOn)
      : m_actions(actions), m_stack(stack), m_isOn(isOn) {}
  virtual ~SleepSets() = default;

  // The search has come to the state at the top of the stack, where the present step of the one below leads. These
  // threads have moved. Requires that this is called for each state on the stack.
  void opened(ThreadBits moved);
  // The present thread of the state at the top was explored.
  void explored();
  // The threads that sleep in the state at the top.
  ThreadBits asleep() const;
  // These sleeping threads of the state at the top count as explored.
  void cover(ThreadBits threads);

protected:
  // A thread that was explored from a state before, and what it did next.
  struct Sleeping {
    ThreadId thread;
    ActionId action;
    VisibleActions::Set later = 0; // the actions that followed
  };
  // Whether this action of another thread wakes it.
  virtual bool wakes(const Sleeping& one, ActionId action) const {
    return one.action.valid() && action.valid() && m_actions.dependent(one.action, action);
  }

private:
  VisibleActions& m_actions;
  SearchStack& m_stack;
  bool m_isOn;
  std::vector<std::vector<Sleeping>> m_sleeping; // by depth
};

} // namespace revisit
