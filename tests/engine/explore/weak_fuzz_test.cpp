// ConDpor under each memory model against the literal oracle, on random scripts: equal sets of graphs, each once, none
// that ends in consistency. A failure prints the seed, the model and the program; REVISIT_FUZZ_SEED=n runs that one
// alone, REVISIT_FUZZ_COUNT=n changes how many are run.
#include "brute_force.h"
#include "execution_endings.h"
#include "fuzz_seeds.h"
#include "random_litmus.h"
#include "random_script.h"
#include "scripted_program.h"
#include "weak_oracle.h"

#include "explore/condpor/condpor.h"
#include "explore/findings/findings.h"
#include "memory/make_model.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace revisit::test::weak_fuzz_test {

namespace {

constexpr std::size_t stateLimit = 30000;

constexpr std::array<std::pair<ModelKind, WeakModel>, 6> models = {{{ModelKind::Sc, WeakModel::Sc},
                                                                    {ModelKind::Tso, WeakModel::Tso},
                                                                    {ModelKind::Pso, WeakModel::Pso},
                                                                    {ModelKind::Sra, WeakModel::Sra},
                                                                    {ModelKind::Ra, WeakModel::Ra},
                                                                    {ModelKind::Rc11, WeakModel::Rc11}}};

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '|')
    text.pop_back();
  return text;
}

struct Found {
  std::map<std::string, std::string> executions;
  std::size_t repeated = 0;
  bool races = false, usesAfterFree = false;
  bool incomplete = false;
};

Found explore(const Script& script, ModelKind kind) {
  ExpressionPool pool;
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  ScriptedProgram program(script, pool, false, kind == ModelKind::Sc);
  const std::unique_ptr<MemoryModel> model = makeModel(kind);
  ExploreOptions options;
  options.keepGoing = true;
  options.maxExecutions = 200000;
  options.spuriousLimit = 0;
  options.errors.treat(ErrorKind::Deadlock, Treatment::Warning);
  const std::unique_ptr<Explorer> explorer = makeConDpor(program, *model, *solver, options);
  Found found;
  explorer->onExecution([&](const Execution& execution) {
    if (leadsOn(execution.graph))
      return;
    found.races |= std::ranges::count(execution.races, ErrorKind::Race, &Race::kind) != 0;
    for (const Bug& bug : bugsOf(execution))
      found.usesAfterFree |= bug.kind == ErrorKind::UseAfterFree;
    if (!found.executions.emplace(trimmed(canonicalText(execution.graph)), endingName(execution.kind)).second)
      found.repeated++;
  });
  explorer->onRestart([&] { found = {}; });
  const Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result.ok()) << result.error().what;
  found.incomplete |= result.ok() && !result.value().incomplete.empty();
  return found;
}

std::string difference(const WeakOracleResult& oracle, const Found& found) {
  std::map<std::string, std::string> wanted;
  for (const auto& [text, ending] : oracle.executions)
    wanted[trimmed(text)] = ending;
  std::string text;
  for (const auto& [graph, ending] : wanted)
    if (!found.executions.contains(graph))
      text += fmt::format("missing ({}): {}\n", ending, graph);
  for (const auto& [graph, ending] : found.executions)
    if (!wanted.contains(graph))
      text += fmt::format("not real ({}): {}\n", ending, graph);
  if (found.repeated != 0)
    text += fmt::format("{} duplicates\n", found.repeated);
  return text;
}

// Whether the script was small enough. `races`: compares whether there are races, too.
bool judge(const Script& script, std::uint64_t seed, ModelKind kind, WeakModel model, bool races) {
  if (weakOracleRefuses(script, model))
    return false;
  const WeakOracleResult expected = weakOracle(script, model, stateLimit);
  if (expected.exceeded || expected.executions.empty())
    return false;
  const Found found = explore(script, kind);
  const std::string wrong = found.incomplete ? "" : difference(expected, found);
  EXPECT_TRUE(wrong.empty()) << wrong.substr(0, 1500) << "seed " << seed << ", " << nameOf(kind) << ": "
                             << expected.executions.size() << " wanted, " << found.executions.size() << " found\n"
                             << scriptText(script);
  if (races && wrong.empty()) {
    EXPECT_EQ(found.races, expected.races) << "races; seed " << seed << ", " << nameOf(kind) << "\n"
                                           << scriptText(script);
  }
  return true;
}

template <class Make> void fuzz(std::uint64_t firstSeed, std::uint64_t count, Make&& make, bool races = false) {
  const FuzzSeeds seeds = fuzzSeeds(firstSeed, count);
  std::uint64_t judged = 0;
  seeds.forEach([&](std::uint64_t seed) {
    const Script script = make(seed);
    for (const auto& [kind, model] : models)
      judged += judge(script, seed, kind, model, races);
  });
  if (!seeds.isChosen) {
    EXPECT_GT(judged, seeds.count * 2);
  }
}

void fuzzScripts(std::uint64_t firstSeed, std::uint64_t count, const RandomScriptOptions& options) {
  fuzz(firstSeed, count, [&](std::uint64_t seed) { return randomScript(seed, options); });
}

void fuzzLitmus(std::uint64_t firstSeed, std::uint64_t count, const RandomLitmusOptions& options, bool races = false) {
  fuzz(firstSeed, count, [&](std::uint64_t seed) { return randomLitmus(seed, options); }, races);
}

} // namespace

TEST(WeakFuzz, TwoThreads) {
  fuzzLitmus(900001, 80, {.minThreads = 2, .maxThreads = 2, .maxSteps = 4});
}

TEST(WeakFuzz, ThreeThreads) {
  fuzzLitmus(910001, 25, {.minThreads = 3, .maxThreads = 3, .maxSteps = 3});
}

TEST(WeakFuzz, FourThreads) {
  fuzzLitmus(920001, 6, {.minThreads = 4, .maxThreads = 4, .maxSteps = 2});
}

TEST(WeakFuzz, LoadsAndStoresOnly) {
  fuzzLitmus(925001, 25, {.minThreads = 3, .maxThreads = 3, .maxSteps = 3, .fences = false, .updates = false});
}

TEST(WeakFuzz, InputsAndEnds) {
  fuzzScripts(930001, 20,
              {.maxThreads = 3,
               .maxSteps = 4,
               .objects = false,
               .awaits = false,
               .mixedSizes = false,
               .orders = true,
               .fences = true});
}

TEST(WeakFuzz, Objects) {
  fuzzScripts(940001, 20,
              {.maxThreads = 3,
               .maxSteps = 4,
               .symbols = false,
               .awaits = false,
               .mixedSizes = false,
               .orders = true,
               .fences = true});
}

TEST(WeakFuzz, FailuresForNoReason) {
  fuzzScripts(945001, 25,
              {.maxThreads = 3,
               .maxSteps = 4,
               .symbols = false,
               .awaits = false,
               .mixedSizes = false,
               .orders = true,
               .fences = true,
               .spurious = true});
}

TEST(WeakFuzz, WaitingLoops) {
  fuzzScripts(950001, 25,
              {.maxThreads = 3,
               .maxSteps = 4,
               .symbols = false,
               .objects = false,
               .awaits = true,
               .mixedSizes = false,
               .orders = true,
               .fences = true});
}

TEST(WeakFuzz, RoundsOfSeveralAccesses) {
  fuzzScripts(970001, 10,
              {.maxThreads = 3,
               .maxSteps = 3,
               .symbols = false,
               .objects = false,
               .rounds = true,
               .mixedSizes = false,
               .terminals = false,
               .orders = true,
               .fences = true});
}

// With stores to parts of locations, ConDpor finds only real executions, and all of them or it says that some may be
// missing.
TEST(WeakFuzz, MixedSizes) {
  const FuzzSeeds seeds = fuzzSeeds(980001, 25);
  std::uint64_t judged = 0, missing = 0;
  seeds.forEach([&](std::uint64_t seed) {
    const Script script = randomLitmus(seed, {.parts = true});
    for (const auto& [kind, model] : models) {
      if (weakOracleRefuses(script, model))
        continue;
      const WeakOracleResult expected = weakOracle(script, model, stateLimit);
      if (expected.exceeded || expected.executions.empty())
        continue;
      const Found found = explore(script, kind);
      judged++;
      const bool isEqual = found.executions.size() == expected.executions.size();
      missing += !isEqual;
      EXPECT_LE(found.executions.size(), expected.executions.size()) << seed << ", " << nameOf(kind);
      EXPECT_TRUE(isEqual || found.incomplete)
          << "seed " << seed << ", " << nameOf(kind) << ": " << expected.executions.size() << " wanted, "
          << found.executions.size() << " found\n"
          << scriptText(script);
    }
  });
  if (!seeds.isChosen) {
    EXPECT_GT(judged, seeds.count);
    EXPECT_GT(missing, 0u);
  }
}

// Whether an access is ordered with the end of its memory's lifetime: some execution shows a use after free exactly if
// one does in which happens-before orders the two wrongly or not at all.
TEST(WeakFuzz, Lifetimes) {
  const FuzzSeeds seeds = fuzzSeeds(990001, 90);
  std::uint64_t judged = 0, wrong = 0;
  seeds.forEach([&](std::uint64_t seed) {
    const Script script = randomScript(seed, {.maxThreads = 3,
                                              .maxSteps = 4,
                                              .symbols = false,
                                              .objects = seed % 2 == 0,
                                              .awaits = false,
                                              .mixedSizes = false,
                                              .lifetimes = true,
                                              .terminals = false,
                                              .orders = true,
                                              .fences = true});
    for (const auto& [kind, model] : models) {
      if (kind == ModelKind::Sc || weakOracleRefuses(script, model))
        continue;
      const WeakOracleResult expected = weakOracle(script, model, stateLimit);
      if (expected.exceeded || expected.executions.empty())
        continue;
      const bool isWrong = expected.lifetimeRaces || std::ranges::any_of(expected.executions, [](const auto& entry) {
                             return entry.second == "erroneous";
                           });
      EXPECT_EQ(explore(script, kind).usesAfterFree, isWrong) << "seed " << seed << ", " << nameOf(kind) << "\n"
                                                              << scriptText(script);
      judged++;
      wrong += isWrong;
    }
  });
  if (!seeds.isChosen) {
    EXPECT_GT(judged, seeds.count);
    EXPECT_GT(wrong, 10u);
    EXPECT_LT(wrong, judged - 10);
  }
}

TEST(WeakFuzz, Races) {
  fuzzLitmus(960001, 40, {.plain = true}, true);
}

} // namespace revisit::test::weak_fuzz_test
