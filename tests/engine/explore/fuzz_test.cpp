// ConDpor against brute force on random scripts: equal sets of graphs, each once. A failure prints the seed and the
// program; REVISIT_FUZZ_SEED=n runs that one alone, REVISIT_FUZZ_COUNT=n changes how many are run. The counts here take
// minutes altogether; after a change of the algorithm, ten times as many should be run.
#include "brute_force.h"
#include "execution_endings.h"
#include "fuzz_seeds.h"
#include "random_script.h"

#include "explore/condpor/condpor.h"
#include "memory/sequential.h"
#include "scripted_program.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace revisit::test::fuzz_test {

namespace {

using Op = Instruction::Op;

constexpr std::size_t stateLimit = 60000;

Instruction on(ObjectOp operation, std::uint32_t object, std::uint32_t to = 5) {
  return {.op = Op::Object, .to = to, .operation = operation, .object = object};
}

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '|')
    text.pop_back();
  return text;
}

void addOrderedBarriers(const ExecutionGraph& graph, std::set<std::uint32_t>& ordered) {
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    for (const EventId id : graph.events(ThreadId(t)))
      if (const Event& event = graph.event(id); event.label->kind == LabelKind::Object && event.countsForIdentity &&
                                                event.label->operation == ObjectOp::BarrierArrive)
        ordered.insert(event.label->object.value());
}

// False: the script is too large for brute force.
bool judge(const Script& script, std::uint64_t seed) {
  BruteForceResult expected = bruteForce(script, stateLimit);
  if (expected.exceeded || expected.executions.empty())
    return false;

  ExpressionPool pool;
  SolverOptions solverOptions;
  solverOptions.validate = true;
  const std::unique_ptr<Solver> solver = makeSolver(pool, solverOptions);
  ScriptedProgram program(script, pool);
  SequentialConsistency model;
  ExploreOptions exploreOptions;
  exploreOptions.keepGoing = true;
  exploreOptions.checkDuplicates = true;
  exploreOptions.spuriousLimit = 0;
  exploreOptions.maxExecutions = 100000;
  // An execution in which a reader may wait behind a writer is classified by its other properties: see
  // waiting_writers_test.cpp.
  exploreOptions.errors.treat(ErrorKind::Deadlock, Treatment::Warning);
  const std::unique_ptr<Explorer> explorer = makeConDpor(program, model, *solver, exploreOptions);
  std::map<std::string, std::string> found;
  std::set<std::uint32_t> ordered; // barriers
  std::size_t repeated = 0;
  explorer->onExecution([&](const Execution& execution) {
    addOrderedBarriers(execution.graph, ordered);
    if (someRoundIsStale(execution.graph))
      return;
    if (!found.emplace(trimmed(canonicalText(execution.graph)), endingName(execution.kind)).second)
      repeated++;
  });
  explorer->onRestart([&] {
    found.clear();
    ordered.clear();
    repeated = 0;
  });
  const Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result.ok()) << result.error().what << "\nseed " << seed << "\n" << scriptText(script);
  if (!result.ok())
    return true;
  EXPECT_EQ(repeated, 0u) << "duplicates; seed " << seed << "\n" << scriptText(script);
  EXPECT_EQ(result.value().counts.duplicate, 0u) << "seed " << seed;
  if (!ordered.empty())
    expected = bruteForce(script, stateLimit, {.ordered = ordered});
  std::map<std::string, std::string> wanted;
  for (const auto& [text, ending] : expected.executions)
    wanted[trimmed(text)] = ending;
  std::string difference;
  for (const auto& [text, ending] : wanted)
    if (const auto it = found.find(text); it == found.end())
      difference += fmt::format("missing ({}): {}\n", ending, text);
    else if (it->second != ending)
      difference += fmt::format("{} instead of {}: {}\n", it->second, ending, text);
  for (const auto& [text, ending] : found)
    if (!wanted.contains(text))
      difference += fmt::format("not real ({}): {}\n", ending, text);
  EXPECT_TRUE(difference.empty()) << difference.substr(0, 1500) << "seed " << seed << ": " << wanted.size()
                                  << " wanted, " << found.size() << " found\n"
                                  << scriptText(script);
  return true;
}

// Main creates these threads, and goes on with what a test appends.
Script created(std::vector<std::vector<Instruction>> bodies) {
  Script script;
  script.threads.resize(1);
  for (std::vector<Instruction>& body : bodies) {
    script.threads.push_back(std::move(body));
    script.threads[0].push_back({.op = Op::Create, .child = static_cast<std::uint32_t>(script.threads.size() - 1)});
  }
  script.locationSizes = {1};
  script.initialValues = {0};
  return script;
}

void fuzz(std::uint64_t firstSeed, std::uint64_t count, const RandomScriptOptions& options) {
  const FuzzSeeds seeds = fuzzSeeds(firstSeed, count);
  std::uint64_t judged = 0;
  seeds.forEach([&](std::uint64_t seed) { judged += judge(randomScript(seed, options), seed); });
  if (seeds.isChosen)
    return;
  ::testing::Test::RecordProperty("judged", static_cast<int>(judged));
  EXPECT_GT(judged, seeds.count / 2);
}

} // namespace

TEST(Fuzz, MemoryOnly) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.awaits = options.terminals = false;
  options.mixedSizes = false;
  fuzz(1, 1000, options);
}

TEST(Fuzz, MixedSizesAndTerminals) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.awaits = false;
  fuzz(10000, 1000, options);
}

TEST(Fuzz, Objects) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = false;
  options.locksTogether = true;
  fuzz(20000, 500, options);
}

TEST(Fuzz, RareObjects) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = false;
  options.rareObjects = true;
  options.maxSteps = 3;
  options.locksTogether = true;
  fuzz(60000, 400, options);
}

TEST(Fuzz, RareObjectsAndEverythingElse) {
  RandomScriptOptions options;
  options.awaits = false;
  options.rareObjects = true;
  options.maxSteps = 3;
  fuzz(70000, 375, options);
}

TEST(Fuzz, Streams) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = false;
  options.streams = true;
  options.maxSteps = 3;
  fuzz(220000, 600, options);
}

TEST(Fuzz, StreamsAndEverythingElse) {
  RandomScriptOptions options;
  options.awaits = false;
  options.streams = options.rareObjects = options.attempts = true;
  options.maxSteps = 3;
  fuzz(230000, 300, options);
}

TEST(Fuzz, Awaits) {
  RandomScriptOptions options;
  options.symbols = options.terminals = false;
  fuzz(30000, 500, options);
}

TEST(Fuzz, WaitingLoopsOfUpdates) {
  RandomScriptOptions options;
  options.symbols = options.terminals = options.objects = false;
  options.rounds = true;
  fuzz(60000, 300, options);
}

TEST(Fuzz, WaitingLoopsAndObjects) {
  RandomScriptOptions options;
  options.symbols = false;
  options.rounds = true;
  options.maxSteps = 3;
  fuzz(70000, 500, options);
}

TEST(Fuzz, WaitingLoopsOnInputs) {
  RandomScriptOptions options;
  options.objects = false;
  options.rounds = true;
  options.maxSteps = 3;
  fuzz(80000, 375, options);
}

TEST(Fuzz, Symbols) {
  RandomScriptOptions options;
  options.objects = options.awaits = false;
  fuzz(40000, 500, options);
}

TEST(Fuzz, AtomicSections) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.awaits = options.terminals = false;
  options.sections = true;
  fuzz(90000, 250, options);
}

TEST(Fuzz, AtomicSectionsAmongObjects) {
  RandomScriptOptions options;
  options.symbols = options.terminals = false;
  options.sections = true;
  fuzz(100000, 250, options);
}

TEST(Fuzz, AtomicSectionsWithLocksTakenAtOnce) {
  RandomScriptOptions options;
  options.symbols = options.terminals = options.waitObjects = false;
  options.sections = options.locksTogether = true;
  fuzz(140000, 250, options);
}

TEST(Fuzz, AtomicSectionsThatEndEarly) {
  RandomScriptOptions options;
  options.awaits = false;
  options.sections = true;
  fuzz(110000, 250, options);
}

TEST(Fuzz, AtomicSectionsWithInputs) {
  RandomScriptOptions options;
  options.awaits = options.objects = false;
  options.sections = true;
  fuzz(160000, 250, options);
}

TEST(Fuzz, AtomicSectionsThatWait) {
  RandomScriptOptions options;
  options.symbols = options.objects = false;
  options.sections = true;
  fuzz(170000, 250, options);
}

TEST(Fuzz, Lifetimes) {
  RandomScriptOptions options;
  options.symbols = options.terminals = false;
  options.lifetimes = true;
  options.locksTogether = true;
  fuzz(60000, 500, options);
}

TEST(Fuzz, BlankMemory) {
  RandomScriptOptions options;
  options.awaits = false;
  options.blank = true;
  fuzz(120000, 500, options);
}

TEST(Fuzz, BlankMemoryInWaitingLoops) {
  RandomScriptOptions options;
  options.symbols = options.terminals = false;
  options.blank = options.lifetimes = options.rounds = true;
  fuzz(130000, 500, options);
}

TEST(Fuzz, LifetimesAndSymbols) {
  RandomScriptOptions options;
  options.awaits = false;
  options.lifetimes = true;
  fuzz(70000, 500, options);
}

TEST(Fuzz, StartArguments) {
  RandomScriptOptions options;
  options.awaits = options.terminals = false;
  options.startArguments = true;
  fuzz(150000, 500, options);
}

TEST(Fuzz, Spurious) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = false;
  options.spurious = true;
  fuzz(180000, 500, options);
}

TEST(Fuzz, SpuriousFailuresOnInputs) {
  RandomScriptOptions options;
  options.awaits = options.objects = false;
  options.spurious = true;
  fuzz(190000, 500, options);
}

TEST(Fuzz, SpuriousAmongEverything) {
  RandomScriptOptions options;
  options.rounds = options.rareObjects = options.spurious = true;
  options.symbols = false;
  options.maxSteps = 3;
  fuzz(200000, 400, options);
}

TEST(Fuzz, SpuriousInAtomicSections) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = false;
  options.sections = options.spurious = true;
  fuzz(210000, 250, options);
}

TEST(Fuzz, RobustMutexes) {
  RandomScriptOptions options;
  options.awaits = options.waitObjects = options.terminals = false;
  options.robust = true;
  fuzz(230000, 500, options);
}

TEST(Fuzz, RobustMutexesAmongEverything) {
  RandomScriptOptions options;
  options.awaits = options.symbols = false;
  options.robust = options.rareObjects = true;
  fuzz(250000, 400, options);
}

TEST(Fuzz, Everything) {
  RandomScriptOptions options;
  options.awaits = false;
  options.locksTogether = true;
  fuzz(50000, 500, options);
}

// What random scripts have shown, as small as it gets.

// The signal may come before the wait while the section comes after the lock: a race that shows where the section
// sleeps, and only the lock, which comes later, wakes it.
TEST(SmallScripts, AStepAfterARaceWakesASection) {
  Script script = created({{on(ObjectOp::MutexLock, 0)},
                           {on(ObjectOp::CondSignal, 3)},
                           {on(ObjectOp::CondWait, 3), on(ObjectOp::CondWake, 3), {.op = Op::Rmw, .to = 1}}});
  script.threads[0].insert(
      script.threads[0].end(),
      {{.op = Op::AtomicBegin}, {.op = Op::Load, .to = 2}, on(ObjectOp::MutexUnlock, 0), {.op = Op::AtomicEnd}});
  EXPECT_TRUE(judge(script, 100957));
}

TEST(SmallScripts, AStepAfterARaceWakesASectionBesideASpuriousWakeUp) {
  Instruction wait = on(ObjectOp::CondWait, 3);
  wait.spurious = true;
  Script script = created({{{.op = Op::AtomicBegin},
                            {.op = Op::Store, .to = 2, .a = Operand::reg(1)},
                            {.op = Op::Load, .to = 1},
                            {.op = Op::AtomicEnd},
                            on(ObjectOp::SemPost, 2)},
                           {on(ObjectOp::SemPost, 2)},
                           {on(ObjectOp::MutexLock, 1),
                            {.op = Op::Rmw, .to = 1},
                            on(ObjectOp::MutexUnlock, 1),
                            {.op = Op::Load, .to = 2}}});
  script.threads[0].insert(script.threads[0].end(), {on(ObjectOp::MutexLock, 1), wait, on(ObjectOp::MutexUnlock, 1)});
  EXPECT_TRUE(judge(script, 210145));
}

// The swap fails for no reason, or stores. Only the store conflicts with the section, so a sequence that begins with
// the section goes behind the one variant, and is a branch of its own because of the other.
TEST(SmallScripts, AVariantThatConflictsBesideOneThatDoesNot) {
  Script script =
      created({{on(ObjectOp::SemPost, 2)},
               {{.op = Op::AtomicBegin}, {.op = Op::Load, .to = 1}, on(ObjectOp::SemTryWait, 2), {.op = Op::AtomicEnd}},
               {{.op = Op::Cas, .spurious = true}}});
  EXPECT_TRUE(judge(script, 211581));
}

// The section never completes, because what it assumes is false. The other thread's round fails before the part that
// the section does, and behind it.
TEST(SmallScripts, ARoundThatFailsBesideAPartOfASection) {
  Script script =
      created({{{.op = Op::Await, .a = Operand::constant(1), .compare = Compare::Eq}},
               {{.op = Op::AtomicBegin},
                {.op = Op::Store, .a = Operand::constant(2)},
                {.op = Op::Assume, .a = Operand::constant(0), .b = Operand::constant(1), .compare = Compare::Eq},
                {.op = Op::AtomicEnd}}});
  EXPECT_TRUE(judge(script, 171085));
}

// No execution has both arrivals, but for an attempt that makes way for a writer that never comes.
TEST(SmallScripts, ABarrierThatNoExecutionCrowds) {
  Instruction attempt = on(ObjectOp::RwlockTryRead, 4, 4), timed = on(ObjectOp::MutexTimedLock, 0, 4);
  attempt.argument = 1;
  Script script = created({{on(ObjectOp::MutexDestroy, 0), on(ObjectOp::BarrierArrive, 6)},
                           {on(ObjectOp::RwlockRead, 4),
                            attempt,
                            {.op = Op::If, .a = Operand::reg(4), .b = Operand::constant(0), .target = 4},
                            timed,
                            on(ObjectOp::BarrierArrive, 6)}});
  Instruction init = on(ObjectOp::BarrierInit, 6);
  init.argument = 1;
  script.threads[0].insert(script.threads[0].begin(), init);
  EXPECT_TRUE(judge(script, 201557));
}

} // namespace revisit::test::fuzz_test
