// PCT finds a bug of depth d at least as often as its bound promises, counted over many executions with a fixed seed.
#include "random_script.h"

#include "brute_force.h"
#include "explore/schedules/sampling.h"
#include "memory/sequential.h"
#include "scripted_program.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace revisit::test::pct_test {

namespace {

using Op = Instruction::Op;

struct Sampling {
  explicit Sampling(const Script& script) : program(script, pool), solver(makeSolver(pool)) {}
  Exploration run(std::uint64_t executions, unsigned depth, const Explorer::OnExecution& onExecution = {}) {
    ExploreOptions options;
    options.keepGoing = true;
    options.maxExecutions = executions;
    options.depth = depth;
    options.seed = seed;
    const std::unique_ptr<Explorer> explorer = makePctSampler(program, model, *solver, options);
    explorer->onExecution(onExecution);
    const Result<Exploration> result = explorer->run();
    EXPECT_TRUE(result.ok());
    return result.value();
  }
  ExpressionPool pool;
  ScriptedProgram program;
  std::unique_ptr<Solver> solver;
  SequentialConsistency model;
  std::uint64_t seed = 1;
};

// Two threads and a bug that needs `depth` orders: T1 and T2 increment a counter alternately, T1 from even numbers and
// T2 from odd ones, and the thread that brings it to `depth` fails. A thread that does not find its number continues
// without it. `padding` useless steps come before each attempt.
Script turns(unsigned depth, unsigned padding) {
  Script script = parallelScript(2, [&](std::uint32_t t) {
    std::vector<Instruction> code;
    for (unsigned number = t - 1; number < depth; number += 2) {
      for (unsigned i = 0; i < padding; i++)
        code.push_back({.op = Op::Load, .to = 1, .location = 1});
      code.push_back({.op = Op::Cas, .to = 0, .a = Operand::constant(number), .b = Operand::constant(number + 1)});
    }
    code.push_back({.op = Op::Load, .to = 0});
    code.push_back({.op = Op::If,
                    .a = Operand::reg(0),
                    .b = Operand::constant(depth),
                    .target = static_cast<std::uint32_t>(code.size() + 2)});
    code.push_back({.op = Op::Fail});
    return code;
  });
  script.locationSizes = {1, 1};
  script.initialValues = {0, 0};
  return script;
}

double bound(unsigned threads, std::size_t steps, unsigned depth) {
  return 1.0 / (threads * std::pow(static_cast<double>(steps), depth - 1));
}

} // namespace

TEST(Pct, FindsBugsOfItsDepthAsOftenAsPromised) {
  for (const unsigned depth : {1u, 2u, 3u, 4u})
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
      Sampling sampling(turns(depth, 2));
      sampling.seed = seed;
      std::size_t steps = 0;
      const std::uint64_t executions = depth < 4 ? 20000 : 40000;
      const Exploration result = sampling.run(executions, depth, [&](const Execution& execution) {
        std::size_t scheduled = 0;
        for (std::uint32_t t = 0; t < execution.graph.threadCount(); t++)
          for (const EventId id : execution.graph.events(ThreadId(t)))
            scheduled += isScheduled(execution.graph.event(id).label->kind);
        steps = std::max(steps, scheduled);
      });
      const double found = static_cast<double>(result.counts.erroneous) / static_cast<double>(executions);
      EXPECT_GE(found, bound(3, steps, depth)) << "depth " << depth << ", seed " << seed << ", " << steps << " steps";
    }
}

// Without priority changes no thread is interrupted, so a bug that needs an interruption is not found.
TEST(Pct, FindsNothingDeeperThanItsDepth) {
  EXPECT_GT(Sampling(turns(1, 2)).run(2000, 1).counts.erroneous, 0u);
  EXPECT_EQ(Sampling(turns(3, 2)).run(20000, 1).counts.erroneous, 0u);
}

TEST(Pct, TheSameSeedGivesTheSameSamples) {
  const auto sample = [](std::uint64_t seed) {
    Sampling sampling(turns(3, 2));
    sampling.seed = seed;
    std::string all;
    sampling.run(50, 3, [&](const Execution& execution) { all += canonicalText(execution.graph) + '\n'; });
    return all;
  };
  EXPECT_EQ(sample(7), sample(7));
  EXPECT_NE(sample(7), sample(8));
}

TEST(Pct, SeesOnlyRealExecutionsAndClaimsNothing) {
  for (std::uint64_t seed = 1; seed <= 100; seed++) {
    const Script script = randomScript(seed, {.symbols = seed % 2 == 0, .awaits = seed % 2 != 0});
    const BruteForceResult all = bruteForce(script, 20000);
    if (all.exceeded)
      continue;
    Sampling sampling(script);
    sampling.seed = seed;
    const Exploration result = sampling.run(50, 3, [&](const Execution& execution) {
      std::string text = canonicalText(execution.graph);
      const auto isSame = [&](const auto& one) { return one.first.starts_with(text) || text.starts_with(one.first); };
      EXPECT_TRUE(execution.kind == ExecutionKind::Blocked || std::ranges::any_of(all.executions, isSame))
          << "seed " << seed << "\n"
          << scriptText(script);
    });
    EXPECT_EQ(result.counts.total(), 50u);
    EXPECT_EQ(std::ranges::count(result.incomplete, IncompleteReason::Kind::Sampling, &IncompleteReason::kind), 1);
  }
}

} // namespace revisit::test::pct_test
