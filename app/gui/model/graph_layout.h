// Where everything in the drawing of an execution stands. A pure function: the same shape gives the same places, and
// whether a relation is shown is no part of the shape. Knows neither Qt nor witnesses.
//
// Each thread is a column and each node a row of its own, in the order of the schedule. So the row of a node is free
// left and right of it, and what leads to or from it runs there. Between the columns are gutters, with lanes in which
// edges run vertically; the labels of the edges that end at a node stand beside it. Nothing written ever overlaps.
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
  double portGap = 6;    // between what enters a box at different heights
  double stemInset = 12; // of program order, from a column's left side
  double minimumGutter = 36;
  double margin = 18;
  double rulerWidth = 0;         // left of everything: for the numbers of the rows
  std::size_t maximumLanes = 12; // in a gutter; what needs more shares lanes
};

struct GraphLayout {
  struct Column {
    double left = 0, width = 0;
    LayoutRect title;
    std::vector<LayoutPoint> stem; // from the title to the thread's first node; empty when it has none
  };
  struct Label {
    Relation relation = Relation::ProgramOrder;
    std::size_t node = 0; // that its edges lead to; the thread of a label of program order
    LayoutRect rect;
  };
  std::vector<Column> columns;                  // by thread
  std::vector<LayoutRect> boxes;                // by node
  std::vector<std::vector<LayoutPoint>> routes; // by edge; straight lines, the arrow's head at the last point
  std::vector<Label> labels;                    // one for all edges of a relation that enter a node from the same side
  LayoutRect bounds;
};

// Requires every node's thread to have a title, every edge's ends to be nodes, and a label width for each relation.
// O((nodes + edges) log (nodes + edges)).
GraphLayout layOut(const GraphShape& shape, const GraphMetrics& metrics);

} // namespace revisit::gui
