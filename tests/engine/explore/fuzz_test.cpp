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

constexpr std::size_t stateLimit = 60000;

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '|')
    text.pop_back();
  return text;
}

// The programs that were judged; the rest were too large for brute force.
bool judge(std::uint64_t seed, const RandomScriptOptions& options) {
  const Script script = randomScript(seed, options);
  const BruteForceResult expected = bruteForce(script, stateLimit);
  if (expected.exceeded || expected.executions.empty())
    return false;
  std::map<std::string, std::string> wanted;
  for (const auto& [text, ending] : expected.executions)
    wanted[trimmed(text)] = ending;

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
  std::size_t repeated = 0;
  explorer->onExecution([&](const Execution& execution) {
    if (someRoundIsStale(execution.graph))
      return;
    if (!found.emplace(trimmed(canonicalText(execution.graph)), endingName(execution.kind)).second)
      repeated++;
  });
  explorer->onRestart([&] {
    found.clear();
    repeated = 0;
  });
  const Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result.ok()) << result.error().what << "\nseed " << seed << "\n" << scriptText(script);
  if (!result.ok())
    return true;
  EXPECT_EQ(repeated, 0u) << "duplicates; seed " << seed << "\n" << scriptText(script);
  EXPECT_EQ(result.value().counts.duplicate, 0u) << "seed " << seed;
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

void fuzz(std::uint64_t firstSeed, std::uint64_t count, const RandomScriptOptions& options) {
  const FuzzSeeds seeds = fuzzSeeds(firstSeed, count);
  std::uint64_t judged = 0;
  seeds.forEach([&](std::uint64_t seed) { judged += judge(seed, options); });
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

TEST(Fuzz, Everything) {
  RandomScriptOptions options;
  options.awaits = false;
  options.locksTogether = true;
  fuzz(50000, 500, options);
}

} // namespace revisit::test::fuzz_test
