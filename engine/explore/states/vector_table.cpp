#include "explore/states/vector_table.h"

#include "base/mixing.h"

#include <algorithm>
#include <bit>

namespace revisit {

namespace {

std::size_t hashOf(unsigned level, std::uint32_t left, std::uint32_t right) {
  return mixed((std::uint64_t{left} << 32 | right) + level * 0x9E3779B97F4A7C15ull);
}

} // namespace

void VectorTable::clear() {
  m_nodes.assign(1, {0, 0});
  m_levels.assign(1, 0);
  m_slots.clear();
}

void VectorTable::grow() {
  const std::size_t size = std::max<std::size_t>(1024, m_slots.size() * 2);
  m_slots.assign(size, 0);
  for (std::uint32_t name = 1; name < m_nodes.size(); name++) {
    std::size_t at = hashOf(m_levels[name], m_nodes[name].left, m_nodes[name].right) & (size - 1);
    while (m_slots[at] != 0)
      at = (at + 1) & (size - 1);
    m_slots[at] = name;
  }
}

VectorTable::Name VectorTable::node(unsigned level, std::uint32_t left, std::uint32_t right) {
  if (left == 0 && right == 0)
    return 0;
  if (m_nodes.size() * 4 >= m_slots.size() * 3)
    grow();
  const std::size_t mask = m_slots.size() - 1;
  for (std::size_t at = hashOf(level, left, right) & mask;; at = (at + 1) & mask) {
    const std::uint32_t name = m_slots[at];
    if (name == 0) {
      m_slots[at] = static_cast<std::uint32_t>(m_nodes.size());
      m_nodes.push_back({left, right});
      m_levels.push_back(static_cast<std::uint8_t>(level));
      return m_slots[at];
    }
    if (m_nodes[name].left == left && m_nodes[name].right == right && m_levels[name] == level)
      return name;
  }
}

VectorTable::Name VectorTable::replaced(Name tree, unsigned level, std::uint32_t index, std::uint32_t value) {
  if (level == 0)
    return value;
  const Node node = m_nodes[tree];
  const std::uint32_t half = std::uint32_t{1} << (level - 1);
  return index < half ? this->node(level, replaced(node.left, level - 1, index, value), node.right)
                      : this->node(level, node.left, replaced(node.right, level - 1, index - half, value));
}

VectorTable::Name VectorTable::with(Name vector, std::uint32_t index, std::uint32_t value) {
  const unsigned needed = std::max<unsigned>(1, static_cast<unsigned>(std::bit_width(index)));
  unsigned level = std::max<unsigned>(needed, m_levels[vector]);
  for (unsigned stored = m_levels[vector]; vector != 0 && stored < level; stored++)
    vector = node(stored + 1, vector, 0);
  Name tree = replaced(vector, level, index, value);
  for (; level > 1 && tree != 0 && m_nodes[tree].right == 0; level--)
    tree = m_nodes[tree].left;
  return tree;
}

} // namespace revisit
