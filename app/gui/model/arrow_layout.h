// Where the arrows of a drawing's marks run: a pure function that moves nothing of the drawing itself. Knows no Qt.
//
// An arrow leaves its first node downwards, runs between two rows to the right, out of all columns, down or up in a
// lane of its own, and back between two rows to the node that it leads to. Between the rows nothing is written, so it
// covers no box and no label. What it says stands right of the lanes.
#pragma once

#include "graph_layout.h"
#include "graph_marks.h"

namespace revisit::gui {

struct ArrowLayout {
  struct Arrow {
    std::vector<LayoutPoint> route; // straight lines, the head at the last point
    LayoutRect label;
    std::vector<LayoutPoint> leader; // from the route to the label; empty when the label had to make room
  };
  std::vector<Arrow> arrows; // as in the marks
  LayoutRect bounds;         // of the drawing and the arrows
};

// `labelWidths`: of the arrows' texts. Requires arrows between different nodes of the layout. O(n log n), and the
// square of the arrows.
ArrowLayout placeArrows(const std::vector<MarkedArrow>& arrows, const std::vector<double>& labelWidths,
                        const GraphLayout& layout, const GraphMetrics& metrics);

} // namespace revisit::gui
