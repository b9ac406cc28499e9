// Decides conjunctions in which each condition limits one symbol or compares two of them (<, <=, ==, !=), the usual
// questions of sorted structures, in microseconds. No is a proof and Yes a model under which every condition was
// evaluated; what has another form, or would need a long search, is Unknown.
// Thread rule: belongs to one worker, like its pool.
#pragma once

#include "symbolic/solver.h"
#include "symbolic/value_set.h"

namespace revisit {

class OrderSolver {
public:
  OrderSolver(ExpressionPool& pool, SolutionSets& sets) : m_pool(pool), m_sets(sets) {}
  // Gives the model when Yes.
  Sat check(std::span<const ExprId> conjunction, Assignment& model);

private:
  ExpressionPool& m_pool;
  SolutionSets& m_sets;
};

} // namespace revisit
