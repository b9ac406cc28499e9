#include "base/vector_table.h"

#include "base/mixing.h"

#include <algorithm>
#include <bit>

namespace revisit {

std::uint64_t VectorTable::hashOf(unsigned level, const Node& node) {
  return mixed((std::uint64_t{node.left} << 32 | node.right) + level * 0x9E3779B97F4A7C15ull);
}

void VectorTable::clear() {
  m_nodes.assign(1, {0, 0});
  m_levels.assign(1, 0);
  m_table.clear();
}

VectorTable::Id VectorTable::node(unsigned level, std::uint32_t left, std::uint32_t right) {
  const Node wanted{left, right};
  if (wanted == Node{0, 0})
    return 0;
  const Id next = static_cast<Id>(m_nodes.size());
  const Id name = m_table.findOrAdd(
      hashOf(level, wanted), next, [&](Id known) { return m_nodes[known] == wanted && m_levels[known] == level; },
      [this](Id known) { return hashOf(m_levels[known], m_nodes[known]); });
  if (name == next) {
    m_nodes.push_back(wanted);
    m_levels.push_back(static_cast<std::uint8_t>(level));
  }
  return name;
}

VectorTable::Id VectorTable::replaced(Id tree, unsigned level, std::uint32_t index, std::uint32_t value) {
  if (level == 0)
    return value;
  const Node node = m_nodes[tree];
  const std::uint32_t half = std::uint32_t{1} << (level - 1);
  return index < half ? this->node(level, replaced(node.left, level - 1, index, value), node.right)
                      : this->node(level, node.left, replaced(node.right, level - 1, index - half, value));
}

VectorTable::Id VectorTable::with(Id vector, std::uint32_t index, std::uint32_t value) {
  const unsigned needed = std::max<unsigned>(1, static_cast<unsigned>(std::bit_width(index)));
  unsigned level = std::max<unsigned>(needed, m_levels[vector]);
  for (unsigned stored = m_levels[vector]; vector != 0 && stored < level; stored++)
    vector = node(stored + 1, vector, 0);
  Id tree = replaced(vector, level, index, value);
  for (; level > 1 && tree != 0 && m_nodes[tree].right == 0; level--)
    tree = m_nodes[tree].left;
  return tree;
}

} // namespace revisit
