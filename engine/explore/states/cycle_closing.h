// What a depth-first search over states with cycles has to do once more. While a state on a cycle is still on the
// stack, nobody knows which actions can follow it, so sets of sources that were decided meanwhile may be too small. And
// a thread whose steps are put off in each state of a cycle is put off for ever. Therefore, once all else is done:
// - the actions that can follow each state are computed anew from the explored graph;
// - the sources of each state are judged anew with them;
// - each thread that can move in a strongly connected component is explored in it (for source sets: in all its states).
// Until nothing is left to explore. Thread rule: as the search.
#pragma once

#include "explore/states/state_walk.h"

namespace revisit {

class CycleClosing {
public:
  CycleClosing(SearchContext& context, StateWalk& walk)
      : m_context(context), m_walk(walk), m_product(context.product), m_states(context.states),
        m_isAll(context.options.sources == StateSearchOptions::Sources::All) {}
  virtual ~CycleClosing() = default;

  // The present step of this state leads to a state on the stack.
  virtual void met(Frame& frame) { frame.closesCycle = m_hasCycle = true; }
  bool hasCycle() const { return m_hasCycle; }

  // All states that were visited, with the steps that were explored, apart from those that lead back to their state.
  ExploredGraph graph();
  // By state: the threads that have to be explored from there in addition. Completes what is known to follow each
  // state (VisitedState::later) first.
  std::vector<ThreadBits> missingIn(const ExploredGraph& graph);

private:
  void completeLater(const ExploredGraph& graph);
  ThreadBits missingSources(StateIndex state, std::span<const ExploredEdge> edges);
  ThreadBits movable(StateIndex state);

  SearchContext& m_context;
  StateWalk& m_walk;
  ProductState& m_product;
  StateStore& m_states;
  bool m_isAll; // no source sets
  bool m_hasCycle = false;
};

} // namespace revisit
