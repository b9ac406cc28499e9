// Explores single work items of a native program through the engine: each up to its first execution. Thread rule:
// belongs to one thread.
#pragma once

#include "item_tree.h"

#include "check/worker/worker.h"

namespace revisit::balance {

struct Probed {
  ItemNode node; // without children
  Piece left;    // what the children will be, in order; their weights are shares of the item's
};

class ItemProbe {
public:
  // Of an executable that revisit-cc has made.
  static Result<std::unique_ptr<ItemProbe>> launch(const std::string& program);

  // Explores in place until the piece is done or there were this many executions, again and again until nothing new was
  // learnt of the program. Fails when the program cannot be explored in pieces.
  struct Measured {
    std::uint64_t executions = 0, added = 0;
    double time = 0; // nanoseconds of the processor
  };
  Result<Measured> measure(std::uint64_t executions);
  // The item up to its first execution. Fails when something new was learnt of the program: then the items that were
  // made so far are void.
  Result<Probed> probe(const PieceItem& item);

private:
  explicit ItemProbe(std::string program);

  CheckOptions m_options;
  std::optional<instrument::Image> m_image;
  std::unique_ptr<Worker> m_worker;
};

// Nanoseconds of the processor that this process has used.
double processorTime();

} // namespace revisit::balance
