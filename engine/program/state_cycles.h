// Which states of a thread lie on a cycle: the thread may come back to them. The edges arrive one by one, so the
// strongly connected components are kept up to date. Thread rule: belongs to one worker.
#pragma once

#include "base/ids.h"

#include <vector>

namespace revisit {

class StateCycles {
public:
  // A history leads from one state to the other. O(1) while edges lead to new states; otherwise O(edges between states
  // whose order this edge changes).
  void add(StateClassId from, StateClassId to);
  // O(1).
  bool isOnCycle(StateClassId state) const {
    return state.value() < m_nodes.size() && m_nodes[state.value()].isOnCycle;
  }
  void clear() { m_nodes.clear(); }

private:
  using Index = std::uint32_t;
  // A state, and the component whose root it is. The rank grows along every edge between components: an edge to a
  // higher rank closes no cycle.
  struct Node {
    Index parent;
    bool isOnCycle = false;        // of the state
    std::uint32_t rank = 0;        // of the component
    std::vector<Index> successors; // of the component
  };

  Index root(Index state);
  void reserve(Index state);
  // The components that can be reached from a component with ranks of at most `rank`, lowest rank first.
  std::vector<Index> reachable(Index from, std::uint32_t rank);
  // Makes one component of all of these that reach `target`.
  void unite(const std::vector<Index>& reached, Index target);
  // Restores the order of ranks behind a component.
  void raiseBehind(Index component);

  std::vector<Node> m_nodes;
};

} // namespace revisit
