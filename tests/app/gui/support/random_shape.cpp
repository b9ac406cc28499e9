#include "random_shape.h"

#include <optional>
#include <random>

namespace revisit::gui::test {
namespace {

class ShapeMaker {
public:
  explicit ShapeMaker(unsigned seed) : m_random(seed) {}

  GraphShape make(unsigned threads, std::size_t nodes, std::size_t edges) {
    for (std::size_t i = 0; i < relationCount; i++)
      m_shape.labelWidths.push_back(width(12, 45));
    for (unsigned thread = 0; thread < threads; thread++)
      m_shape.titleWidths.push_back(width(25, 160));
    for (std::size_t node = 0; node < nodes; node++)
      m_shape.nodes.push_back({static_cast<unsigned>(number(threads)), width(30, 320)});
    addProgramOrder();
    for (std::size_t edge = 0; edge < edges && nodes > 1; edge++)
      addEdge();
    return std::move(m_shape);
  }

private:
  std::size_t number(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(m_random); }
  double width(double least, double most) { return std::uniform_real_distribution(least, most)(m_random); }

  void addProgramOrder() {
    std::vector<std::optional<std::size_t>> last(m_shape.titleWidths.size());
    for (std::size_t node = 0; node < m_shape.nodes.size(); node++) {
      std::optional<std::size_t>& before = last[m_shape.nodes[node].thread];
      if (before)
        m_shape.edges.push_back({Relation::ProgramOrder, *before, node});
      before = node;
    }
  }

  // Up or down, between any two nodes, by any relation but program order.
  void addEdge() {
    const std::size_t from = number(m_shape.nodes.size()), to = number(m_shape.nodes.size());
    if (from != to)
      m_shape.edges.push_back({allRelations[1 + number(relationCount - 1)], from, to});
  }

  std::mt19937 m_random;
  GraphShape m_shape;
};

} // namespace

GraphShape randomShape(unsigned seed, unsigned threads, std::size_t nodes, std::size_t edges) {
  return ShapeMaker(seed).make(threads, nodes, edges);
}

} // namespace revisit::gui::test
