// How long the questions of an exploration take: building and evaluating conditions, asking for feasibility from each
// place in the chain, enumerating values.
#include "solver/solver.h"

#include <benchmark/benchmark.h>

namespace revisit {

namespace {

struct Inputs {
  ExpressionPool pool;
  std::vector<ExprId> symbols;

  explicit Inputs(unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      symbols.push_back(pool.symbolExpr(pool.symbol(ThreadId(0), i, 32, "s" + std::to_string(i))));
  }
  ExprId number(std::uint64_t bits) { return pool.constant(32, bits); }
  ExprId less(ExprId a, ExprId b) { return pool.binary(ExprOp::Slt, a, b); }
};

void reportSolver(benchmark::State& state, const Solver& solver) {
  const SolverStats stats = solver.stats();
  state.counters["z3"] = static_cast<double>(stats.queries - stats.cacheHits);
  state.counters["z3_us"] =
      stats.queries == stats.cacheHits ? 0 : 1e6 * stats.seconds / static_cast<double>(stats.queries - stats.cacheHits);
}

void buildCondition(benchmark::State& state) {
  Inputs in(2);
  unsigned i = 0;
  for (auto _ : state) {
    const ExprId sum = in.pool.binary(ExprOp::Add, in.symbols[0], in.number(i++ % 1000));
    benchmark::DoNotOptimize(in.pool.eq(in.pool.zext(in.less(sum, in.symbols[1]), 32), in.number(0)));
  }
}
BENCHMARK(buildCondition);

void evaluateCondition(benchmark::State& state) {
  Inputs in(8);
  ExprId sum = in.symbols[0];
  for (unsigned i = 1; i < 8; ++i)
    sum = in.pool.binary(ExprOp::Mul, in.pool.binary(ExprOp::Add, sum, in.symbols[i]), in.number(3));
  Assignment model;
  for (unsigned i = 0; i < 8; ++i)
    model.set(SymbolId(i), i * 7);
  for (auto _ : state)
    benchmark::DoNotOptimize(in.pool.evaluate(sum, model));
}
BENCHMARK(evaluateCondition);

// The usual question: a path of comparisons with constants, over a few inputs, and one more.
void rangesOnAPath(benchmark::State& state) {
  Inputs in(4);
  const auto solver = makeSolver(in.pool);
  std::vector<ExprId> path;
  for (ExprId symbol : in.symbols) {
    path.push_back(in.less(in.number(0), symbol));
    path.push_back(in.less(symbol, in.number(100)));
  }
  unsigned i = 0;
  for (auto _ : state) {
    path.push_back(in.pool.eq(in.symbols[i % 4], in.number(i % 200)));
    benchmark::DoNotOptimize(solver->check(path));
    path.pop_back();
    ++i;
  }
  reportSolver(state, *solver);
}
BENCHMARK(rangesOnAPath);

// Orders among inputs, as in sorted lists: earlier models and conflicts decide most questions.
void ordersOfInputs(benchmark::State& state) {
  Inputs in(6);
  const auto solver = makeSolver(in.pool);
  unsigned i = 1;
  for (auto _ : state) {
    std::vector<ExprId> path;
    for (unsigned k = 0; k < 10; ++k) {
      i = i * 1664525u + 1013904223u;
      path.push_back(in.less(in.symbols[i >> 8 & 3], in.symbols[2 + (i >> 16 & 3)]));
    }
    benchmark::DoNotOptimize(solver->check(path));
  }
  reportSolver(state, *solver);
}
BENCHMARK(ordersOfInputs);

// Always a new question that only Z3 can answer.
void newToZ3(benchmark::State& state) {
  Inputs in(2);
  SolverOptions options;
  options.cache = false;
  const auto solver = makeSolver(in.pool, options);
  unsigned i = 0;
  for (auto _ : state) {
    const std::vector<ExprId> question{
        in.less(in.pool.binary(ExprOp::Add, in.symbols[0], in.symbols[1]), in.number(++i)),
        in.less(in.symbols[0], in.symbols[1])};
    benchmark::DoNotOptimize(solver->check(question));
  }
  reportSolver(state, *solver);
}
BENCHMARK(newToZ3);

void enumerateAnIndex(benchmark::State& state) {
  Inputs in(1);
  const auto solver = makeSolver(in.pool);
  const std::vector<ExprId> path{in.pool.binary(ExprOp::Ult, in.symbols[0], in.number(64))};
  const ExprId address =
      in.pool.binary(ExprOp::Add, in.pool.binary(ExprOp::Mul, in.pool.sext(in.symbols[0], 64), in.pool.constant(64, 4)),
                     in.pool.constant(64, 0x555555558000));
  for (auto _ : state)
    for (std::uint64_t next = 0;;) {
      const SmallestValue found = smallestValue(*solver, in.pool, path, address, next);
      if (!found.value)
        break;
      next = *found.value + 1;
    }
  reportSolver(state, *solver);
}
BENCHMARK(enumerateAnIndex);

} // namespace

} // namespace revisit

BENCHMARK_MAIN();
