// The states that a search has visited as a graph, and its strongly connected components. Thread rule: as the search.
#pragma once

#include "explore/states/state_store.h"

#include <span>

namespace revisit {

// What threads do on an edge: in its step, and in the invisible steps that are taken at once after it.
struct Moves {
  ThreadBits moved = 0;
  ThreadBits rounds = 0;   // they begin another round of a loop that has an exit
  ThreadBits progress = 0; // they begin another round of a loop that has none, or call revisit_progress()

  // `thread` has taken this step; others may have begun another round of a loop too. Requires that the product keeps
  // loopsPassed().
  void add(const Program& program, const ProductState& product, ThreadId thread, const Label& step);
};

struct ExploredEdge {
  StateIndex to;
  ThreadId thread;
  std::uint16_t way = 0; // among those of the thread's step
  ActionId action;
  Moves moves;
};

struct ExploredGraph {
  std::vector<std::size_t> first; // by state: its first edge; one more entry at the end
  std::vector<ExploredEdge> edges;
  std::vector<std::uint32_t> component;         // by state; no edge leads to a higher number
  std::vector<std::vector<StateIndex>> members; // by component
  std::vector<bool> isCycle;                    // by component: it has an edge inside

  std::span<const ExploredEdge> from(StateIndex state) const {
    return std::span(edges).subspan(first[state.value()], first[state.value() + 1] - first[state.value()]);
  }
  // Fills in the components. O(states + edges).
  void findComponents();
};

} // namespace revisit
