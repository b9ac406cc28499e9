// What both schemes of balance_simulation.h use.
#pragma once

#include "balance_simulation.h"
#include "event_queue.h"

#include <random>

namespace revisit::balance {

class SimulatedWorker {
public:
  void begin(std::uint64_t now, PieceShape piece) {
    m_begun = now;
    m_piece = std::move(piece);
  }
  const PieceShape& piece() const { return m_piece; }
  std::uint64_t begun() const { return m_begun; }
  // What it has explored when it may give, at this time or later.
  Explored exploreUntil(const ItemTree& tree, std::uint64_t now, const Parameters& parameters) const {
    return exploreShape(tree, m_piece, std::max(now - m_begun, parameters.fewestTime), parameters.fewestExecutions,
                        parameters.building);
  }

  std::uint64_t task = 0;    // the number of its piece; 0: it has none
  std::uint64_t version = 0; // of the plan when it ends

private:
  PieceShape m_piece;
  std::uint64_t m_begun = 0;
};

Outcome simulateList(const ItemTree& tree, const Parameters& parameters, const OnExplored& onExplored);
Outcome simulateStealing(const ItemTree& tree, const Parameters& parameters, const OnExplored& onExplored);

} // namespace revisit::balance
