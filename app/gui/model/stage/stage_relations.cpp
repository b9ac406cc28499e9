#include "stage_relations.h"

namespace revisit::gui {

void addRelations(std::vector<StageArrow>& arrows, const EventGraph& graph, const std::vector<NodeIndex>& nodes,
                  const StageSight& sight, const std::function<std::optional<StagePlace>(NodeIndex)>& placeOf,
                  const std::function<bool(Relation)>& isShown) {
  std::vector<bool> isOutside(2 * relationCount, false);
  for (const NodeIndex node : nodes)
    for (const std::size_t index : graph.incident(node)) {
      const EventEdge& edge = graph.edges()[index];
      if (edge.relation == Relation::ProgramOrder || !isShown(edge.relation))
        continue;
      const std::optional<StagePlace> from = placeOf(edge.from), to = placeOf(edge.to);
      if (!from || !to || from->row == to->row)
        continue;
      const std::size_t other = from->row == sight.selected ? to->row : from->row;
      const bool isInSight = other >= sight.first && other <= sight.last;
      const std::size_t direction = 2 * indexOf(edge.relation) + (other < sight.first ? 0 : 1);
      if (isInSight || !isOutside[direction])
        arrows.push_back({edge.relation, *from, *to, true});
      isOutside[direction] = isOutside[direction] || !isInSight;
    }
}

} // namespace revisit::gui
