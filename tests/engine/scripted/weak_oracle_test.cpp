// The oracle for weak memory: under sequential consistency it is the brute force, and what must hold between models and
// between memory orders does hold.
#include "fuzz_seeds.h"
#include "random_script.h"
#include "weak_oracle.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace revisit::test {

namespace {

constexpr std::size_t bruteLimit = 20000, oracleLimit = 30000;

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

// Calls run(seed, script) for the scripts that the oracle judges. It returns whether the script was small enough.
template <class Run>
void fuzz(std::uint64_t first, std::uint64_t count, const RandomScriptOptions& options, Run&& run) {
  const FuzzSeeds seeds = fuzzSeeds(first, count);
  std::uint64_t judged = 0;
  seeds.forEach([&](std::uint64_t seed) {
    const Script script = randomScript(seed, options);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, scriptText(script)));
    judged += run(script);
  });
  ::testing::Test::RecordProperty("judged", static_cast<int>(judged));
  if (seeds.isChosen)
    return;
  EXPECT_GT(judged, seeds.count / 2);
}

bool agreesUnderSc(const Script& script) {
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

} // namespace

TEST(WeakOracle, IsTheBruteForceUnderSc) {
  fuzz(1, 300, memoryOnly(), agreesUnderSc);
}

} // namespace revisit::test
