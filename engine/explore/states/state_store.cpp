#include "explore/states/state_store.h"

namespace revisit {

void StateStore::clear() {
  m_states.clear();
  m_table.clear();
}

StateIndex StateStore::find(const ProductState::Name& name) const {
  const std::uint32_t found =
      m_table.find(name.hash(), [&](std::uint32_t index) { return m_states[index].name == name; });
  return found == IndexTable::none ? StateIndex() : StateIndex(found);
}

StateStore::Place StateStore::insert(const ProductState::Name& name) {
  const std::uint32_t next = static_cast<std::uint32_t>(m_states.size());
  const std::uint32_t index = m_table.findOrAdd(
      name.hash(), next, [&](std::uint32_t known) { return m_states[known].name == name; },
      [this](std::uint32_t known) { return m_states[known].name.hash(); });
  if (index == next)
    m_states.push_back({.name = name});
  return {StateIndex(index), index == next};
}

} // namespace revisit
