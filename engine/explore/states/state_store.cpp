#include "explore/states/state_store.h"

#include "base/mixing.h"

#include <algorithm>

namespace revisit {

void StateStore::clear() {
  m_states.clear();
  m_slots.clear();
}

// The slot of the state, or the free one where it belongs.
std::size_t StateStore::slotOf(const ProductState::Name& name) const {
  const std::size_t mask = m_slots.size() - 1;
  std::size_t at = mixed(std::uint64_t{name.threads} << 32 | name.memory) & mask;
  while (m_slots[at].valid() && !(m_states[m_slots[at].value()].name == name))
    at = (at + 1) & mask;
  return at;
}

void StateStore::grow() {
  m_slots.assign(std::max<std::size_t>(1024, m_slots.size() * 2), StateIndex());
  for (std::uint32_t i = 0; i < m_states.size(); i++)
    m_slots[slotOf(m_states[i].name)] = StateIndex(i);
}

StateIndex StateStore::find(const ProductState::Name& name) const {
  return m_slots.empty() ? StateIndex() : m_slots[slotOf(name)];
}

StateStore::Place StateStore::insert(const ProductState::Name& name) {
  if (m_states.size() * 4 >= m_slots.size() * 3)
    grow();
  StateIndex& slot = m_slots[slotOf(name)];
  if (slot.valid())
    return {slot, false};
  slot = StateIndex(static_cast<std::uint32_t>(m_states.size()));
  m_states.push_back({.name = name});
  return {slot, true};
}

} // namespace revisit
