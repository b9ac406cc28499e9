// Decides conjunctions in which each condition bounds one symbol or compares two of them (<, <=, ==, !=), the usual
// questions of sorted structures, in microseconds. No is proven, and Yes comes with a model under which every condition
// was evaluated. Other forms, and questions that need a long search, give Unknown. Thread rule: belongs to one worker,
// like its pool.
#pragma once

#include "solver/solver.h"
#include "solver/value_set.h"

namespace revisit {

class OrderSolver {
public:
  OrderSolver(ExpressionPool& pool, SolutionSets& sets) : m_pool(pool), m_sets(sets) {}
  // Fills in the model when the answer is Yes.
  Sat check(std::span<const ExprId> conjunction, Assignment& model);

private:
  ExpressionPool& m_pool;
  SolutionSets& m_sets;
};

} // namespace revisit
