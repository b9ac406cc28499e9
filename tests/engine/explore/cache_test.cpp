// The behaviour cache with recorded runs explores exactly what the program itself gives: with every execution re-run
// and compared, and with the cache switched off.
#include "brute_force.h"
#include "random_script.h"
#include "scripted_oracle.h"

#include "explore/condpor/condpor.h"
#include "memory/sequential.h"
#include "program/behaviour_cache.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace revisit::test::cache_test {

namespace {

struct Found {
  std::multiset<std::string> graphs;
  std::uint64_t runs = 0;
  std::string failure;
};

Found exploreWith(Program& program, ExpressionPool& pool, std::uint64_t confirmEvery) {
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  SequentialConsistency model;
  ExploreOptions options;
  options.keepGoing = true;
  options.maxExecutions = 3000;
  options.confirmEvery = confirmEvery;
  Found found;
  const std::unique_ptr<Explorer> explorer = makeConDpor(program, model, *solver, options);
  explorer->onExecution([&](const Execution& execution) { found.graphs.insert(canonicalText(execution.graph)); });
  explorer->onRestart([&] { found.graphs.clear(); });
  if (const Result<Exploration> result = explorer->run(); !result.ok())
    found.failure = result.error().where + ": " + result.error().what;
  return found;
}

void compareOn(std::uint64_t seed, const RandomScriptOptions& options) {
  const Script script = randomScript(seed, options);
  ExpressionPool directPool;
  ScriptedProgram direct(script, directPool);
  const Found expected = exploreWith(direct, directPool, 0);
  ASSERT_EQ(expected.failure, "");
  if (expected.graphs.size() >= 3000)
    return;
  for (const auto& [keep, merge] : {std::pair(true, false), std::pair(true, true), std::pair(false, true)}) {
    SCOPED_TRACE(fmt::format("seed {} keep {} merge {}\n{}", seed, keep, merge, scriptText(script)));
    ExpressionPool pool;
    ScriptedOracle oracle(script, pool);
    BehaviourCache cache(oracle, pool, {.keep = keep, .merge = merge});
    const Found found = exploreWith(cache, pool, 1);
    ASSERT_EQ(found.failure, "");
    ASSERT_EQ(found.graphs, expected.graphs);
  }
}

} // namespace

TEST(BehaviourCache, EqualsTheProgramOnRandomScripts) {
  for (std::uint64_t seed = 1; seed <= 200; seed++) {
    ASSERT_NO_FATAL_FAILURE(compareOn(seed, {.awaits = false}));
    ASSERT_NO_FATAL_FAILURE(compareOn(seed + 5000, {.symbols = false}));
    ASSERT_NO_FATAL_FAILURE(compareOn(seed + 9000, {.maxSteps = 3, .symbols = false, .rounds = true}));
    ASSERT_NO_FATAL_FAILURE(compareOn(seed + 13000, {.awaits = false, .startArguments = true}));
  }
}

// Six threads draw numbers, and main reads them all into one register: what main read before does not matter.
TEST(BehaviourCache, StatesServeMoreExecutionsThanHistories) {
  Script script;
  script.threads.resize(1);
  constexpr std::uint32_t threads = 5;
  for (std::uint32_t t = 1; t <= threads; t++) {
    script.threads[0].push_back({.op = Instruction::Op::Create, .child = t});
    script.threads.push_back({{.op = Instruction::Op::Rmw, .a = Operand::constant(1)},
                              {.op = Instruction::Op::Store, .a = Operand::reg(0), .location = t}});
  }
  for (std::uint32_t t = 1; t <= threads; t++)
    script.threads[0].push_back({.op = Instruction::Op::Join, .to = 1, .child = t});
  for (std::uint32_t t = 1; t <= threads; t++)
    script.threads[0].push_back({.op = Instruction::Op::Load, .location = t});
  script.locationSizes.assign(threads + 1, 1);
  script.initialValues.assign(threads + 1, 0);
  std::uint64_t runs[2] = {};
  for (const bool merge : {false, true}) {
    ExpressionPool pool;
    ScriptedOracle oracle(script, pool);
    BehaviourCache cache(oracle, pool, {.merge = merge});
    EXPECT_EQ(exploreWith(cache, pool, 0).graphs.size(), 120u);
    EXPECT_EQ(cache.merges() != 0, merge);
    runs[merge ? 1 : 0] = cache.runs();
  }
  EXPECT_GE(runs[0], 120u);
  EXPECT_LE(3 * runs[1], 2 * runs[0]);
}

TEST(BehaviourCache, FewRunsServeManyExecutions) {
  Script script;
  script.threads.resize(1);
  for (std::uint32_t t = 1; t <= 6; t++) {
    script.threads[0].push_back({.op = Instruction::Op::Create, .child = t});
    script.threads.push_back({{.op = Instruction::Op::Rmw, .a = Operand::constant(1)}});
  }
  script.locationSizes = {1};
  script.initialValues = {0};
  ExpressionPool pool;
  ScriptedOracle oracle(script, pool);
  BehaviourCache cache(oracle, pool);
  EXPECT_EQ(exploreWith(cache, pool, 0).graphs.size(), 720u);
  EXPECT_LE(cache.runs(), 40u);
}

namespace {

// An oracle that differs from a scripted one in its runs.
class OtherRuns : public Oracle {
public:
  OtherRuns(const Script& script, ExpressionPool& pool) : m_scripted(script, pool) {}
  unsigned locationSize(LocationId l) const override { return m_scripted.locationSize(l); }
  Value initialValue(LocationId l) const override { return m_scripted.initialValue(l); }
  std::vector<unsigned> threadPath(ThreadId t) const override { return m_scripted.threadPath(t); }
  std::string locationName(LocationId l) const override { return m_scripted.locationName(l); }
  std::string objectName(ObjectId o) const override { return m_scripted.objectName(o); }
  std::vector<SourcePosition> callChain(PositionId p) const override { return m_scripted.callChain(p); }

protected:
  ScriptedOracle m_scripted;
  int m_runs = 0;
};

} // namespace

// A run that only repeats an execution goes on behind its end, and may find that more memory is shared.
TEST(BehaviourCache, BeginsAgainWhereAnyRunTouchesOtherMemory) {
  class Growing final : public OtherRuns {
  public:
    Growing(const Script& script, ExpressionPool& pool, int at) : OtherRuns(script, pool), m_at(at) {}
    Result<Recording> run(const Plan& plan) override {
      Result<Recording> recording = m_scripted.run(plan);
      if (recording.ok() && ++m_runs == m_at)
        recording->locationsChanged = true;
      return recording;
    }

  private:
    const int m_at;
  };
  const Script script =
      parallelScript(3, [](std::uint32_t) { return std::vector<Instruction>{{.op = Instruction::Op::Rmw}}; });
  for (int at = 1; at <= 12; at++) {
    ExpressionPool pool;
    Growing oracle(script, pool, at);
    BehaviourCache cache(oracle, pool);
    const Found found = exploreWith(cache, pool, 1);
    EXPECT_EQ(found.failure, "") << at;
    EXPECT_EQ(found.graphs.size(), 6u) << at;
  }
}

namespace {

// The oracle of a program whose fingerprints do not tell the states of some threads apart.
class Blurred final : public OtherRuns {
public:
  // `thread`: the only such thread; invalid: all are.
  Blurred(const Script& script, ExpressionPool& pool, ThreadId thread) : OtherRuns(script, pool), m_thread(thread) {}
  Result<Recording> run(const Plan& plan) override {
    Result<Recording> recording = m_scripted.run(plan);
    if (recording)
      blur(*recording);
    return recording;
  }
  std::optional<Divergence> divergence() override {
    std::optional<Divergence> divergence = m_scripted.divergence();
    if (divergence)
      blur(divergence->recording);
    return divergence;
  }

private:
  void blur(Recording& recording) const {
    for (RecordedStep& step : recording.steps)
      if (step.before.valid() && (!m_thread.valid() || step.thread == m_thread))
        step.before = {1, 1};
  }

  const ThreadId m_thread;
};

struct Blurring {
  std::size_t begunAgain = 0, threads = 0;
};

void blur(std::uint64_t seed, const RandomScriptOptions& options, Blurring& all) {
  const Script script = randomScript(seed, options);
  ExpressionPool directPool;
  ScriptedProgram direct(script, directPool);
  const Found expected = exploreWith(direct, directPool, 0);
  ASSERT_EQ(expected.failure, "");
  if (expected.graphs.size() >= 3000)
    return;
  for (const ThreadId thread : {ThreadId(), ThreadId(1)}) {
    SCOPED_TRACE(fmt::format("seed {} {}\n{}", seed, thread.valid() ? "one" : "all", scriptText(script)));
    ExpressionPool pool;
    Blurred oracle(script, pool, thread);
    BehaviourCache cache(oracle, pool);
    const Found found = exploreWith(cache, pool, 1);
    ASSERT_EQ(found.failure, "");
    ASSERT_EQ(found.graphs, expected.graphs);
    ASSERT_EQ(cache.incidents().size(), cache.unmerged().size());
    all.begunAgain += cache.unmerged().empty() ? 0 : 1;
    all.threads += cache.unmerged().size();
    if (thread.valid() && !cache.unmerged().empty()) {
      ASSERT_EQ(cache.unmerged(), std::set{thread}) << "only this thread had wrong states";
    }
  }
}

} // namespace

// States that count as the same and are not contradict each other. Then the exploration begins again without merging
// the states of that thread, and finds everything.
TEST(BehaviourCache, BeginsAgainWithoutWrongStates) {
  Blurring all;
  for (std::uint64_t seed = 1; seed <= 150; seed++) {
    ASSERT_NO_FATAL_FAILURE(blur(seed, {.awaits = false}, all));
    ASSERT_NO_FATAL_FAILURE(blur(seed + 5000, {.symbols = false, .awaits = false}, all));
    ASSERT_NO_FATAL_FAILURE(blur(seed + 13000, {.awaits = false, .startArguments = true}, all));
  }
  EXPECT_GT(all.begunAgain, 100u);
  EXPECT_GT(all.threads, all.begunAgain);
}

// A program that is not deterministic is detected, and the place is named.
TEST(BehaviourCache, ReportsAProgramThatDoesNotRepeatItself) {
  class Forgetful final : public OtherRuns {
  public:
    Forgetful(const Script& a, const Script& b, ExpressionPool& pool) : OtherRuns(a, pool), m_other(b, pool) {}
    Result<Recording> run(const Plan& plan) override { return (m_runs++ == 0 ? m_scripted : m_other).run(plan); }

  private:
    ScriptedOracle m_other;
  };
  Script first;
  first.threads = {{{.op = Instruction::Op::Store, .a = Operand::constant(1)}, {.op = Instruction::Op::Load}}};
  first.locationSizes = {1};
  first.initialValues = {0};
  Script second = first;
  second.threads[0][0].a = Operand::constant(2);
  ExpressionPool pool;
  Forgetful oracle(first, second, pool);
  BehaviourCache cache(oracle, pool);
  const Found found = exploreWith(cache, pool, 1);
  for (const char* words :
       {"did not repeat itself", "T0 went on with a write of 2 to ", "earlier run with a write of 1 to "})
    EXPECT_NE(found.failure.find(words), std::string::npos) << words << " in: " << found.failure;
}

} // namespace revisit::test::cache_test
