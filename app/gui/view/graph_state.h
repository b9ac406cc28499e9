// The state that the items of the drawing read when they paint. The scene owns and changes it.
#pragma once

#include "model/arrow_layout.h"
#include "model/execution.h"
#include "model/graph_layout.h"
#include "theme.h"

#include <QFont>
#include <QString>

#include <array>
#include <vector>

namespace revisit::gui {

struct GraphState {
  const Theme* theme = nullptr;
  QFont boxFont, titleFont, labelFont, badgeFont;
  GraphMetrics metrics;
  GraphLayout layout;
  std::vector<QString> texts;  // by node
  std::vector<QString> titles; // by thread
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

  // Hovering over an event raises the edges of this event and fades the others.
  bool isRaised(const EventEdge& edge) const { return hovered && (edge.from == *hovered || edge.to == *hovered); }
};

// Creates the parts of the state that depend on the execution only: shape, texts, layout.
GraphState graphStateOf(const Execution& execution, const Theme& theme);

} // namespace revisit::gui
