// Pieces of an exploration (explore/pieces.h) over a recorded tree: what a worker has explored of a piece at some
// moment, and what is left. Takes no longer for large subtrees than for small ones.
#pragma once

#include "item_tree.h"

namespace revisit::balance {

struct ShapeItem {
  NodeId node = 0;
  double weight = 1;
};

struct PieceShape {
  std::vector<ShapeItem> items; // in the order in which they are explored
  std::uint64_t place = 0;      // nanoseconds that one worker would need for everything before this piece
  double weight() const;
};

inline PieceShape wholeShape(const ItemTree& tree) {
  return {{{tree.root(), 1}}, 0};
}

struct Explored {
  std::uint64_t time = 0; // since the beginning of the piece
  std::uint64_t executions = 0;
  PieceShape left;
};

// How items of a piece are begun: each builds its graph; or only the first one of those of one branching, which build
// the same graph.
enum class Building : std::uint8_t { EachItem, EachBranching };

// How many graphs the piece consists of.
std::size_t graphsOf(const PieceShape& piece, Building building);

// Explores the piece until at least this much time has passed and at least this many executions were found, or to its
// end. A worker stops between two executions only.
Explored exploreShape(const ItemTree& tree, const PieceShape& piece, std::uint64_t time, std::uint64_t executions,
                      Building building = Building::EachItem);
inline Explored exploreAll(const ItemTree& tree, const PieceShape& piece, Building building) {
  return exploreShape(tree, piece, ~std::uint64_t(0), ~std::uint64_t(0), building);
}

// What is left of a piece in groups for others: how their size is judged, and where one ends.
enum class Cut : std::uint8_t {
  Filled,    // by weight; a group ends once it has its share, however much more it has then
  Nearest,   // by weight; a group ends where it is nearest to its share
  Branching, // the same, but all branchings weigh the same
  Exact      // the same, but by the time that items will really take, which no worker can know
};
// Groups of about the same size; at most one more than `groups`.
std::vector<PieceShape> cutShape(const ItemTree& tree, const PieceShape& piece, double groups, Cut cut);

} // namespace revisit::balance
