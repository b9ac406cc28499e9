// Data races against their definition: two conflicting accesses, not both atomic, are adjacent in some interleaving.
// The races shown as adjacent are exactly those. Happens-before finds the same races, and more only where a failed
// attempt, or a compare-and-swap that stored, could have had another result. Also tests the order in which a race is
// shown. REVISIT_FUZZ_SEED and REVISIT_FUZZ_COUNT as for the other fuzz tests.
#include "brute_force.h"
#include "fuzz_seeds.h"
#include "random_script.h"

#include "explore/condpor/condpor.h"
#include "explore/findings/findings.h"
#include "explore/linearize.h"
#include "explore/sequential_order.h"
#include "memory/sequential.h"
#include "scripted_program.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace revisit::test::races_test {

namespace {

using Op = Instruction::Op;

struct Explored {
  Exploration exploration;
  bool races = false;       // according to happens-before
  bool isAdjacent = false;  // and some race can be shown with adjacent accesses
  std::size_t findings = 0; // by line
  std::string wrongOrder;   // an order of events that is not possible
};

std::string checkOrder(const ExecutionGraph& graph, const Race& race) {
  const std::vector<EventId> order = linearizeTogether(graph, race.first, race.second);
  const SequentialOrder sequence(graph);
  if (order.size() != graph.eventCount())
    return "events are missing";
  for (std::size_t i = 0; i < order.size(); i++)
    for (std::size_t j = 0; j < i; j++)
      if (sequence.atOrBefore(order[i], order[j]))
        return "an event stands before one that it needs";
  const auto first = std::ranges::find(order, race.first), second = std::ranges::find(order, race.second);
  if (first >= second)
    return "the accesses are exchanged";
  const bool isBetween =
      std::any_of(first + 1, second, [&](EventId id) { return isScheduled(graph.event(id).label->kind); });
  return race.adjacent == Race::Adjacent::Now && isBetween ? "something stands between the accesses" : "";
}

// The order that the model keeps while the exploration goes back and forth is the order of the present graph.
bool modelKnowsOrder(const ExecutionGraph& graph, const MemoryModel& model) {
  const SequentialOrder sequence(graph);
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    for (const EventId id : graph.events(ThreadId(t)))
      if (!std::ranges::equal(sequence.prefix(id), model.prefix(graph, id)))
        return false;
  return true;
}

bool isSamePair(const Race& one, const Race& other) {
  return std::minmax(one.first, one.second) == std::minmax(other.first, other.second);
}

Explored explore(const Script& script, const ExploreOptions& options) {
  ExpressionPool pool;
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  ScriptedProgram program(script, pool);
  SequentialConsistency model;
  const std::unique_ptr<Explorer> explorer = makeConDpor(program, model, *solver, options);
  Explored explored;
  Findings findings;
  explorer->onExecution([&](const Execution& execution) {
    findings.note(execution, bugsOf(execution));
    if (!modelKnowsOrder(execution.graph, model))
      explored.wrongOrder = "the model has another order than the graph";
    RaceDetector anew; // knows nothing of the executions before
    if (!std::ranges::equal(anew.find(program.names(), execution.graph, model, 1), execution.races, isSamePair))
      explored.wrongOrder = "other races are found than in this execution alone";
    for (const Race& race : execution.races) {
      explored.races = true;
      explored.isAdjacent |= race.adjacent == Race::Adjacent::Now;
      if (race.adjacent != Race::Adjacent::Before)
        if (const std::string wrong = checkOrder(execution.graph, race); !wrong.empty())
          explored.wrongOrder = wrong;
    }
  });
  explored.exploration = explorer->run().value();
  explored.findings = findings.all().size();
  return explored;
}

Explored exploreAll(const Script& script) {
  ExploreOptions options;
  options.keepGoing = true;
  options.maxExecutions = 100000;
  return explore(script, options);
}

// Whether the program has a race; nothing when it is too large for brute force.
std::optional<bool> judge(std::uint64_t seed, const RandomScriptOptions& options) {
  constexpr std::size_t stateLimit = 10000;
  const Script script = randomScript(seed, options);
  const BruteForceResult least = bruteForce(script, stateLimit);
  const BruteForceResult most = bruteForce(script, stateLimit, {.failing = true});
  if (least.exceeded || most.exceeded)
    return std::nullopt;
  const Explored found = exploreAll(script);
  EXPECT_EQ(found.wrongOrder, "") << "seed " << seed << "\n" << scriptText(script);
  EXPECT_LE(least.races, found.races) << "a race is missed; seed " << seed << "\n" << scriptText(script);
  EXPECT_LE(found.isAdjacent, least.races) << "shown as it is not; seed " << seed << "\n" << scriptText(script);
  if (options.rareObjects) // timed operations that fail at other times than they do here: no upper bound
    return found.races;
  EXPECT_LE(found.races, most.races) << "no race; seed " << seed << "\n" << scriptText(script);
  EXPECT_EQ(found.isAdjacent, least.races) << "not shown as it is; seed " << seed << "\n" << scriptText(script);
  return found.races;
}

void fuzz(std::uint64_t firstSeed, std::uint64_t count, const RandomScriptOptions& options,
          Sample sample = Sample::Rotates) {
  const FuzzSeeds seeds = fuzzSeeds(firstSeed, count, sample);
  std::uint64_t judged = 0, racing = 0;
  seeds.forEach([&](std::uint64_t seed) {
    if (const std::optional<bool> races = judge(seed, options)) {
      judged++;
      racing += *races;
    }
  });
  if (seeds.isChosen)
    return;
  EXPECT_GT(judged, seeds.count / 2);
  EXPECT_GT(racing, judged / 20);
  EXPECT_LT(racing, judged - judged / 20);
}

RandomScriptOptions racing() {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = false;
  options.plain = true;
  return options;
}

Instruction plain(Op op) {
  return {.op = op, .a = Operand::constant(1), .order = MemoryOrder::Plain};
}

Instruction object(ObjectOp operation) {
  return {.op = Op::Object, .operation = operation};
}

} // namespace

TEST(Races, OfMemory) {
  RandomScriptOptions options = racing();
  options.objects = options.mixedSizes = false;
  fuzz(60000, 150, options);
}

TEST(Races, OfAccessesOfSeveralSizes) {
  RandomScriptOptions options = racing();
  options.objects = false;
  fuzz(70000, 150, options);
}

TEST(Races, WithObjects) {
  RandomScriptOptions options = racing();
  options.attempts = false;
  options.maxThreads = 2;
  fuzz(80000, 300, options);
}

TEST(Races, WithAttempts) {
  RandomScriptOptions options = racing();
  options.maxThreads = 2;
  fuzz(90000, 300, options);
}

TEST(Races, WithRareObjects) {
  RandomScriptOptions options = racing();
  options.rareObjects = true;
  options.maxThreads = 2;
  fuzz(100000, 600, options, Sample::Whole);
}

Instruction to(ObjectOp operation, std::uint64_t argument = 0) {
  return {.op = Op::Object, .to = 5, .operation = operation, .argument = argument};
}

TEST(Races, ABarrierOrdersWhatIsBeforeAndBehindIt) {
  const auto races = [](bool isBehind) {
    Script script = parallelScript(2, [&](std::uint32_t t) {
      std::vector<Instruction> code{to(ObjectOp::BarrierArrive), to(ObjectOp::BarrierPass)};
      code.insert(t == 1 || !isBehind ? code.begin() : code.end(), plain(Op::Store));
      return code;
    });
    script.threads[0].insert(script.threads[0].begin(), to(ObjectOp::BarrierInit, 2));
    return exploreAll(script).races;
  };
  EXPECT_FALSE(races(true));
  EXPECT_TRUE(races(false));
}

TEST(Races, ReadersOfARwlockDoNotOrderEachOther) {
  const auto races = [](ObjectOp first, ObjectOp second) {
    return exploreAll(parallelScript(2,
                                     [&](std::uint32_t t) {
                                       return std::vector<Instruction>{to(t == 1 ? first : second), plain(Op::Store),
                                                                       to(ObjectOp::RwlockUnlock)};
                                     }))
        .races;
  };
  EXPECT_TRUE(races(ObjectOp::RwlockRead, ObjectOp::RwlockRead));
  EXPECT_FALSE(races(ObjectOp::RwlockRead, ObjectOp::RwlockWrite));
  EXPECT_FALSE(races(ObjectOp::RwlockWrite, ObjectOp::RwlockWrite));
}

TEST(Races, PlainCounterIsOneFindingPerPairOfLines) {
  const Explored found =
      exploreAll(parallelScript(2, [](auto) { return std::vector<Instruction>{plain(Op::Load), plain(Op::Store)}; }));
  EXPECT_TRUE(found.isAdjacent);
  EXPECT_EQ(found.findings, 3u); // load with the other's store, the other way round, store with store
  EXPECT_EQ(found.exploration.counts.complete, 0u);
}

TEST(Races, AFailedAttemptSynchronizesWithNothing) {
  const Script script = parallelScript(2, [](std::uint32_t t) {
    if (t == 1)
      return std::vector<Instruction>{plain(Op::Store), object(ObjectOp::MutexLock)};
    Instruction attempt = object(ObjectOp::MutexTryLock);
    attempt.to = 4;
    return std::vector<Instruction>{
        attempt,
        {.op = Op::If, .a = Operand::reg(4), .b = Operand::constant(0), .compare = Compare::Ne, .target = 3},
        plain(Op::Store)};
  });
  const Explored found = exploreAll(script);
  EXPECT_TRUE(found.races);
  EXPECT_FALSE(found.isAdjacent);
  EXPECT_EQ(found.exploration.counts.erroneous, 1u);
}

TEST(Races, CountForNothingWhenIgnored) {
  const Script script = parallelScript(2, [](auto) { return std::vector<Instruction>{plain(Op::Store)}; });
  ExploreOptions options;
  options.keepGoing = true;
  options.errors.treat(ErrorKind::Race, Treatment::Ignored);
  const Explored ignored = explore(script, options);
  EXPECT_FALSE(ignored.races);
  EXPECT_EQ(ignored.exploration.counts.complete, 2u);
  options.errors.treat(ErrorKind::Race, Treatment::Warning);
  const Explored warned = explore(script, options);
  EXPECT_TRUE(warned.races);
  EXPECT_EQ(warned.findings, 0u);
  EXPECT_EQ(warned.exploration.counts.complete, 2u);
}

TEST(Policy, OnlyTheChosenKindsEndTheExploration) {
  const Script script = parallelScript(3, [](std::uint32_t t) {
    return t < 3 ? std::vector<Instruction>{plain(Op::Store)}
                 : std::vector<Instruction>{{.op = Op::Fail, .error = ErrorKind::Assertion}};
  });
  ExploreOptions options;
  EXPECT_EQ(explore(script, options).exploration.counts.total(), 1u);
  const std::vector deadlock{ErrorKind::Deadlock};
  options.errors.stopOnlyOn(deadlock);
  EXPECT_EQ(explore(script, options).exploration.counts.total(), 2u);
  const std::vector race{ErrorKind::Race};
  options.errors.stopOnlyOn(race);
  EXPECT_EQ(explore(script, options).exploration.counts.total(), 1u);
}

TEST(Policy, AnIgnoredErrorStillEndsTheProcess) {
  Script script =
      parallelScript(1, [](auto) { return std::vector<Instruction>{{.op = Op::Fail, .error = ErrorKind::Assertion}}; });
  script.threads[0].push_back({.op = Op::Join, .child = 1});
  ExploreOptions options;
  EXPECT_EQ(explore(script, options).exploration.counts.erroneous, 1u);
  options.errors.treat(ErrorKind::Assertion, Treatment::Ignored);
  const Exploration ignored = explore(script, options).exploration;
  EXPECT_EQ(ignored.counts.complete, 1u);
  EXPECT_EQ(ignored.counts.deadlocked, 0u);
}

} // namespace revisit::test::races_test
