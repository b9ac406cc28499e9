// Expressions and a solver, shared by all programs of a test: a solver takes longer to begin than most explorations of
// a script.
#pragma once

#include "solver/solver.h"

#include <memory>

namespace revisit::test {

struct Terms {
  ExpressionPool pool;
  std::unique_ptr<Solver> solver = makeSolver(pool);
};

} // namespace revisit::test
