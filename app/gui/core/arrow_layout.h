// Routes the arrows of a drawing's marks. A pure function that does not change the drawing itself. Knows no Qt.
//
// An arrow leaves its first node downwards, runs between two rows to the right, out of all columns, down or up in a
// separate lane, and back between two rows to its target node. There is no text between the rows, so it covers no box
// and no label. Its own text is to the right of the lanes.
#pragma once

#include "graph_layout.h"
#include "graph_marks.h"

namespace revisit::gui {

struct ArrowLayout {
  struct Arrow {
    std::vector<LayoutPoint> route; // straight lines, the head at the last point
    LayoutRect label;
    std::vector<LayoutPoint> leader; // from the route to the label; empty unless the label was moved
  };
  std::vector<Arrow> arrows; // in the order of the marks
  LayoutRect bounds;         // of the drawing and the arrows
};

// `labelWidths`: the widths of the arrows' texts. Requires arrows between different nodes of the layout. O(n log n),
// plus the square of the number of arrows.
ArrowLayout placeArrows(const std::vector<MarkedArrow>& arrows, const std::vector<double>& labelWidths,
                        const GraphLayout& layout, const GraphMetrics& metrics);

} // namespace revisit::gui
