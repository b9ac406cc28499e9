// Properties of explorers other than the set of executions: kinds and reasons of endings, limits, the action log,
// sampling.
#include "brute_force.h"
#include "random_script.h"

#include "explore/condpor/condpor.h"
#include "explore/findings/findings.h"
#include "explore/linearize.h"
#include "explore/schedules/sampling.h"
#include "memory/sequential.h"
#include "scripted_program.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace revisit::test::explorer_test {

namespace {

using Op = Instruction::Op;

Instruction lock(std::uint32_t mutex) {
  return {.op = Op::Object, .to = 5, .operation = ObjectOp::MutexLock, .object = mutex};
}
Instruction unlock(std::uint32_t mutex) {
  return {.op = Op::Object, .to = 5, .operation = ObjectOp::MutexUnlock, .object = mutex};
}

Script withThreads(const std::vector<std::vector<Instruction>>& bodies, std::size_t locations = 1) {
  Script script;
  script.threads.resize(1);
  for (const auto& body : bodies) {
    script.threads.push_back(body);
    script.threads[0].push_back({.op = Op::Create, .child = static_cast<std::uint32_t>(script.threads.size() - 1)});
  }
  for (std::uint32_t t = 1; t < script.threads.size(); t++)
    script.threads[0].push_back({.op = Op::Join, .to = 3, .child = t});
  script.locationSizes.assign(locations, 1);
  script.initialValues.assign(locations, 0);
  return script;
}

struct Lab {
  explicit Lab(const Script& script) : program(script, pool), solver(makeSolver(pool)) {}
  Exploration explore(const Explorer::OnExecution& onExecution = {}, Recorder* recorder = nullptr) {
    const std::unique_ptr<Explorer> explorer =
        random ? makeRandomSampler(program, model, *solver, options) : makeConDpor(program, model, *solver, options);
    explorer->onExecution(onExecution);
    explorer->setRecorder(recorder);
    const Result<Exploration> result = explorer->run();
    EXPECT_TRUE(result.ok());
    return result.value();
  }
  ExpressionPool pool;
  ScriptedProgram program;
  std::unique_ptr<Solver> solver;
  SequentialConsistency model;
  ExploreOptions options{.keepGoing = true, .checkDuplicates = true};
  bool random = false;
};

const std::vector<Instruction> increment = {lock(0),
                                            {.op = Op::Load, .to = 0},
                                            {.op = Op::Add, .to = 0, .a = Operand::reg(0), .b = Operand::constant(1)},
                                            {.op = Op::Store, .a = Operand::reg(0)},
                                            unlock(0)};

struct CountingRecorder final : Recorder {
  std::map<ActionKind, std::uint64_t> counts;
  std::uint64_t unexplained = 0;
  std::size_t largestGraph = 0;
  void record(const Action& action, const ExecutionGraph& graph) override {
    counts[action.kind]++;
    if (action.kind == ActionKind::RevisitRefused || action.kind == ActionKind::DisplaceRefused)
      unexplained +=
          action.refusal == Refusal::None ||
          (action.refusal != Refusal::NotEnabled && action.refusal != Refusal::Inconsistent && !action.culprit.valid());
    if (action.kind == ActionKind::SkippedChoice || action.kind == ActionKind::Abandoned)
      unexplained += action.refusal == Refusal::None;
    // A revisit deletes at least the read.
    if (action.kind == ActionKind::RevisitAllowed)
      unexplained += std::ranges::find(action.deleted, action.other) == action.deleted.end();
    largestGraph = std::max(largestGraph, graph.eventCount());
  }
};

} // namespace

TEST(ConDpor, LocksAloneBlockNothing) {
  std::uint64_t factorial = 1;
  for (unsigned n = 1; n <= 5; n++) {
    factorial *= n;
    Lab lab(withThreads(std::vector(n, increment)));
    const ExplorationCounts counts = lab.explore().counts;
    EXPECT_EQ(counts.complete, factorial);
    EXPECT_EQ(counts.total(), factorial);
    EXPECT_EQ(counts.duplicate, 0u);
  }
}

TEST(ConDpor, ADeadlockTellsWhoWaitsForWhat) {
  Lab lab(withThreads({{lock(0), lock(1), unlock(1), unlock(0)}, {lock(1), lock(0), unlock(0), unlock(1)}}));
  Findings findings;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> waiting; // thread, object
  const ExplorationCounts counts = lab.explore([&](const Execution& execution) {
                                        findings.note(execution, bugsOf(execution));
                                        for (const Waiting& w : execution.waiting)
                                          if (w.label->kind == LabelKind::Object)
                                            waiting.emplace_back(w.thread.value(), w.label->object.value());
                                      })
                                       .counts;
  EXPECT_EQ(counts.complete, 2u);
  EXPECT_EQ(counts.deadlocked, 1u);
  ASSERT_EQ(findings.all().size(), 1u);
  EXPECT_EQ(findings.all()[0].kind, ErrorKind::Deadlock);
  EXPECT_EQ(waiting, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{1, 1}, {2, 0}}));
}

TEST(ConDpor, AWaitThatNothingEndsIsALivelock) {
  Lab lab(
      withThreads({{{.op = Op::Await, .a = Operand::constant(1)}}, {{.op = Op::Store, .a = Operand::constant(0)}}}));
  Findings findings;
  lab.explore([&](const Execution& execution) { findings.note(execution, bugsOf(execution)); });
  ASSERT_EQ(findings.all().size(), 1u);
  EXPECT_EQ(findings.all()[0].kind, ErrorKind::Livelock);
}

// A thread that ends early does not prevent the other threads from showing their behaviour.
TEST(ConDpor, AnEarlyEndHidesNothing) {
  for (const Op end : {Op::Exit, Op::Fail, Op::Refuse}) {
    Lab lab(withThreads({{{.op = Op::Load, .to = 0},
                          {.op = Op::If, .a = Operand::reg(0), .b = Operand::constant(0), .target = 3},
                          {.op = end}},
                         {{.op = Op::Store, .a = Operand::constant(1)}}}));
    const Exploration exploration = lab.explore();
    const ExplorationCounts& counts = exploration.counts;
    EXPECT_EQ(counts.total(), 2u);
    EXPECT_EQ(counts.erroneous, end == Op::Fail ? 1u : 0u);
    EXPECT_EQ(counts.cut, end == Op::Refuse ? 1u : 0u);
    ASSERT_EQ(exploration.incomplete.size(), end == Op::Refuse ? 1u : 0u) << "cut executions are never all";
    if (end == Op::Refuse) {
      EXPECT_EQ(exploration.incomplete[0].kind, IncompleteReason::Kind::Unsupported);
    }
  }
}

TEST(ConDpor, AFalseAssumeInsideALockIsNoDeadlock) {
  Lab lab(withThreads({{lock(0),
                        {.op = Op::Load, .to = 0},
                        {.op = Op::Assume, .a = Operand::reg(0), .b = Operand::constant(1)},
                        unlock(0)},
                       {lock(0), {.op = Op::Store, .a = Operand::constant(1)}, unlock(0)}}));
  const ExplorationCounts counts = lab.explore().counts;
  EXPECT_EQ(counts.complete, 1u);
  EXPECT_EQ(counts.blocked, 1u);
  EXPECT_EQ(counts.deadlocked, 0u);
}

// A symbol read by one thread and a constant that equals its model value read by another keep their own constraints.
TEST(ConDpor, ASymbolIsNotTheConstantItsModelEquals) {
  const std::vector<Instruction> reader = {
      {.op = Op::Load, .to = 0}, {.op = Op::If, .a = Operand::reg(0), .b = Operand::constant(0), .target = 2}};
  Script script = withThreads({{{.op = Op::Input, .to = 0}, {.op = Op::Store, .a = Operand::reg(0)}},
                               {{.op = Op::Store, .a = Operand::constant(0)}},
                               reader,
                               reader});
  const BruteForceResult expected = bruteForce(script, 1000000);
  ASSERT_FALSE(expected.exceeded);
  Lab lab(script);
  EXPECT_EQ(lab.explore().counts.complete, expected.executions.size());
}

// A write revisits a read behind which a number was chosen: for the smallest one only, since the others are chosen
// again behind the new value. Each pair of a value and a number is one execution.
TEST(ConDpor, ARevisitDeletesTheSmallestNumberAlone) {
  Lab lab(withThreads({{{.op = Op::Input, .to = 0, .bits = 1},
                        {.op = Op::Load, .to = 1},
                        {.op = Op::Enumerate, .to = 2, .a = Operand::reg(0)}},
                       {{.op = Op::Store, .a = Operand::constant(1)}}}));
  const Exploration found = lab.explore();
  EXPECT_EQ(found.counts.complete, 4u);
  EXPECT_EQ(found.counts.duplicate, 0u);
  EXPECT_TRUE(found.incomplete.empty());
}

TEST(ConDpor, LimitsAreSaid) {
  Lab lab(withThreads(std::vector(5, increment)));
  lab.options.maxExecutions = 7;
  const Exploration bounded = lab.explore();
  EXPECT_EQ(bounded.counts.total(), 7u);
  ASSERT_EQ(bounded.incomplete.size(), 1u);
  EXPECT_EQ(bounded.incomplete[0].kind, IncompleteReason::Kind::MaxExecutions);

  lab.options.maxExecutions = 0;
  int polls = 0;
  lab.options.cancelled = [&] { return ++polls > 3; };
  const Exploration cancelled = lab.explore();
  EXPECT_GT(cancelled.counts.total(), 0u);
  ASSERT_EQ(cancelled.incomplete.size(), 1u);
  EXPECT_EQ(cancelled.incomplete[0].kind, IncompleteReason::Kind::Cancelled);
}

TEST(ConDpor, EveryStepIsRecordedWithItsReason) {
  for (std::uint64_t seed = 1; seed <= 200; seed++) {
    const Script script = randomScript(seed, {.awaits = false});
    Lab silent(script), told(script);
    silent.options.maxExecutions = told.options.maxExecutions = 500;
    CountingRecorder recorder;
    const Exploration without = silent.explore();
    const Exploration with = told.explore({}, &recorder);
    EXPECT_EQ(without.counts.total(), with.counts.total()) << "seed " << seed;
    EXPECT_EQ(recorder.counts[ActionKind::Finished], with.counts.total()) << "seed " << seed;
    EXPECT_EQ(recorder.counts[ActionKind::Displaced], with.work.displacementsDone) << "seed " << seed;
    EXPECT_EQ(recorder.unexplained, 0u) << "seed " << seed;
  }
}

// A linearisation is possible on one processor: every read reads the newest earlier write.
TEST(Linearize, IsARunOfOneProcessor) {
  for (std::uint64_t seed = 1; seed <= 200; seed++) {
    Lab lab(randomScript(seed, {.symbols = false, .awaits = false}));
    lab.options.maxExecutions = 200;
    lab.explore([&](const Execution& execution) {
      const ExecutionGraph& graph = execution.graph;
      std::map<LocationId, EventId> newest;
      const std::vector<EventId> order = linearize(graph);
      ASSERT_EQ(order.size(), graph.eventCount());
      for (const EventId id : order) {
        const Event& event = graph.event(id);
        if (event.reads) {
          const auto it = newest.find(event.location);
          ASSERT_TRUE(it == newest.end() ? graph.isInitial(event.rf) : it->second == event.rf) << "seed " << seed;
        }
        if (event.writes)
          newest[event.location] = id;
      }
    });
  }
}

TEST(RandomSampler, SeesOnlyRealExecutionsAndClaimsNothing) {
  for (std::uint64_t seed = 1; seed <= 100; seed++) {
    const Script script = randomScript(seed, {.awaits = false});
    std::set<std::string> all;
    Lab exhaustive(script);
    exhaustive.options.maxExecutions = 20000;
    if (exhaustive.explore([&](const Execution& e) { all.insert(canonicalText(e.graph)); }).counts.total() >= 20000)
      continue;
    Lab sampler(script);
    sampler.random = true;
    sampler.options.maxExecutions = 50;
    sampler.options.checkDuplicates = false;
    sampler.options.seed = seed;
    const Exploration sampled = sampler.explore([&](const Execution& e) {
      EXPECT_TRUE(all.contains(canonicalText(e.graph))) << "seed " << seed << "\n" << scriptText(script);
    });
    EXPECT_EQ(sampled.counts.total(), 50u);
    EXPECT_FALSE(sampled.incomplete.empty());
  }
}

TEST(RandomSampler, FindsALostUpdate) {
  const std::vector<Instruction> racy = {{.op = Op::Load, .to = 0},
                                         {.op = Op::Add, .to = 0, .a = Operand::reg(0), .b = Operand::constant(1)},
                                         {.op = Op::Store, .a = Operand::reg(0)}};
  Script script = withThreads({racy, racy});
  script.threads[0].push_back({.op = Op::Load, .to = 0});
  script.threads[0].push_back({.op = Op::If,
                               .a = Operand::reg(0),
                               .b = Operand::constant(1),
                               .target = static_cast<std::uint32_t>(script.threads[0].size() + 2)});
  script.threads[0].push_back({.op = Op::Fail});
  Lab lab(script);
  lab.random = true;
  lab.options.maxExecutions = 200;
  EXPECT_GT(lab.explore().counts.erroneous, 0u);
}

} // namespace revisit::test::explorer_test
