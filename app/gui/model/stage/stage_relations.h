// The relations of what is selected on the stage. Stateless.
#pragma once

#include "stage_source.h"

#include <functional>

namespace revisit::gui {

struct StageSight {
  std::size_t selected = 0;        // the row
  std::size_t first = 0, last = 0; // the rows in sight
};

// Appends the edges of the nodes, which share the selected row, that lead to other rows: those in sight, and of those
// that lead out of it the first one of each relation and direction. `placeOf`: nothing for a node that has no row.
void addRelations(std::vector<StageArrow>& arrows, const EventGraph& graph, const std::vector<NodeIndex>& nodes,
                  const StageSight& sight, const std::function<std::optional<StagePlace>(NodeIndex)>& placeOf,
                  const std::function<bool(Relation)>& isShown);

} // namespace revisit::gui
