// ConDpor under each memory model against the literal oracle, on random scripts: equal sets of graphs, each once, none
// that ends in consistency. A failure prints the seed, the model and the program; REVISIT_FUZZ_SEED=n runs that one
// alone, REVISIT_FUZZ_COUNT=n changes how many are run.
#include "brute_force.h"
#include "fuzz_seeds.h"
#include "random_script.h"
#include "scripted_program.h"
#include "weak_oracle.h"

#include "explore/condpor/condpor.h"
#include "explore/waiting_rounds.h"
#include "memory/model_kind.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace revisit::test {

namespace {

constexpr std::size_t stateLimit = 30000;

constexpr std::array<std::pair<ModelKind, WeakModel>, 6> models = {{{ModelKind::Sc, WeakModel::Sc},
                                                                    {ModelKind::Tso, WeakModel::Tso},
                                                                    {ModelKind::Pso, WeakModel::Pso},
                                                                    {ModelKind::Sra, WeakModel::Sra},
                                                                    {ModelKind::Ra, WeakModel::Ra},
                                                                    {ModelKind::Rc11, WeakModel::Rc11}}};

const char* endingName(ExecutionKind kind) {
  static constexpr const char* names[] = {"complete", "erroneous", "deadlocked", "blocked", "cut"};
  return names[static_cast<int>(kind)];
}

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '|')
    text.pop_back();
  return text;
}

struct Found {
  std::map<std::string, std::string> executions;
  std::size_t repeated = 0;
  bool races = false;
};

Found explore(const Script& script, ModelKind kind) {
  ExpressionPool pool;
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  ScriptedProgram program(script, pool);
  const std::unique_ptr<MemoryModel> model = makeModel(kind);
  ExploreOptions options;
  options.keepGoing = true;
  options.maxExecutions = 200000;
  options.errors.treat(ErrorKind::Deadlock, Treatment::Warning);
  const std::unique_ptr<Explorer> explorer = makeConDpor(program, *model, *solver, options);
  Found found;
  explorer->onExecution([&](const Execution& execution) {
    if (leadsOn(execution.graph))
      return;
    found.races |= !execution.races.empty();
    if (!found.executions.emplace(trimmed(canonicalText(execution.graph)), endingName(execution.kind)).second)
      found.repeated++;
  });
  explorer->onRestart([&] { found = {}; });
  const Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result.ok()) << result.error().what;
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

bool judge(std::uint64_t seed, ModelKind kind, WeakModel model, const RandomScriptOptions& options, bool races) {
  const Script script = randomScript(seed, options);
  if (weakOracleRefuses(script, model))
    return false;
  const WeakOracleResult expected = weakOracle(script, model, stateLimit);
  if (expected.exceeded || expected.executions.empty())
    return false;
  const Found found = explore(script, kind);
  const std::string wrong = difference(expected, found);
  EXPECT_TRUE(wrong.empty()) << wrong.substr(0, 1500) << "seed " << seed << ", " << nameOf(kind) << ": "
                             << expected.executions.size() << " wanted, " << found.executions.size() << " found\n"
                             << scriptText(script);
  if (races && wrong.empty()) {
    EXPECT_EQ(found.races, expected.races) << "races; seed " << seed << ", " << nameOf(kind) << "\n"
                                           << scriptText(script);
  }
  return true;
}

void fuzz(std::uint64_t firstSeed, std::uint64_t count, const RandomScriptOptions& options, bool races = false) {
  const FuzzSeeds seeds = fuzzSeeds(firstSeed, count);
  std::uint64_t judged = 0;
  seeds.forEach([&](std::uint64_t seed) {
    for (const auto& [kind, model] : models)
      judged += judge(seed, kind, model, options, races);
  });
  if (!seeds.isChosen) {
    EXPECT_GT(judged, seeds.count * 2);
  }
}

} // namespace

TEST(WeakFuzz, Accesses) {
  fuzz(900001, 150,
       {.maxThreads = 3,
        .maxSteps = 4,
        .symbols = false,
        .objects = false,
        .awaits = false,
        .mixedSizes = false,
        .terminals = false,
        .orders = true,
        .fences = true});
}

TEST(WeakFuzz, MoreThreads) {
  fuzz(910001, 60,
       {.maxThreads = 4,
        .maxSteps = 3,
        .symbols = false,
        .objects = false,
        .awaits = false,
        .mixedSizes = false,
        .terminals = false,
        .orders = true,
        .fences = true});
}

TEST(WeakFuzz, LongThreads) {
  fuzz(920001, 60,
       {.maxThreads = 2,
        .maxSteps = 6,
        .symbols = false,
        .objects = false,
        .awaits = false,
        .mixedSizes = false,
        .terminals = false,
        .orders = true,
        .fences = true});
}

TEST(WeakFuzz, InputsAndEnds) {
  fuzz(930001, 100,
       {.maxThreads = 3,
        .maxSteps = 4,
        .objects = false,
        .awaits = false,
        .mixedSizes = false,
        .orders = true,
        .fences = true});
}

TEST(WeakFuzz, Objects) {
  fuzz(940001, 100,
       {.maxThreads = 3,
        .maxSteps = 4,
        .symbols = false,
        .awaits = false,
        .mixedSizes = false,
        .orders = true,
        .fences = true});
}

TEST(WeakFuzz, WaitingLoops) {
  fuzz(950001, 100,
       {.maxThreads = 3,
        .maxSteps = 4,
        .symbols = false,
        .objects = false,
        .awaits = true,
        .mixedSizes = false,
        .orders = true,
        .fences = true});
}

TEST(WeakFuzz, Races) {
  fuzz(960001, 100,
       {.maxThreads = 3,
        .maxSteps = 4,
        .symbols = false,
        .awaits = false,
        .mixedSizes = false,
        .terminals = false,
        .plain = true,
        .orders = true,
        .fences = true},
       true);
}

} // namespace revisit::test
