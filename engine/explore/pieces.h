// An exploration in pieces, so that several workers can share it and it can be interrupted and continued. A piece is an
// interval of the order in which one worker would explore everything. Exploring a piece ends with it, or gives what is
// left as another piece, so the pieces of an exploration are always disjoint intervals that cover everything.
#pragma once

#include "explore/explorer.h"
#include "explore/facts.h"

#include <functional>
#include <string>
#include <vector>

namespace revisit {

// The alternatives of one branching that are explored together, as bytes that name nothing of the process that made
// them (condpor/work_item.h).
struct PieceItem {
  std::string bytes; // empty: the whole exploration
  // The share of the exploration that it is if all branches of every branching are equal; the whole has 1.
  double weight = 1;
  // What the alternatives are, and how many events the graph has that they extend. Only of what was left just now;
  // nothing depends on it but how an estimate samples.
  AlternativeKind kind = AlternativeKind::ReadFrom;
  std::uint32_t events = 0;
};
using Piece = std::vector<PieceItem>; // in the order in which they are explored
inline Piece wholeExploration() {
  return {PieceItem()};
}

enum class PieceEnd : std::uint8_t {
  Done,
  Yielded,       // `left` is what is left
  Stopped,       // a bound, a failure or the first bug. What was explored is known, what is left is not
  Restart,       // something new became known of the program (Explorer::onRestart): everything explored so far is void
  NeedsOneWorker // this program has to be explored as a whole, by one worker: run()
};

// Thread rule: belongs to one worker. Not together with a recorder.
class PieceExplorer : public Explorer {
public:
  // Asked after each execution.
  using Yields = std::function<bool()>;
  // Explores the piece; progress() is about this piece alone. The executions of all pieces together, of whatever
  // worker, are those of run(), each once, as long as all workers know the same of the program.
  virtual PieceEnd explorePiece(const Piece& piece, const Yields& yields, Piece& left) = 0;
  // One node of the tree of executions: explores the item up to its first execution, and gives as `left` the
  // alternatives that were met on the way and are not refused, each as an item; their weights are 0. progress() is
  // about this execution alone. None of its counts: the item leads to no execution itself. It takes some times as long
  // as an execution of a piece. Never Stopped without a bound or a failure.
  virtual PieceEnd expandItem(const PieceItem& item, Piece& left) = 0;
  // Of a piece that was Stopped: the tool failed. None: a bound or a bug.
  virtual std::optional<Error> failure() const = 0;
  // Completes progress(), once the piece has ended.
  virtual const Exploration& concludePiece() = 0;
  // What is known of the program. Together with what the program knows of its memory, another worker needs it.
  virtual const Facts& facts() const = 0;
  // Only before anything was explored.
  virtual void learn(const Facts& facts) = 0;
};

} // namespace revisit
