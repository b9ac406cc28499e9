#include "explore/states/state_store.h"

#include "base/mixing.h"

namespace revisit {

namespace {

std::uint64_t hashOf(const ProductState::Name& name) {
  return mixed(std::uint64_t{name.threads} << 32 | name.memory);
}

} // namespace

void StateStore::clear() {
  m_states.clear();
  m_table.clear();
}

StateIndex StateStore::find(const ProductState::Name& name) const {
  const std::uint32_t found =
      m_table.find(hashOf(name), [&](std::uint32_t index) { return m_states[index].name == name; });
  return found == IndexTable::none ? StateIndex() : StateIndex(found);
}

StateStore::Place StateStore::insert(const ProductState::Name& name) {
  m_table.reserveOne([this](std::uint32_t index) { return hashOf(m_states[index].name); });
  const std::uint32_t next = static_cast<std::uint32_t>(m_states.size());
  const std::uint32_t index =
      m_table.findOrAdd(hashOf(name), next, [&](std::uint32_t known) { return m_states[known].name == name; });
  if (index == next)
    m_states.push_back({.name = name});
  return {StateIndex(index), index == next};
}

} // namespace revisit
