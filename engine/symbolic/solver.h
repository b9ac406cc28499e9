// Satisfiability of conjunctions. A solver is a chain: folding, independent groups, caches, sets of
// values, orders, then Z3.
// Thread rule: a chain belongs to one worker, like its pool.
#pragma once

#include "base/budget.h"
#include "symbolic/expression.h"

#include <memory>
#include <optional>

namespace revisit {

enum class Sat : std::uint8_t { Yes, No, Unknown };

struct SolverStats {
  std::uint64_t queries = 0;   // asked of the chain
  std::uint64_t cacheHits = 0; // answered without Z3
  double seconds = 0;          // spent inside Z3
  std::uint64_t byOrder = 0;   // decided as orders of symbols; part of cacheHits
};

class Solver {
public:
  virtual ~Solver() = default;
  // Is the conjunction of these width-1 expressions satisfiable? When Yes and model is given, it receives one.
  virtual Sat check(std::span<const ExprId> conjunction, Assignment* model = nullptr) = 0;
  virtual SolverStats stats() const = 0;
};

struct SolverOptions {
  bool cache = true;         // answer and model cache
  bool independent = true;   // split into groups that share no symbol
  bool orders = true;        // decide orders of symbols without Z3
  bool validate = false;     // re-check every model by evaluation and every cached answer by Z3 (for tests)
  unsigned timeoutMs = 5000; // per Z3 query; after it the answer is Unknown
  std::uint64_t memoryMiB = 0; // of Z3, in the whole process; 0: no bound
  Budget* budget = nullptr;  // may be null; once a bound is reached the answer is Unknown
};

std::unique_ptr<Solver> makeSolver(ExpressionPool& pool, const SolverOptions& options = {});

// The smallest (unsigned) value >= atLeast that `expr` can take under the constraints; nullopt in `value` when there
// is none. `sat` is Unknown when the solver gave up on the way: the value is then meaningless.
struct SmallestValue {
  Sat sat = Sat::No;
  std::optional<std::uint64_t> value;
};
SmallestValue smallestValue(Solver& solver, ExpressionPool& pool, std::span<const ExprId> constraints, ExprId expr,
                            std::uint64_t atLeast);

// A model of the constraints that prefers small values: symbols in order of id, each as close to zero as it can be
// (as a signed number of its width; ties take the non-negative one), as far as the solver can tell. Empty when
// unsatisfiable or unknown.
std::optional<Assignment> smallModel(Solver& solver, ExpressionPool& pool, std::span<const ExprId> constraints);

} // namespace revisit
