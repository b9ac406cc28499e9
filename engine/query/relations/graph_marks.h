// Marks that the drawing of a step of the algorithm shows in addition to the graph itself. Plain data.
#pragma once

#include "query/relations/event_graph.h"

#include <algorithm>
#include <string>
#include <vector>

namespace revisit {

enum class NodeMark : std::uint8_t {
  None,
  Added,     // by this step
  Next,      // a thread's next event, not in the graph yet. At most one, the last event
  Revisited, // the read that is revisited, or the operation that is displaced
  Candidate, // it could be read from, placed after or revisited
  Deleted,   // it is or would be deleted by this step
  Culprit,   // the reason of a refusal
  Cycle      // part of the cycle with which the memory model forbids an alternative
};

// An arrow with its own text: "revisits", "could read".
struct MarkedArrow {
  NodeIndex from = 0, to = 0;
  std::string text;
  bool isRefused = false;
  friend bool operator==(const MarkedArrow&, const MarkedArrow&) = default;
};

struct GraphMarks {
  std::vector<NodeMark> nodes; // by node; empty: no marks
  std::vector<MarkedArrow> arrows;
  std::optional<NodeIndex> focus; // the node to show first
  // By node: how many rows above it stay empty because the events that stood there were deleted. An empty vector: no
  // row stays empty.
  std::vector<std::size_t> gaps;
  NodeMark of(NodeIndex node) const { return node < nodes.size() ? nodes[node] : NodeMark::None; }
  // The first node with the mark.
  std::optional<NodeIndex> find(NodeMark mark) const {
    const auto found = std::ranges::find(nodes, mark);
    return found != nodes.end() ? std::optional<NodeIndex>(found - nodes.begin()) : std::nullopt;
  }
};

} // namespace revisit
