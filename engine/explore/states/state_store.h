// The states that a search has visited, each stored once and exactly, with what the search knows about it. Thread rule:
// belongs to one worker.
#pragma once

#include "base/index_table.h"
#include "explore/product/product_state.h"
#include "explore/product/visible_actions.h"

#include <vector>

namespace revisit {

using StateIndex = Id<struct VisitedStateTag>; // in the order of the first visits

struct VisitedState {
  ProductState::Name name;
  // How it was reached first; the initial state has no parent.
  StateIndex parent;
  std::uint16_t way = 0; // among those that the step had
  std::uint8_t thread = 0;
  bool isOpen : 1 = true;        // on the stack of the search
  bool isDead : 1 = false;       // inside an atomic section that it never leaves
  ThreadBits done = 0;           // the threads whose steps were explored from here
  VisibleActions::Set later = 0; // the actions on the way from here on, as far as they are known
};

class StateStore {
public:
  struct Place {
    StateIndex index;
    bool isNew;
  };
  // O(1) expected.
  Place insert(const ProductState::Name& name);
  // Invalid: not visited.
  StateIndex find(const ProductState::Name& name) const;

  VisitedState& operator[](StateIndex index) { return m_states[index.value()]; }
  const VisitedState& operator[](StateIndex index) const { return m_states[index.value()]; }
  std::size_t size() const { return m_states.size(); }
  void clear();
  std::size_t bytes() const { return m_states.capacity() * sizeof(VisitedState) + m_table.bytes(); }

private:
  std::vector<VisitedState> m_states;
  IndexTable m_table;
};

} // namespace revisit
