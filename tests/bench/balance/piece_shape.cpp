#include "piece_shape.h"

#include <algorithm>
#include <numeric>

namespace revisit::balance {

namespace {

// A walk through a piece in the order of exploration.
class Walk {
public:
  Walk(const ItemTree& tree, std::uint64_t time, std::uint64_t executions)
      : m_tree(tree), m_time(time), m_executions(executions) {}

  // False: the walk stops in this item or at its end, and found.left is set to what is left of it. `builds`: whether
  // its graph is not there yet.
  bool item(const ShapeItem& item, bool builds) {
    found.time += builds ? m_tree.beginTime(item.node) : 0;
    if (skips(item.node))
      return true;
    std::vector<Open> open; // the path
    double weight = item.weight;
    NodeId node = item.node;
    while (true) {
      found.time += m_tree.ownTime(node);
      place += m_tree.ownTime(node);
      found.executions += m_tree.node(node).executions;
      open.push_back({node, 0, weight});
      if (isEnough())
        break;
      const Child* inside = nullptr;
      while (!inside && !open.empty()) {
        Open& last = open.back();
        const std::vector<Child>& children = m_tree.node(last.node).children;
        while (last.next < children.size() && skips(children[last.next].node))
          last.next++;
        if (last.next == children.size()) {
          open.pop_back();
          continue;
        }
        inside = &children[last.next++];
        weight = last.weight * inside->share;
        node = inside->node;
      }
    }
    for (; !open.empty(); open.pop_back()) {
      const Open& last = open.back();
      const std::vector<Child>& children = m_tree.node(last.node).children;
      for (std::size_t i = last.next; i < children.size(); i++)
        found.left.items.push_back({children[i].node, last.weight * children[i].share});
    }
    return false;
  }

  Explored found;
  std::uint64_t place = 0; // what was explored would take this long in place

private:
  using Child = ItemNode::Child;
  struct Open {
    NodeId node = 0;
    std::size_t next = 0;
    double weight = 1;
  };

  bool isEnough() const { return found.time >= m_time && found.executions >= m_executions; }
  // Explores the whole subtree if the walk does not stop before its last execution.
  bool skips(NodeId node) {
    const std::uint64_t time = found.time + m_tree.time(node), executions = found.executions + m_tree.executions(node);
    if (time >= m_time && executions >= m_executions)
      return false;
    found.time = time;
    found.executions = executions;
    place += m_tree.time(node);
    return true;
  }

  const ItemTree& m_tree;
  const std::uint64_t m_time, m_executions;
};

// Whether the item's graph is another one than that of the item before. The alternatives of one branching have the same
// weight.
bool builds(const std::vector<ShapeItem>& items, std::size_t i, Building building) {
  return building == Building::EachItem || i == 0 || items[i - 1].weight != items[i].weight;
}

} // namespace

std::size_t graphsOf(const PieceShape& piece, Building building) {
  std::size_t graphs = 0;
  for (std::size_t i = 0; i < piece.items.size(); i++)
    graphs += builds(piece.items, i, building) ? 1 : 0;
  return graphs;
}

double PieceShape::weight() const {
  double weight = 0;
  for (const ShapeItem& item : items)
    weight += item.weight;
  return weight;
}

Explored exploreShape(const ItemTree& tree, const PieceShape& piece, std::uint64_t time, std::uint64_t executions,
                      Building building) {
  Walk walk(tree, time, executions);
  for (std::size_t i = 0; i < piece.items.size(); i++)
    if (!walk.item(piece.items[i], builds(piece.items, i, building))) {
      walk.found.left.items.insert(walk.found.left.items.end(),
                                   piece.items.begin() + static_cast<std::ptrdiff_t>(i) + 1, piece.items.end());
      break;
    }
  walk.found.left.place = piece.place + walk.place;
  return std::move(walk.found);
}

namespace {

// The size of each item. The alternatives of one branching have the same weight and follow each other.
std::vector<double> sizesOf(const ItemTree& tree, const std::vector<ShapeItem>& items, Cut cut) {
  std::vector<double> sizes;
  for (const ShapeItem& item : items)
    sizes.push_back(cut == Cut::Exact ? static_cast<double>(tree.time(item.node)) : item.weight);
  if (cut != Cut::Branching)
    return sizes;
  for (std::size_t begin = 0, end = 0; begin < items.size(); begin = end) {
    while (end < items.size() && items[end].weight == items[begin].weight)
      end++;
    std::fill(sizes.begin() + static_cast<std::ptrdiff_t>(begin), sizes.begin() + static_cast<std::ptrdiff_t>(end),
              1.0 / static_cast<double>(end - begin));
  }
  return sizes;
}

} // namespace

std::vector<PieceShape> cutShape(const ItemTree& tree, const PieceShape& piece, double groups, Cut cut) {
  std::vector<PieceShape> pieces;
  const std::vector<double> sizes = sizesOf(tree, piece.items, cut);
  const double wanted = std::accumulate(sizes.begin(), sizes.end(), 0.0) / groups;
  double size = 0;
  std::uint64_t place = piece.place;
  for (std::size_t i = 0; i < sizes.size(); i++) {
    const bool isEnough = size >= wanted || (cut != Cut::Filled && size + sizes[i] - wanted > wanted - size);
    if (pieces.empty() || (isEnough && size > 0)) {
      pieces.push_back({{}, place});
      size = 0;
    }
    size += sizes[i];
    place += tree.time(piece.items[i].node);
    pieces.back().items.push_back(piece.items[i]);
  }
  return pieces;
}

} // namespace revisit::balance
