// Satisfiability of conjunctions. A solver is a chain: folding, independent groups, caches, sets of
// values, orders, bounds, then Z3.
// Thread rule: a chain belongs to one worker, like its pool.
#pragma once

#include "base/budget.h"
#include "expression/expression.h"

#include <memory>
#include <optional>

namespace revisit {

enum class Sat : std::uint8_t { Yes, No, Unknown };

struct SolverStats {
  std::uint64_t queries = 0;   // queries of the chain
  std::uint64_t cacheHits = 0; // answered without Z3
  double seconds = 0;          // spent inside Z3
  std::uint64_t byOrder = 0;   // decided as orders of symbols; part of cacheHits
  void add(const SolverStats& more) {
    queries += more.queries;
    cacheHits += more.cacheHits;
    seconds += more.seconds;
    byOrder += more.byOrder;
  }
};

class Solver {
public:
  virtual ~Solver() = default;
  // Is the conjunction of these width-1 expressions satisfiable? For Yes, `model` receives a model unless it is null.
  virtual Sat check(std::span<const ExprId> conjunction, Assignment* model = nullptr) = 0;
  virtual SolverStats stats() const = 0;
};

struct SolverOptions {
  bool cache = true;           // answer and model cache
  bool independent = true;     // split into groups that share no symbol
  bool orders = true;          // decide orders of symbols without Z3
  bool simplify = true;        // simplify by bounds before Z3 is asked
  bool validate = false;       // re-check every model by evaluation and every cached answer by Z3 (for tests)
  unsigned timeoutMs = 5000;   // per Z3 query; after it the answer is Unknown
  std::uint64_t memoryMiB = 0; // of Z3, in the whole process; 0: no bound
  Budget* budget = nullptr;    // may be null; the answer is Unknown once a bound is reached
};

std::unique_ptr<Solver> makeSolver(ExpressionPool& pool, const SolverOptions& options = {});

// The smallest (unsigned) value >= atLeast that `expr` can take under the constraints; nullopt in `value` when there is
// none. If `sat` is Unknown, the solver gave up and the value is meaningless.
struct SmallestValue {
  Sat sat = Sat::No;
  std::optional<std::uint64_t> value;
};
SmallestValue smallestValue(Solver& solver, ExpressionPool& pool, std::span<const ExprId> constraints, ExprId expr,
                            std::uint64_t atLeast);

// A model of the constraints with small values, as far as the solver can tell: symbols in order of their ids, each as
// close to zero as possible (as a signed number of its width; of two, the non-negative one). Empty when unsatisfiable
// or unknown.
std::optional<Assignment> smallModel(Solver& solver, ExpressionPool& pool, std::span<const ExprId> constraints);

// The model's values for the inputs of one run. The n-th input of a thread may be asked for under different names on
// different paths, and each name is a symbol: the first one that the run's expressions mention counts, then the
// model's.
Assignment inputsOf(ExpressionPool& pool, std::span<const ExprId> expressions, const Assignment& model);

} // namespace revisit
