// Samples of the tree of an exploration, to estimate how many executions there are in all (Knuth, "Estimating the
// efficiency of backtrack programs", 1975; Chen, "Heuristic sampling", 1992).
//
// A node is a work item. Expanding it takes its alternative and goes on to the end of an execution, if it leads to one;
// its children are the alternatives that are met on the way. Those that are refused are left out before anything is
// chosen (PieceExplorer::expandItem): they are most, and have no executions. A pass goes down the tree level by
// level, and keeps at most a number of nodes on each (the width). A node that is kept stands for others, and has a
// weight: one over the probability with which it is kept. So the weights of all executions that a pass meets add up to
// their number, in the mean over passes.
//
// Which nodes are kept depends on what earlier passes have met below such nodes, because nodes that lead to much should
// be kept. That changes how far passes differ, never their mean.
//
// Thread rule: belongs to one thread.
#pragma once

#include "explore/pieces.h"

#include <map>
#include <random>

namespace revisit {

class TreeSample {
public:
  // Explores the item up to its first execution, and gives its children. Returns whether there is an execution;
  // none: sampling has to end.
  using Expand = std::function<std::optional<bool>(const PieceItem& item, Piece& left)>;

  explicit TreeSample(std::uint64_t seed) : m_random(seed) {}

  // The number of executions that one pass says. None: it had to end. Requires width > 0. Expands at most `width` items
  // on each level of the tree.
  std::optional<double> pass(std::size_t width, const Expand& expand);

private:
  // Nodes that are about alike: what their alternative is, and how many events their graph has.
  using Likes = std::pair<AlternativeKind, std::uint32_t>;

  struct Node {
    PieceItem item;
    Likes likes;
    double weight = 1;      // one over the probability that a pass comes here
    double stands = 1;      // for how many children of its parent it stands
    std::size_t parent = 0; // in the level above
    double below = 0;       // what the pass says of the number of executions from here
  };
  using Level = std::vector<Node>;

  // What passes have met below nodes that are alike.
  struct Met {
    double nodes = 0, squares = 0; // of the executions below
  };

  Level keep(Level candidates, std::size_t width);
  double sizeOf(const Likes& likes);
  void learn(const std::vector<Level>& levels);

  std::mt19937_64 m_random;
  std::map<Likes, Met> m_met;
  std::map<Likes, double> m_sizes; // of this pass; see sizeOf
};

// What passes say together.
class TreeEstimate {
public:
  // `width`: of the pass. A wider one counts as much more as it is wider.
  void add(std::size_t width, double executions);
  void clear() { m_passes.clear(); }
  // The mean of the passes; the error covers the truth in about nine of ten cases. 0 executions while passes are too
  // few or too narrow, or differ too much.
  Estimate value() const;

private:
  struct Pass {
    double width;
    double executions;
  };
  std::vector<Pass> m_passes;
};

} // namespace revisit
