// Alternatives that concern only what a library does, such as the order in which owners of a shared_ptr let go.
#pragma once

#include "log/exploration_log.h"

#include <map>
#include <string>
#include <vector>

namespace revisit::cli {

struct TreeFolding {
  struct Folded {
    std::vector<std::uint32_t> executions; // by number
    std::size_t refused = 0;
  };
  std::vector<bool> folded;                 // by node
  std::map<std::uint32_t, Folded> byParent; // by the node whose line names them

  bool isFolded(std::uint32_t node) const { return node < folded.size() && folded[node]; }
  // "; in other orders of a library's events: #2, #5 and 1 refused"; empty when the node's line names none.
  std::string textOf(std::uint32_t node) const;
};

// Of the nodes that are shown, parents first: those whose alternative is about a library's accesses only, below which
// there is nothing else, and whose execution ends as that of the node above. Refused ones end nowhere.
TreeFolding foldTree(const ExplorationLog& log, const std::vector<std::uint32_t>& nodes);

} // namespace revisit::cli
