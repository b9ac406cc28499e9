// The oracle for weak memory: under sequential consistency it is the brute force, and what must hold between models and
// between memory orders does hold. REVISIT_FUZZ_SEED=n and REVISIT_FUZZ_COUNT=n as in the other fuzz tests.
#include "fuzz_seeds.h"
#include "random_litmus.h"
#include "random_orders.h"
#include "random_script.h"
#include "store_buffers.h"
#include "weak_oracle.h"

#include <algorithm>
#include <gtest/gtest.h>

#include <fmt/format.h>

namespace revisit::test {

namespace {

constexpr std::size_t bruteLimit = 1500, oracleLimit = 3000;

using Executions = std::map<std::string, std::string>;

std::string differenceOf(const Executions& wanted, const Executions& found) {
  std::string difference;
  for (const auto& [text, ending] : wanted)
    if (const auto it = found.find(text); it == found.end())
      difference += fmt::format("missing ({}): {}\n", ending, text);
    else if (it->second != ending)
      difference += fmt::format("{} instead of {}: {}\n", it->second, ending, text);
  for (const auto& [text, ending] : found)
    if (!wanted.contains(text))
      difference += fmt::format("not real ({}): {}\n", ending, text);
  return difference.substr(0, 2000);
}

bool isIncluded(const WeakOracleResult& few, const WeakOracleResult& many) {
  return std::ranges::includes(many.executions, few.executions);
}

Script randomOne(std::uint64_t seed, const RandomScriptOptions& options) {
  return randomScript(seed, options);
}
Script randomOne(std::uint64_t seed, const RandomLitmusOptions& options) {
  return randomLitmus(seed, options);
}

// Calls run(script, seed) for random scripts. It returns whether the script was small enough.
template <class Options, class Run>
void fuzz(std::uint64_t first, std::uint64_t count, const Options& options, Run&& run,
          Sample sample = Sample::Rotates) {
  const FuzzSeeds seeds = fuzzSeeds(first, count, sample);
  std::uint64_t judged = 0;
  seeds.forEach([&](std::uint64_t seed) {
    const Script script = randomOne(seed, options);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, scriptText(script)));
    judged += run(script, seed);
  });
  ::testing::Test::RecordProperty("judged", static_cast<int>(judged));
  if (seeds.isChosen)
    return;
  EXPECT_GT(judged, seeds.count / 2);
}

bool agreesUnderSc(const Script& script, std::uint64_t) {
  const BruteForceResult expected = bruteForce(script, bruteLimit);
  if (expected.exceeded)
    return false;
  const WeakOracleResult found = weakOracle(script, WeakModel::Sc, oracleLimit);
  if (found.exceeded)
    return false;
  EXPECT_EQ(differenceOf(expected.executions, found.executions), "");
  EXPECT_EQ(expected.outcomes, found.outcomes);
  EXPECT_EQ(expected.endStates, found.endStates);
  EXPECT_LE(expected.races, found.races);
  return true;
}

RandomScriptOptions memoryOnly() {
  RandomScriptOptions options;
  options.symbols = options.objects = options.awaits = options.terminals = options.mixedSizes = false;
  return options;
}

RandomScriptOptions withOrders(RandomScriptOptions options) {
  options.orders = options.fences = options.plain = true;
  return options;
}

// Small, because weak models have more executions.
RandomScriptOptions smallWithOrders() {
  RandomScriptOptions options = withOrders(memoryOnly());
  options.maxSteps = 3;
  return options;
}

} // namespace

TEST(WeakOracle, IsTheBruteForceUnderSc) {
  fuzz(1, 200, memoryOnly(), agreesUnderSc);
}

TEST(WeakOracle, IsTheBruteForceUnderScWithOrders) {
  fuzz(1000, 100, withOrders(memoryOnly()), agreesUnderSc);
}

TEST(WeakOracle, IsTheBruteForceUnderScWithFailuresForNoReason) {
  RandomScriptOptions options = memoryOnly();
  options.spurious = true;
  fuzz(3000, 100, options, agreesUnderSc);
}

TEST(WeakOracle, IsTheBruteForceUnderScWithPartsAndTerminals) {
  RandomScriptOptions options = memoryOnly();
  options.terminals = options.mixedSizes = options.startArguments = true;
  fuzz(2000, 150, options, agreesUnderSc);
}

TEST(WeakOracle, IsTheBruteForceUnderScWithInputs) {
  RandomScriptOptions options = memoryOnly();
  options.symbols = options.terminals = true;
  fuzz(3000, 100, options, agreesUnderSc);
}

TEST(WeakOracle, IsTheBruteForceUnderScWithObjects) {
  RandomScriptOptions options = memoryOnly();
  options.objects = options.locksTogether = true;
  fuzz(4000, 150, options, agreesUnderSc);
}

TEST(WeakOracle, IsTheBruteForceUnderScWithRareObjects) {
  RandomScriptOptions options = memoryOnly();
  options.objects = options.rareObjects = true;
  options.maxSteps = 3;
  fuzz(5000, 150, options, agreesUnderSc);
}

TEST(WeakOracle, IsTheBruteForceUnderScWithWaitingLoops) {
  RandomScriptOptions options = memoryOnly();
  options.awaits = options.rounds = true;
  options.maxThreads = 2;
  fuzz(6000, 150, options, agreesUnderSc);
}

// Whether an update that changes nothing is a write makes no difference for what happens.
TEST(WeakOracle, SilentUpdatesDoNotMatterUnderSc) {
  RandomScriptOptions options = memoryOnly();
  options.rounds = true;
  options.maxThreads = 2;
  options.maxSteps = 3;
  fuzz(9000, 200, options, [](const Script& script, std::uint64_t) {
    const BruteForceResult expected = bruteForce(script, bruteLimit);
    const WeakOracleResult found = weakOracle(script, WeakModel::Sc, oracleLimit, {.silentStores = true});
    if (expected.exceeded || found.exceeded)
      return false;
    EXPECT_EQ(expected.endStates, found.endStates);
    return true;
  });
}

TEST(WeakOracle, IsTheBruteForceUnderScWithLifetimes) {
  RandomScriptOptions options = memoryOnly();
  options.lifetimes = options.blank = true;
  fuzz(7000, 150, options, agreesUnderSc);
}

// A race between adjacent steps is one by happens-before. Otherwise there is none if no two accesses can ever meet.
TEST(WeakOracle, FindsTheRacesOfTheBruteForce) {
  RandomScriptOptions options = memoryOnly();
  options.plain = options.objects = true;
  options.attempts = false;
  fuzz(8000, 150, options, [](const Script& script, std::uint64_t) {
    const BruteForceResult least = bruteForce(script, bruteLimit);
    const BruteForceResult most = bruteForce(script, bruteLimit, {.failing = true});
    const WeakOracleResult found = weakOracle(script, WeakModel::Sc, oracleLimit);
    if (least.exceeded || most.exceeded || found.exceeded)
      return false;
    EXPECT_LE(least.races, found.races);
    EXPECT_LE(found.races, most.races);
    return true;
  });
}

// What one model allows, a weaker one allows too. `weak`: some script shows each difference.
template <class Options>
void allowsMore(std::uint64_t firstSeed, std::uint64_t count, const Options& options, bool weak) {
  using enum WeakModel;
  using Pair = std::pair<WeakModel, WeakModel>;
  static constexpr Pair pairs[] = {{Sc, Tso}, {Tso, Pso}, {Sc, Sra}, {Tso, Sra}, {Sra, Ra}, {Sc, Rc11}};
  std::map<Pair, int> differences;
  fuzz(
      firstSeed, count, options,
      [&](const Script& script, std::uint64_t) {
        std::map<WeakModel, WeakOracleResult> results;
        for (const WeakModel model : allWeakModels)
          if ((results[model] = weakOracle(script, model, oracleLimit, {.silentStores = true})).exceeded)
            return false;
        for (const Pair& pair : pairs) {
          const auto& [strong, weaker] = pair;
          EXPECT_TRUE(isIncluded(results[strong], results[weaker])) << nameOf(strong) << " in " << nameOf(weaker);
          differences[pair] += results[strong].executions.size() < results[weaker].executions.size();
        }
        return true;
      },
      weak ? Sample::Whole : Sample::Rotates);
  if (!weak || std::getenv("REVISIT_FUZZ_SEED") != nullptr)
    return;
  for (const Pair& pair : pairs)
    EXPECT_GT(differences[pair], 0) << nameOf(pair.first) << " is " << nameOf(pair.second);
}

TEST(WeakOracle, WeakerModelsAllowMore) {
  allowsMore(18000, 120, RandomLitmusOptions{.plain = true}, true);
}

TEST(WeakOracle, WeakerModelsAllowMoreWithObjects) {
  RandomScriptOptions options = smallWithOrders();
  options.objects = options.awaits = options.mixedSizes = true;
  options.maxThreads = 2;
  allowsMore(10000, 50, options, false);
}

TEST(WeakOracle, WeakerModelsAllowMoreWithWaitingLoops) {
  RandomScriptOptions options = smallWithOrders();
  options.rounds = true;
  options.maxThreads = 2;
  allowsMore(17000, 50, options, false);
}

// The axioms of TSO and PSO against machines with store buffers. `weak`: some script is not sequentially consistent.
template <class Options>
void agreesWithStoreBuffers(WeakModel model, std::uint64_t firstSeed, const Options& options, bool weak) {
  int differences = 0;
  fuzz(
      firstSeed, 200, options,
      [&](const Script& script, std::uint64_t) {
        const WeakOracleResult found = weakOracle(script, model, oracleLimit);
        const std::optional<std::set<std::string>> expected =
            endStatesWithStoreBuffers(script, model, 20 * oracleLimit);
        if (found.exceeded || !expected)
          return false;
        EXPECT_EQ(*expected, found.endStates);
        differences += weakOracle(script, WeakModel::Sc, oracleLimit).endStates != found.endStates;
        return true;
      },
      weak ? Sample::Whole : Sample::Rotates);
  if (!weak || std::getenv("REVISIT_FUZZ_SEED") != nullptr)
    return;
  EXPECT_GT(differences, 0);
}

TEST(WeakOracle, TsoIsAStoreBuffer) {
  agreesWithStoreBuffers(WeakModel::Tso, 14000, RandomLitmusOptions{.plain = true}, true);
}

TEST(WeakOracle, PsoIsAStoreBufferForEachLocation) {
  agreesWithStoreBuffers(WeakModel::Pso, 15000, RandomLitmusOptions{.plain = true}, true);
}

TEST(WeakOracle, StoreBuffersWithObjects) {
  RandomScriptOptions options = smallWithOrders();
  options.objects = options.awaits = true;
  options.maxThreads = 2;
  agreesWithStoreBuffers(WeakModel::Tso, 14500, options, false);
  agreesWithStoreBuffers(WeakModel::Pso, 15500, options, false);
}

// An execution that has an inconsistent beginning is inconsistent.
TEST(WeakOracle, NothingIsLostByEarlyChecks) {
  const RandomLitmusOptions options{.maxThreads = 2, .plain = true};
  fuzz(16000, 60, options, [](const Script& script, std::uint64_t) {
    for (const WeakModel model : allWeakModels) {
      const WeakOracleResult late = weakOracle(script, model, 3 * oracleLimit, {.checkOnlyAtEnd = true});
      if (late.exceeded)
        return false;
      EXPECT_EQ(differenceOf(late.executions, weakOracle(script, model, oracleLimit).executions), "") << nameOf(model);
    }
    return true;
  });
}

// Release and acquire everywhere, without seq_cst: then rc11 is ra.
TEST(WeakOracle, Rc11WithReleaseAndAcquireIsRa) {
  const RandomLitmusOptions options;
  fuzz(11000, 100, options, [](Script script, std::uint64_t) {
    setAllOrders(script, MemoryOrder::AcqRel);
    const WeakOracleResult ra = weakOracle(script, WeakModel::Ra, oracleLimit);
    const WeakOracleResult rc11 = weakOracle(script, WeakModel::Rc11, oracleLimit);
    EXPECT_EQ(differenceOf(ra.executions, rc11.executions), "");
    return !ra.exceeded && !rc11.exceeded;
  });
}

// With seq_cst accesses only, the models in which these mean something are sequentially consistent.
TEST(WeakOracle, SeqCstEverywhereIsSc) {
  const RandomLitmusOptions options{.orders = false};
  fuzz(12000, 100, options, [](const Script& script, std::uint64_t) {
    const WeakOracleResult sc = weakOracle(script, WeakModel::Sc, oracleLimit);
    if (sc.exceeded)
      return false;
    for (const WeakModel model : {WeakModel::Tso, WeakModel::Pso, WeakModel::Rc11})
      EXPECT_EQ(differenceOf(sc.executions, weakOracle(script, model, oracleLimit).executions), "") << nameOf(model);
    return true;
  });
}

// A stronger order in one place adds no execution and no race.
TEST(WeakOracle, StrongerOrdersAllowLess) {
  const RandomLitmusOptions options{.plain = true};
  fuzz(13000, 40, options, [](const Script& script, std::uint64_t seed) {
    const std::optional<Script> stronger = strengthenOne(script, seed);
    if (!stronger)
      return true;
    bool isSmall = true;
    for (const WeakModel model : allWeakModels) {
      const WeakOracleResult weak = weakOracle(script, model, oracleLimit);
      const WeakOracleResult strong = weakOracle(*stronger, model, oracleLimit);
      isSmall &= !weak.exceeded && !strong.exceeded;
      if (!isSmall)
        return false;
      EXPECT_TRUE(isIncluded(strong, weak)) << nameOf(model) << "\n" << scriptText(*stronger);
      EXPECT_LE(strong.races, weak.races) << nameOf(model) << "\n" << scriptText(*stronger);
    }
    return true;
  });
}

} // namespace revisit::test
