// Other inputs for the path of a run, by its conditions and a solver. Thread rule: belongs to one worker.
#pragma once

#include "program/second_model.h"
#include "solver/solver.h"

namespace revisit {

class SolvedInputs final : public OtherInputs {
public:
  SolvedInputs(ExpressionPool& pool, Solver& solver) : m_pool(pool), m_solver(solver) {}

  // Each input's complement where the path allows it, otherwise as many other bits as it allows one after the other,
  // otherwise what the solver finds. O(bits of the inputs) evaluations of the path condition, and one question for each
  // input that neither gives.
  std::optional<Assignment> of(const Recording& recording) override;

private:
  std::vector<ExprId> conditionsOf(const Recording& recording) const;
  bool hold(const std::vector<ExprId>& conditions, const Assignment& inputs) const;
  bool vary(SymbolId symbol, const std::vector<ExprId>& conditions, Assignment& inputs);

  ExpressionPool& m_pool;
  Solver& m_solver;
};

} // namespace revisit
