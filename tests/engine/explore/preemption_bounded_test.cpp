// Preemption-bounded search against brute force on random scripts: for each bound exactly the executions of the
// schedules with at most that many preemptions, and without a bound all of them. A failure prints the seed and the
// program.
#include "brute_force.h"
#include "fuzz_seeds.h"
#include "random_script.h"

#include "explore/schedules/preemption_bounded.h"
#include "explore/waiting_rounds.h"
#include "memory/sequential.h"
#include "scripted_program.h"

#include <algorithm>
#include <gtest/gtest.h>

#include <fmt/format.h>

namespace revisit::test::preemption_bounded_test {

namespace {

using Op = Instruction::Op;
using Found = std::map<std::string, std::string>; // canonical text -> how it ended

constexpr std::size_t stateLimit = 20000;
constexpr unsigned noBound = 1000;

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '|')
    text.pop_back();
  return text;
}

struct Search {
  explicit Search(const Script& script) : program(script, pool), solver(makeSolver(pool)) {}

  Exploration run(unsigned preemptions, Recorder* recorder = nullptr) {
    static constexpr const char* endings[] = {"complete", "erroneous", "deadlocked", "blocked", "cut"};
    options.preemptions = preemptions;
    const std::unique_ptr<Explorer> explorer = makePreemptionBounded(program, model, *solver, options);
    explorer->setRecorder(recorder);
    found.clear();
    explorer->onExecution([&](const Execution& execution) {
      EXPECT_FALSE(leadsOn(execution.graph));
      found[trimmed(canonicalText(execution.graph))] = endings[static_cast<int>(execution.kind)];
    });
    const Result<Exploration> result = explorer->run();
    EXPECT_TRUE(result.ok()) << result.error().what;
    return result.value();
  }

  ExpressionPool pool;
  ScriptedProgram program;
  std::unique_ptr<Solver> solver;
  SequentialConsistency model;
  ExploreOptions options{.keepGoing = true, .spuriousLimit = 0};
  Found found;
};

std::string difference(const Found& wanted, const Found& found) {
  std::string text;
  for (const auto& [execution, ending] : wanted)
    if (const auto it = found.find(execution); it == found.end() || it->second != ending)
      text += fmt::format("missing ({}): {}\n", ending, execution);
  for (const auto& [execution, ending] : found)
    if (!wanted.contains(execution))
      text += fmt::format("not wanted ({}): {}\n", ending, execution);
  return text.substr(0, 1500);
}

// With rounds of several accesses the two count differently: the search counts no preemption when a thread is
// interrupted in the middle of a round that would fail, but the brute force does. So a bound of the search shows at
// least what the same bound of the brute force shows, and nothing that is not possible.
Found withReal(Found wanted, const Found& found, const BruteForceResult& all) {
  for (const auto& [execution, ending] : all.executions)
    if (found.contains(trimmed(execution)))
      wanted[trimmed(execution)] = ending;
  return wanted;
}

// Whether the program was small enough for the brute force.
bool judge(std::uint64_t seed, const RandomScriptOptions& options) {
  const Script script = randomScript(seed, options);
  const BruteForceResult all = bruteForce(script, stateLimit);
  if (all.exceeded || all.executions.empty() || all.executions.size() > 300)
    return false;
  Search search(script);
  search.options.maxExecutions = 50000;
  for (const std::optional<unsigned> bound : {std::optional(0u), std::optional(1u), std::optional(2u), {}}) {
    const BruteForceResult expected = bruteForce(script, 10 * stateLimit, {.preemptions = bound});
    if (expected.exceeded)
      return false;
    Found wanted;
    for (const auto& [execution, ending] : expected.executions)
      wanted[trimmed(execution)] = ending;
    const Exploration result = search.run(bound.value_or(noBound));
    if (result.counts.total() >= search.options.maxExecutions)
      return false;
    if (options.rounds)
      wanted = withReal(std::move(wanted), search.found, all);
    EXPECT_EQ(difference(wanted, search.found), "") << "seed " << seed << ", bound " << bound.value_or(noBound) << "\n"
                                                    << scriptText(script);
    EXPECT_EQ(result.counts.total() - result.counts.duplicate, wanted.size()) << "seed " << seed;
    // Nothing was left out because of the bound: then the result must be complete. The reverse does not hold, because
    // schedules that were left out may show nothing new.
    const bool isAll = std::ranges::none_of(result.incomplete, [](const IncompleteReason& reason) {
      return reason.kind == IncompleteReason::Kind::Preemptions;
    });
    EXPECT_TRUE(isAll || bound) << "seed " << seed;
    EXPECT_TRUE(!isAll || wanted.size() == all.executions.size()) << "seed " << seed;
  }
  return true;
}

void fuzz(std::uint64_t firstSeed, std::uint64_t count, const RandomScriptOptions& options) {
  const FuzzSeeds seeds = fuzzSeeds(firstSeed, count);
  std::uint64_t judged = 0;
  seeds.forEach([&](std::uint64_t seed) { judged += judge(seed, options); });
  if (seeds.isChosen)
    return;
  EXPECT_GT(judged, seeds.count / 3);
}

// Two threads with two stores each to different locations: no two schedules differ in their execution.
Script twoWriters() {
  Script script = parallelScript(2, [](std::uint32_t t) {
    const Instruction store{.op = Op::Store, .a = Operand::constant(1), .location = t - 1};
    return std::vector<Instruction>{store, store};
  });
  script.locationSizes = {1, 1};
  script.initialValues = {0, 0};
  return script;
}

} // namespace

TEST(PreemptionBounded, MemoryAsBruteForce) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.awaits = false;
  fuzz(1, 300, options);
}

TEST(PreemptionBounded, ObjectsAsBruteForce) {
  RandomScriptOptions options;
  options.symbols = options.awaits = false;
  fuzz(1000, 120, options);
}

TEST(PreemptionBounded, WhatHappensForNoReasonAsBruteForce) {
  RandomScriptOptions options;
  options.symbols = options.awaits = false;
  options.spurious = true;
  fuzz(7000, 120, options);
}

TEST(PreemptionBounded, WaitingLoopsAsBruteForce) {
  RandomScriptOptions options;
  options.symbols = false;
  fuzz(2000, 120, options);
}

TEST(PreemptionBounded, RoundsOfSeveralAccessesAsBruteForce) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.terminals = false;
  options.rounds = true;
  options.maxSteps = 3;
  fuzz(5000, 150, options);
}

TEST(PreemptionBounded, InputsAsBruteForce) {
  RandomScriptOptions options;
  options.awaits = false;
  fuzz(3000, 120, options);
}

// Without objects: for the search it is no preemption when a section waits for another thread's post, for the brute
// force it is one.
TEST(PreemptionBounded, AtomicSectionsAsBruteForce) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.awaits = options.terminals = false;
  options.sections = true;
  fuzz(4000, 100, options);
}

// Main runs to its end after starting both; its end is not a step. The schedules of a a and b b, by preemptions: 2,
// then those in which one thread is interrupted once (a b b a, b a a b), then twice (a b a b, b a b a). A preemption
// can also interrupt main between its two starts: a, or a a, or nothing of T1 before T2 exists.
TEST(PreemptionBounded, CountsEachScheduleOnce) {
  const std::uint64_t interleavings = 6; // of a a with b b, once main has started both
  Search search(twoWriters());
  const Exploration all = search.run(noBound);
  // Before T2 is started, T1 has done 0, 1 or 2 of its steps: 6 + 3 + 1 schedules.
  EXPECT_EQ(all.counts.total(), interleavings + 3 + 1);
  EXPECT_EQ(all.counts.total() - all.counts.duplicate, 1u);
  EXPECT_TRUE(all.incomplete.empty());

  const Exploration none = search.run(0);
  EXPECT_EQ(none.counts.total(), 2u); // main, then T1 and T2 in either order
  ASSERT_EQ(none.incomplete.size(), 1u);
  EXPECT_EQ(none.incomplete[0].kind, IncompleteReason::Kind::Preemptions);
}

TEST(PreemptionBounded, FindsTheFewestPreemptionsFirst) {
  const std::vector<Instruction> increment = {{.op = Op::Load, .to = 0},
                                              {.op = Op::Add, .to = 0, .a = Operand::reg(0), .b = Operand::constant(1)},
                                              {.op = Op::Store, .a = Operand::reg(0)}};
  Script script = parallelScript(2, [&](std::uint32_t) { return increment; });
  std::vector<Instruction>& main = script.threads[0];
  main.push_back({.op = Op::Join, .to = 3, .child = 1});
  main.push_back({.op = Op::Join, .to = 3, .child = 2});
  main.push_back({.op = Op::Load, .to = 0});
  main.push_back({.op = Op::If,
                  .a = Operand::reg(0),
                  .b = Operand::constant(1),
                  .target = static_cast<std::uint32_t>(main.size() + 2)});
  main.push_back({.op = Op::Fail});
  Search search(script);
  EXPECT_EQ(search.run(0).counts.erroneous, 0u);
  EXPECT_GT(search.run(1).counts.erroneous, 0u);
  search.options.keepGoing = false;
  const Exploration first = search.run(noBound);
  EXPECT_EQ(first.counts.erroneous, 1u);
  EXPECT_TRUE(std::ranges::any_of(first.incomplete, [](const IncompleteReason& reason) {
    return reason.detail.find("fewer than 1 preemption") != std::string::npos;
  }));
}

// A loop that waits for an unknown number: both the input that ends it and an input that never does.
TEST(PreemptionBounded, WaitsForAnUnknownNumber) {
  Script script = parallelScript(1, [](std::uint32_t) {
    return std::vector<Instruction>{{.op = Op::Await, .to = 0, .a = Operand::constant(1), .location = 0}};
  });
  script.threads[0].insert(script.threads[0].begin(),
                           {{.op = Op::Input, .to = 0, .bits = 1},
                            {.op = Op::If, .a = Operand::reg(0), .b = Operand::constant(1), .target = 3},
                            {.op = Op::Store, .a = Operand::constant(1), .location = 0}});
  Search search(script);
  const Exploration result = search.run(noBound);
  EXPECT_TRUE(result.incomplete.empty());
  EXPECT_GT(result.counts.complete, 0u);
  EXPECT_GT(result.counts.deadlocked, 0u);
  EXPECT_EQ(result.counts.blocked, 0u);
}

} // namespace revisit::test::preemption_bounded_test
