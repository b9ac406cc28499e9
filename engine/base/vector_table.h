// Vectors of numbers, each stored once: equal vectors have equal ids. A vector is a binary tree whose equal subtrees
// are shared, so a vector that differs from another one in one element costs O(log length). Entries that were never set
// are 0, and a vector has no length: trailing zeros change nothing. Thread rule: belongs to one worker.
#pragma once

#include "base/index_table.h"

#include <cstdint>
#include <vector>

namespace revisit {

class VectorTable {
public:
  using Id = std::uint32_t; // 0: all elements are 0

  // The vector with one element replaced. O(log index) expected.
  Id with(Id vector, std::uint32_t index, std::uint32_t value);
  // Calls f(index, value) for each element that is not 0, in order.
  template <class F> void forEach(Id vector, F&& f) const {
    if (vector != 0)
      visit(vector, m_levels[vector], 0, f);
  }
  void clear();
  std::size_t bytes() const { return m_nodes.capacity() * sizeof(Node) + m_levels.capacity() + m_table.bytes(); }

private:
  // A tree of level n covers 2^n elements. Its children are elements on level 1, ids of trees above. A tree of zeros
  // is 0 on every level, and a vector is the lowest tree that contains all of its other elements.
  struct Node {
    std::uint32_t left, right;
    friend bool operator==(const Node&, const Node&) = default;
  };

  static std::uint64_t hashOf(unsigned level, const Node& node);
  Id node(unsigned level, std::uint32_t left, std::uint32_t right);
  Id replaced(Id tree, unsigned level, std::uint32_t index, std::uint32_t value);

  template <class F> void visit(Id tree, unsigned level, std::uint32_t first, F& f) const {
    const Node& node = m_nodes[tree];
    const std::uint32_t half = std::uint32_t{1} << (level - 1);
    if (level == 1) {
      if (node.left != 0)
        f(first, node.left);
      if (node.right != 0)
        f(first + 1, node.right);
      return;
    }
    if (node.left != 0)
      visit(node.left, level - 1, first, f);
    if (node.right != 0)
      visit(node.right, level - 1, first + half, f);
  }

  std::vector<Node> m_nodes{{0, 0}};
  std::vector<std::uint8_t> m_levels{0};
  IndexTable m_table; // of ids
};

} // namespace revisit
