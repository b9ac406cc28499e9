// Path conditions as sets of conditions on the inputs, each stored once, with what the solver says about them. Thread
// rule: belongs to one worker.
#pragma once

#include "base/interner.h"
#include "solver/solver.h"

#include <unordered_map>
#include <vector>

namespace revisit {

class PathConditions {
public:
  using Id = std::uint32_t; // 0: no condition

  PathConditions(ExpressionPool& pool, Solver& solver) : m_pool(pool), m_solver(solver) { clear(); }

  const std::vector<ExprId>& conditions(Id known) const { return m_sets[SetId(known)]; }
  // Together with one more condition (width 1).
  Id with(Id known, ExprId condition);
  // Whether the condition can have this side. A solver that gives up is noted, and counts as a yes.
  bool canBe(Id known, ExprId condition, bool side);
  // The smallest number of at least `least` that the expression can have. A solver that gives up is noted.
  SmallestValue smallest(Id known, ExprId expression, std::uint64_t least);

  bool solverGaveUp() const { return m_gaveUp; }
  void clear();

private:
  using Set = std::vector<ExprId>; // sorted
  using SetId = revisit::Id<struct ConditionSetTag>;
  ExprId sided(ExprId condition, bool side) { return side ? condition : m_pool.bitNot(condition); }

  ExpressionPool& m_pool;
  Solver& m_solver;
  Interner<SetId, Set> m_sets;
  std::unordered_map<std::uint64_t, bool> m_known; // by set and condition
  bool m_gaveUp = false;
};

} // namespace revisit
