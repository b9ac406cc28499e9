// Source sets: which threads have to be explored from a state, by what can follow the steps that were (Algorithms 2 and
// 3 of the paper). Thread rule: as the search.
#pragma once

#include "explore/states/sleep_sets.h"
#include "explore/states/source_policy.h"

namespace revisit {

// What all kinds of source sets have in common: the actions that can follow each state.
class SourceSets : public SourcePolicy {
public:
  explicit SourceSets(SearchContext& context)
      : m_context(context), m_stack(context.stack), m_product(context.product), m_actions(context.actions) {}

  SourceSet judge(Frame& frame, ThreadId) override { return updateBack(frame, followers(frame)); }
  Set close(Frame& frame) override;
  void followed(Frame& frame, Set later) override;

  // The threads to explore after those that were, when these are not a source set yet. All are, if one of `tested`
  // cannot move here.
  static SourceSet updateBack(const Frame& frame, ThreadBits tested);
  // The threads with actions that depend on a step that was explored, and these themselves.
  static ThreadBits followers(const Frame& frame);

protected:
  // The threads that go on, but may wait here for ever.
  virtual ThreadBits waiting(const Frame& frame) const { return m_product.going() & (~frame.able | frame.idle); }
  // Later actions of these threads, which are among `later`, depend on the step that is being explored from the state.
  void grow(Frame& frame, ThreadBits threads, Set later) {
    ThreadBits& current = frame.current[frame.thread.value()];
    if (m_context.observer && (threads & ~current) != 0)
      m_context.observer->grows(frame.state, frame.thread, threads & ~current, frame.action, later);
    current |= threads;
  }

  SearchContext& m_context;
  SearchStack& m_stack;
  ProductState& m_product;
  VisibleActions& m_actions;
};

// Updated with each step: all states on the stack are told of its action (Algorithm 2, UpdateCurr).
class EagerSources : public SourceSets {
public:
  using SourceSets::SourceSets;
  void opened() override;
  void stepped() override { tell(m_stack.top().action); }
  void led(StateIndex to, bool isNew) override;
  void leftOut(Set later) override { tell(later); }

protected:
  // An action was taken after the steps on the stack. Not only the last step that it depends on counts, because that
  // one may be an unlock, in whose state the action is not enabled.
  virtual void tell(ActionId action);
  void tell(Set actions);
  // False: the action does not depend on the present step of this state.
  bool tell(Frame& frame, ActionId action) {
    if (!frame.thread.valid() || !frame.action.valid() || !m_actions.dependent(frame.action, action))
      return false;
    grow(frame, bitOf(m_actions.thread(action)), m_context.observer ? m_actions.with(0, action) : 0);
    return true;
  }
};

// Updated when the search comes back to a state (Algorithm 3, IsComplete). A thread that sleeps counts as explored.
class LazySources : public SourceSets {
public:
  LazySources(SearchContext& context, SleepSets& sleep) : SourceSets(context), m_sleep(sleep) {}
  void followed(Frame& frame, Set later) override;
  ThreadBits wanted(Frame& frame) override;

private:
  SleepSets& m_sleep;
};

} // namespace revisit
