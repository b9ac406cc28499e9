// The identity of an execution follows from the graph alone: not from the numbers of threads, which depend on the order
// in which an exploration met them.
#include "random_script.h"

#include "explore/condpor/condpor.h"
#include "graph/identity.h"
#include "memory/sequential.h"
#include "scripted_program.h"
#include "solver/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace revisit::test {
namespace {

std::vector<GraphIdentity> identitiesOf(const Script& script) {
  ExpressionPool pool;
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  ScriptedProgram program(script, pool);
  SequentialConsistency model;
  ExploreOptions options;
  options.keepGoing = true;
  options.maxExecutions = 3000;
  const auto explorer = makeConDpor(program, model, *solver, options);
  std::vector<GraphIdentity> identities;
  explorer->onExecution([&](const Execution& execution) { identities.push_back(identify(execution.graph)); });
  explorer->onRestart([&] { identities.clear(); });
  Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result);
  if (!result || result->counts.total() == options.maxExecutions)
    return {}; // too many to be compared: which came first depends on the numbers
  std::ranges::sort(identities);
  return identities;
}

// The same script with other numbers for the threads that main starts.
Script renumbered(const Script& script, std::uint64_t seed) {
  std::vector<std::uint32_t> numberOf(script.threads.size());
  std::iota(numberOf.begin(), numberOf.end(), 0u);
  std::mt19937_64 random(seed);
  std::shuffle(numberOf.begin() + 1, numberOf.end(), random);
  Script other = script;
  for (std::size_t t = 0; t < script.threads.size(); t++) {
    std::vector<Instruction>& code = other.threads[numberOf[t]] = script.threads[t];
    for (Instruction& instruction : code)
      if (instruction.op == Instruction::Op::Create || instruction.op == Instruction::Op::Join)
        instruction.child = numberOf[instruction.child];
  }
  return other;
}

void expectTheSame(const RandomScriptOptions& options, std::uint64_t count) {
  unsigned compared = 0;
  for (std::uint64_t seed = 1; seed <= count; seed++) {
    const Script script = randomScript(seed, options);
    const std::vector<GraphIdentity> identities = identitiesOf(script);
    EXPECT_EQ(std::ranges::adjacent_find(identities), identities.end()) << "two executions with one identity";
    ASSERT_EQ(identities, identitiesOf(renumbered(script, seed))) << "seed " << seed << '\n' << scriptText(script);
    compared += identities.size() > 1;
  }
  EXPECT_GT(compared, count / 2) << "too few scripts have several executions";
}

} // namespace

TEST(Identity, DoesNotDependOnTheNumbersOfThreads) {
  expectTheSame({.awaits = false}, 300);
}

TEST(Identity, OfWaitingLoopsDoesNotDependOnTheNumbersOfThreads) {
  expectTheSame({.symbols = false}, 200);
}

TEST(Identity, OfChosenThreadsDoesNotDependOnTheirNumbers) {
  expectTheSame({.maxThreads = 4, .maxSteps = 3, .symbols = false, .awaits = false, .rareObjects = true}, 300);
}

} // namespace revisit::test
