// Samples of the tree of an exploration: their mean is the number of executions.
#include "random_script.h"

#include "explore/condpor/condpor.h"
#include "explore/condpor/tree_sample.h"
#include "memory/sequential.h"
#include "scripted_program.h"

#include <gtest/gtest.h>

#include <cmath>

namespace revisit::test::tree_sample_test {
namespace {

// An explorer of a script, and how it expands items.
struct Tree {
  explicit Tree(const Script& script) : program(script, pool) {
    ExploreOptions options;
    options.keepGoing = true;
    options.maxExecutions = mostExecutions;
    explorer = makeConDpor(program, model, *solver, options);
  }

  // All of it, in pieces as large as possible. 0: there are too many, or the script is explored as a whole.
  std::uint64_t executions() {
    for (int tries = 0; tries < 10; tries++) {
      Piece left;
      const PieceEnd end = explorer->explorePiece(wholeExploration(), [] { return false; }, left);
      if (end == PieceEnd::Done)
        return explorer->progress().counts.total();
      if (end != PieceEnd::Restart)
        return 0;
    }
    return 0;
  }

  TreeSample::Expand expand() {
    return [this](const PieceItem& item, Piece& left) -> std::optional<bool> {
      const PieceEnd end = explorer->expandItem(item, left);
      EXPECT_TRUE(end == PieceEnd::Done || end == PieceEnd::Yielded);
      return explorer->progress().counts.total() != 0;
    };
  }

  static constexpr std::uint64_t mostExecutions = 3000;
  ExpressionPool pool;
  std::unique_ptr<Solver> solver = makeSolver(pool);
  ScriptedProgram program;
  SequentialConsistency model;
  std::unique_ptr<PieceExplorer> explorer;
};

Script scriptOf(std::uint64_t seed) {
  RandomScriptOptions options;
  options.objects = seed % 2 == 0;
  options.maxThreads = 4;
  return randomScript(seed, options);
}

} // namespace

TEST(TreeSample, IsExactWhereNothingIsLeftOut) {
  unsigned compared = 0;
  for (std::uint64_t seed = 1; seed <= 200; seed++) {
    Tree tree(scriptOf(seed));
    const std::uint64_t executions = tree.executions();
    if (executions == 0)
      continue;
    TreeSample sample(seed);
    ASSERT_EQ(sample.pass(1u << 20, tree.expand()), static_cast<double>(executions)) << "seed " << seed;
    compared += executions > 10;
  }
  EXPECT_GT(compared, 50);
}

// Passes differ; their mean does not.
TEST(TreeSample, HasTheNumberOfExecutionsAsItsMean) {
  constexpr unsigned passes = 300;
  constexpr std::size_t width = 12; // of narrower ones the tail is so long that its mean shows after thousands only
  double sum = 0;
  unsigned compared = 0;
  for (std::uint64_t seed = 1; seed <= 400 && compared < 40; seed++) {
    Tree tree(scriptOf(seed));
    const auto executions = static_cast<double>(tree.executions());
    if (executions < 100)
      continue;
    TreeSample sample(seed);
    double mean = 0, squares = 0;
    for (unsigned pass = 0; pass < passes; pass++) {
      const double said = sample.pass(width, tree.expand()).value() / executions;
      mean += said / passes;
      squares += said * said / passes;
    }
    const double deviation = std::sqrt(std::max(0.0, squares - mean * mean) / passes);
    EXPECT_LT(std::abs(mean - 1), 5 * deviation + 0.01) << "seed " << seed << ", " << executions << " executions";
    sum += mean;
    compared++;
  }
  ASSERT_EQ(compared, 40);
  EXPECT_NEAR(sum / compared, 1, 0.03);
}

TEST(TreeSample, EndsWhenItIsTold) {
  Tree tree(scriptOf(1));
  ASSERT_NE(tree.executions(), 0);
  TreeSample sample(1);
  EXPECT_FALSE(sample.pass(4, [](const PieceItem&, Piece&) { return std::optional<bool>(); }));
}

TEST(TreeEstimate, SaysNothingWherePassesAreFewOrDiffer) {
  TreeEstimate estimate;
  for (int pass = 0; pass < 20; pass++)
    estimate.add(4, 100); // too narrow to count
  EXPECT_EQ(estimate.value().executions, 0);
  for (int pass = 0; pass < 3; pass++)
    estimate.add(256, 100);
  EXPECT_EQ(estimate.value().executions, 0);
  estimate.add(256, 100);
  EXPECT_EQ(estimate.value().executions, 100);
  EXPECT_GT(estimate.value().error, 0); // passes that agree by chance
  estimate.clear();
  for (const double executions : {1, 1, 1, 1000})
    estimate.add(256, executions);
  EXPECT_EQ(estimate.value().executions, 0);
}

// Passes that agree may have missed the same.
TEST(TreeEstimate, HasALargeErrorWhilePassesAreFew) {
  TreeEstimate estimate;
  double error = 0;
  for (int pass = 1; pass <= 1000; pass++) {
    estimate.add(32, 100);
    const Estimate value = estimate.value();
    if (value.executions == 0)
      continue;
    EXPECT_GT(pass, 8);
    EXPECT_GE(value.error, 10);
    if (error == 0)
      EXPECT_GT(value.error, 60);
    else
      EXPECT_LE(value.error, error);
    error = value.error;
  }
  EXPECT_EQ(error, 10);
}

TEST(TreeEstimate, CountsWidePassesMore) {
  TreeEstimate estimate;
  for (const double executions : {90, 110, 90, 110})
    estimate.add(256, executions);
  estimate.add(1024, 120);
  EXPECT_DOUBLE_EQ(estimate.value().executions, 110);
}

} // namespace revisit::test::tree_sample_test
