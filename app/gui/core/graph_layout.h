// The layout of the drawing of an execution. A pure function: the same shape gives the same layout. Whether a relation
// is shown is not part of the shape. Knows neither Qt nor witnesses.
//
// Each thread is a column and each node has a separate row, in schedule order. So the row of a node is free to its left
// and right, and its edges run there. Between the columns are gutters, with lanes in which edges run vertically; the
// labels of the edges that end at a node are beside it. Texts never overlap.
#pragma once

#include "relation.h"

#include <vector>

namespace revisit::gui {

struct LayoutPoint {
  double x = 0, y = 0;
  friend bool operator==(const LayoutPoint&, const LayoutPoint&) = default;
};

struct LayoutRect {
  double left = 0, top = 0, width = 0, height = 0;
  double right() const { return left + width; }
  double bottom() const { return top + height; }
  bool intersects(const LayoutRect& other) const {
    return left < other.right() && other.left < right() && top < other.bottom() && other.top < bottom();
  }
  friend bool operator==(const LayoutRect&, const LayoutRect&) = default;
};

struct GraphShape {
  struct Node {
    unsigned thread = 0;
    double width = 0; // of its box
  };
  struct Edge {
    Relation relation = Relation::ProgramOrder;
    std::size_t from = 0, to = 0; // nodes
  };
  std::vector<double> titleWidths; // by thread
  std::vector<Node> nodes;         // by row
  std::vector<Edge> edges;         // program order only between nodes of one thread, downwards
  std::vector<double> labelWidths; // by Relation
};

struct GraphMetrics {
  double rowHeight = 28;
  double boxHeight = 22;
  double titleHeight = 26;
  double labelHeight = 12;
  double labelGap = 4;   // between labels, and between a label and a box
  double arrowRoom = 10; // between a box and its first label: the arrow's head
  double laneGap = 7;
  double portGap = 6;    // between the heights at which edges enter a box
  double stemInset = 12; // of program order edges, from a column's left side
  double minimumGutter = 36;
  double margin = 18;
  double rulerWidth = 0;         // on the left, for the row numbers
  std::size_t maximumLanes = 12; // in a gutter; further edges share lanes
};

struct GraphLayout {
  struct Column {
    double left = 0, width = 0;
    LayoutRect title;
    std::vector<LayoutPoint> stem; // from the title to the thread's first node; empty when it has no node
  };
  struct Label {
    Relation relation = Relation::ProgramOrder;
    std::size_t node = 0; // the target of its edges; for a label of program order the thread
    LayoutRect rect;
  };
  std::vector<Column> columns;                  // by thread
  std::vector<LayoutRect> boxes;                // by node
  std::vector<std::vector<LayoutPoint>> routes; // by edge; straight lines, the arrow's head at the last point
  std::vector<Label> labels;                    // one for all edges of a relation that enter a node from the same side
  LayoutRect bounds;
};

// Requires a title for each node's thread, nodes at both ends of each edge, and a label width for each relation.
// O((nodes + edges) log (nodes + edges)).
GraphLayout layOut(const GraphShape& shape, const GraphMetrics& metrics);

} // namespace revisit::gui
