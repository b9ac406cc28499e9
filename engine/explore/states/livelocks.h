// Livelocks: threads that go on for ever and come no further. Two forms:
// - all threads that can move repeat rounds of waiting loops that fail, and nothing changes;
// - threads go round together in a cycle of states, and change memory as they do (two threads that give way to each
//   other for ever). None of them leaves its loop, though the loop has an exit, and none calls revisit_progress().
// A cycle counts only if it is fair: a thread that can move in some of its states moves in it. That is strong fairness,
// as for Streett automata: where a thread would have to move and does not, the states in which it can are left out, and
// the rest is looked at again. A look at memory that leads back to the same state is no move: who waits in a loop is
// treated as one who waits for a lock. That some thread may always look at the wrong moment is at most starvation.
// Thread rule: as the search.
#pragma once

#include "explore/states/state_findings.h"

namespace revisit {

class Livelocks {
public:
  Livelocks(SearchContext& context, StateWalk& walk, StateFindings& findings)
      : m_context(context), m_walk(walk), m_product(context.product), m_findings(findings) {}

  // Shows the livelocks of a graph of everything that was explored. False: the search stops.
  bool judge(const ExploredGraph& graph);

private:
  // A cycle of states: where it begins, and the steps of one turn.
  struct Lasso {
    StateIndex start;
    std::vector<ExploredEdge> steps;
    ThreadBits movers = 0;
  };

  bool goRound();
  std::optional<Lasso> lassoIn(const ExploredGraph& graph, const std::vector<StateIndex>& states);
  Lasso lassoOf(const ExploredGraph& part, const std::vector<StateIndex>& states, std::uint32_t component,
                ThreadBits movers);
  ThreadBits notIdleAt(StateIndex state);
  bool showLasso(const Lasso& lasso);
  void tell(StateIndex state) {
    if (m_context.observer)
      m_context.observer->record({.kind = SearchStepKind::Livelock, .state = state}, m_product);
  }

  SearchContext& m_context;
  StateWalk& m_walk;
  ProductState& m_product;
  StateFindings& m_findings;
};

} // namespace revisit
