// What is to be stressed in the drawing of an execution besides what is in it: a step of the algorithm, or how it
// differs from another execution. Plain data; knows no Qt.
#pragma once

#include "event_graph.h"

#include <algorithm>
#include <string>
#include <vector>

namespace revisit::gui {

enum class NodeMark : std::uint8_t {
  None,
  Added,     // by this step
  Next,      // not in the graph yet: what a thread would do next. At most one, the last event
  Revisited, // the read that is revisited, the operation whose place is taken
  Candidate, // it could be read from, placed after or revisited
  Deleted,   // by this step, or it would be
  Culprit,   // it is why something was refused
  Common,    // with the other execution
  Differs    // from the other execution, though everything before is common
};

// An arrow of its own kind: "revisits", "could read".
struct MarkedArrow {
  NodeIndex from = 0, to = 0;
  std::string text;
  bool isRefused = false;
  friend bool operator==(const MarkedArrow&, const MarkedArrow&) = default;
};

struct GraphMarks {
  std::vector<NodeMark> nodes; // by node; empty: none has a mark
  std::vector<MarkedArrow> arrows;
  std::optional<NodeIndex> focus; // to look at first
  NodeMark of(NodeIndex node) const { return node < nodes.size() ? nodes[node] : NodeMark::None; }
  // The first node with the mark.
  std::optional<NodeIndex> find(NodeMark mark) const {
    const auto found = std::ranges::find(nodes, mark);
    return found != nodes.end() ? std::optional<NodeIndex>(found - nodes.begin()) : std::nullopt;
  }
};

} // namespace revisit::gui
