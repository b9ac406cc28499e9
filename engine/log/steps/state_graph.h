// The states of a search and the steps between them, as a graph to draw: all of them while they are few, otherwise the
// neighbourhood of one. Pure functions on a log.
#pragma once

#include "log/exploration_log.h"
#include "log/state_log.h"
#include "log/steps/layout_geometry.h"

#include <vector>

namespace revisit {

enum class StateEdgeKind : std::uint8_t {
  Taken,  // to a state that was new
  Known,  // to a state that was visited before
  Cycle,  // to a state that was on the stack
  Vain,   // back to the same state, or nowhere
  Pruned, // not taken: its thread is not in the safe set or the source set
};

struct StateNode {
  std::uint32_t state = 0; // its number in the log
  StateOutcome outcome = StateOutcome::Open;
  std::uint64_t step = 0;    // that entered it
  std::uint64_t decided = 0; // after this step nothing more is taken from it; 0: that is not known
  bool hasBug = false;       // an execution that was shown for it has an error
  std::size_t hidden = 0;    // neighbours that are not in the graph
};

struct StateEdge {
  static constexpr std::size_t nowhere = ~std::size_t{0};
  StateEdgeKind kind = StateEdgeKind::Taken;
  std::size_t from = 0, to = nowhere; // nodes
  std::uint64_t step = 0;             // 0: pruned
  unsigned thread = 0;
  std::string text; // "T1 write x = 1"
};

struct StateGraph {
  std::vector<StateNode> nodes; // by the numbers of their states
  std::vector<StateEdge> edges;
  std::size_t states = 0; // in the log

  bool isWhole() const { return nodes.size() == states; }
  // The node of the state; nowhere: it is not in the graph. O(log nodes).
  std::size_t nodeOf(std::uint32_t state) const;
};

// At most `most` states. If there are more, those nearest to `centre`.
StateGraph stateGraph(const ExplorationLog& log, std::uint32_t centre, std::size_t most);

struct StateMetrics {
  double nodeWidth = 34, nodeHeight = 20;
  double columnGap = 26, rowGap = 46;
  double stub = 15; // the length of a step to nowhere
  double margin = 20;
};

struct StateLayout {
  std::vector<LayoutRect> nodes; // by node
  std::vector<std::vector<LayoutPoint>>
      routes; // by edge: its ends, and between them where it bows to; for loops and steps to nowhere a short line
  LayoutRect bounds;
};

// Rows are the distance from the first state. Within a row the order makes few edges cross. O((nodes + edges) log
// nodes).
StateLayout layOut(const StateGraph& graph, const StateMetrics& metrics);

} // namespace revisit
