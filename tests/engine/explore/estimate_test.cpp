// The quality of the estimate of the number of executions, on explorations that are complete.
#include "random_script.h"

#include "explore/condpor/condpor.h"
#include "memory/sequential.h"
#include "scripted_program.h"

#include <gtest/gtest.h>

#include <cmath>

namespace revisit::test {

namespace {

struct Estimates {
  std::vector<double> all; // after each execution
  double executions = 0;
};

Estimates estimatesOf(const Script& script, std::uint64_t mostExecutions) {
  ExpressionPool pool;
  ScriptedProgram program(script, pool);
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  SequentialConsistency model;
  const std::unique_ptr<Explorer> explorer =
      makeConDpor(program, model, *solver, {.keepGoing = true, .maxExecutions = mostExecutions});
  Estimates estimates;
  explorer->onExecution([&](const Execution&) { estimates.all.push_back(explorer->estimate().executions); });
  Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result.ok());
  const Estimate last = explorer->estimate();
  if (result->incomplete.empty())
    estimates.executions = static_cast<double>(result->counts.total());
  if (estimates.executions != 0) {
    EXPECT_EQ(last.executions, estimates.executions);
    EXPECT_EQ(last.error, 0);
  }
  return estimates;
}

} // namespace

TEST(Estimate, IsExactWhereAllBranchesAreAlike) {
  const auto write = [](std::uint32_t value) -> std::vector<Instruction> {
    return {{.op = Instruction::Op::Store, .a = Operand::constant(value)}};
  };
  const Estimates estimates = estimatesOf(parallelScript(6, write), 0);
  ASSERT_EQ(estimates.executions, 720);
  for (const double estimate : estimates.all)
    ASSERT_DOUBLE_EQ(estimate, 720);
}

// The first branch is the largest there: an operation that was displaced once is not displaced again.
TEST(Estimate, ComesNearWhereBranchesDiffer) {
  const auto lock = [](std::uint32_t) -> std::vector<Instruction> {
    return {{.op = Instruction::Op::Object, .operation = ObjectOp::MutexLock},
            {.op = Instruction::Op::Object, .operation = ObjectOp::MutexUnlock}};
  };
  const Estimates estimates = estimatesOf(parallelScript(7, lock), 0);
  ASSERT_EQ(estimates.executions, 5040);
  for (std::size_t i = estimates.all.size() / 4; i < estimates.all.size(); i++) {
    ASSERT_GT(estimates.all[i], 5040 / 5.0) << "after " << i;
    ASSERT_LT(estimates.all[i], 5040 * 5.0) << "after " << i;
  }
}

TEST(Estimate, ComesNearOnRandomPrograms) {
  double error = 0, worst = 0; // of the logarithm to base 10, in the second half of the exploration
  int programs = 0;
  for (std::uint64_t seed = 1; seed <= 600; seed++) {
    RandomScriptOptions options;
    options.objects = seed % 2 == 0;
    options.maxThreads = 4;
    const Estimates estimates = estimatesOf(randomScript(seed, options), 20000);
    if (estimates.executions < 100)
      continue;
    const double half = estimates.all[estimates.all.size() / 2];
    const double difference = std::abs(std::log10(half / estimates.executions));
    error += difference;
    worst = std::max(worst, difference);
    programs++;
  }
  ASSERT_GT(programs, 50);
  std::cout << programs << " programs: half way, off by a factor of " << std::pow(10, error / programs)
            << " on average, of " << std::pow(10, worst) << " at worst\n";
  EXPECT_LT(error / programs, std::log10(2.5));
  EXPECT_LT(worst, std::log10(40.0));
}

} // namespace revisit::test
