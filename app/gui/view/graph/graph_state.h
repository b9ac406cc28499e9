// The state that the items of the drawing read when they paint. The scene owns and changes it.
#pragma once

#include "core/arrow_layout.h"
#include "core/execution.h"
#include "core/graph_layout.h"
#include "view/widgets/theme.h"

#include <QFont>
#include <QString>

#include <array>
#include <vector>

namespace revisit::gui {

struct GraphState {
  const Theme* theme = nullptr;
  QFont boxFont, titleFont, labelFont, badgeFont;
  GraphMetrics metrics;
  GraphLayout layout;             // boxes by node, routes by edge
  std::vector<NodeIndex> shownAs; // by node: itself, or the first of the fold whose box stands for it
  std::vector<EventEdge> edges;   // between nodes that have a box
  std::vector<QString> texts;     // by node
  std::vector<QString> titles;    // by thread
  std::array<QString, relationCount> labels;
  std::vector<bool> isError, isCycle, isWait, isObject; // by node
  GraphMarks marks;
  ArrowLayout arrows;              // of the marks
  std::vector<QString> arrowTexts; // likewise

  std::array<bool, relationCount> shown{}; // relations
  std::optional<NodeIndex> selected, hovered;
  SchedulePosition position = 0;
  bool isFiltered = false;
  std::vector<bool> matches, lit; // by node

  bool hasBox(NodeIndex node) const { return shownAs[node] == node; }
  // The first node that an edge of the relation leads to from there.
  std::optional<NodeIndex> neighbour(NodeIndex node, Relation relation, Direction direction) const;

  // Hovering over an event raises the edges of this event and fades the others.
  bool isRaised(const EventEdge& edge) const { return hovered && (edge.from == *hovered || edge.to == *hovered); }
};

// Makes the parts of the state that follow from the execution: shape, texts, layout. The events of each fold share a
// box.
GraphState graphStateOf(const Execution& execution, const Theme& theme, const std::vector<Fold>& folds);

} // namespace revisit::gui
