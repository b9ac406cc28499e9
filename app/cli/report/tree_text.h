// The tree of an exploration as indented text, Graphviz text or JSON. Pure functions on a log.
#pragma once

#include "log/step_text.h"

#include <nlohmann/json_fwd.hpp>

#include <set>

namespace revisit::cli {

struct TreeFilter {
  std::set<NodeOutcome> outcomes; // empty: all
  std::uint64_t max = 0;          // of the nodes with one of these outcomes; 0: all

  bool matches(const TreeNode& node) const { return outcomes.empty() || outcomes.contains(node.outcome); }
};

// The nodes to show, by number: the matching ones, up to the bound, and the nodes above them.
struct TreeSelection {
  std::vector<std::uint32_t> nodes;
  std::uint64_t leftOut = 0; // matching nodes in the log beyond the bound
};
// O(nodes).
TreeSelection select(const ExplorationLog& log, const TreeFilter& filter);

// One line for each node, below its parent and indented further.
// Without `showLibraries` an alternative that concerns only what a library does, such as the order of a shared_ptr's
// counts, and ends as the one above it, is named in that one's line.
std::string treeToText(const ExplorationLog& log, const TreeSelection& selection, bool showLibraries);
std::string treeToDot(const ExplorationLog& log, const TreeSelection& selection);
// nodes: number, parent, depth, outcome, action, refusal, alternative, text, event, other, source, culprit, cycle,
// deleted, pending, execution (as summaryJson).
nlohmann::ordered_json treeToJson(const ExplorationLog& log, const TreeSelection& selection);

} // namespace revisit::cli
