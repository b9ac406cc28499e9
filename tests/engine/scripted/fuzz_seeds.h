// The seeds that a fuzz test runs. REVISIT_FUZZ_SEED=n chooses that one alone, REVISIT_FUZZ_COUNT=n changes how many
// there are, REVISIT_ROTATION=0 to 3 runs one quarter of them.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace revisit::test {

// Of `count` things in their order, those from `begin` to before `end`.
struct RotatedPart {
  std::uint64_t begin, end;
};

// The part of `count` things that this run takes. `rotation` is what REVISIT_ROTATION says: "0" to "3" for a quarter,
// "all", null or nothing for all of them. The four quarters are all of them, each thing once. A quarter is a row of
// neighbours, because tests choose variants by the remainders of seeds. Throws std::invalid_argument for any other
// rotation.
inline RotatedPart rotatedPart(std::uint64_t count, const char* rotation) {
  const std::string_view text = rotation && *rotation ? rotation : "all";
  if (text == "all")
    return {0, count};
  if (text.size() != 1 || text[0] < '0' || text[0] > '3')
    throw std::invalid_argument(fmt::format("REVISIT_ROTATION is 0, 1, 2, 3 or all, not '{}'", text));
  const auto quarter = static_cast<std::uint64_t>(text[0] - '0');
  return {count * quarter / 4, count * (quarter + 1) / 4};
}

inline RotatedPart rotatedPart(std::uint64_t count) {
  return rotatedPart(count, std::getenv("REVISIT_ROTATION"));
}

// How to run one seed of the test that is running.
inline std::string aloneCommand(std::uint64_t seed) {
  const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return fmt::format("REVISIT_FUZZ_SEED={} build/bin/{} --gtest_filter={}.{}", seed, program_invocation_short_name,
                     test ? test->test_suite_name() : "*", test ? test->name() : "*");
}

struct FuzzSeeds {
  std::uint64_t first, count;
  bool isChosen; // one seed was chosen: it need not have what the test expects of all of them, or of a quarter

  // Calls run(seed) for each of them, until the test fails.
  template <class Run> void forEach(Run&& run) const {
    for (std::uint64_t seed = first; seed < first + count; seed++) {
      if (::testing::Test::HasFailure())
        return;
      run(seed);
      if (::testing::Test::HasFailure())
        ADD_FAILURE() << "this seed alone: " << aloneCommand(seed);
    }
  }
};

// tests/run.sh has to end soon, so it takes every third program; tests/slow.sh takes many more.
constexpr std::uint64_t fuzzShare = 3;

// Whether all seeds are run each time, because the test expects of them what a quarter may lack, such as a difference
// that few programs show.
enum class Sample { Rotates, Whole };

// A quarter of fewer programs would be no sample: they are all run.
constexpr std::uint64_t leastDivided = 52;

// `first` and `count`: where the environment says nothing; of the count, one in fuzzShare.
inline FuzzSeeds fuzzSeeds(std::uint64_t first, std::uint64_t count, Sample sample = Sample::Rotates) {
  if (const char* only = std::getenv("REVISIT_FUZZ_SEED"))
    return {std::strtoull(only, nullptr, 10), 1, true};
  const char* many = std::getenv("REVISIT_FUZZ_COUNT");
  const std::uint64_t all = many ? std::strtoull(many, nullptr, 10) : count / fuzzShare;
  const RotatedPart part = sample == Sample::Whole || all < leastDivided ? RotatedPart{0, all} : rotatedPart(all);
  return {first + part.begin, part.end - part.begin, false};
}

} // namespace revisit::test
