// The seeds that a fuzz test runs. REVISIT_FUZZ_SEED=n chooses that one alone, REVISIT_FUZZ_COUNT=n changes how many
// are run.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>

namespace revisit::test {

struct FuzzSeeds {
  std::uint64_t first, count;
  bool isChosen; // one seed was chosen: it need not have what the test expects of many

  // Calls run(seed) for each of them, until the test fails.
  template <class Run> void forEach(Run&& run) const {
    for (std::uint64_t seed = first; seed < first + count && !::testing::Test::HasFailure(); seed++)
      run(seed);
  }
};

// tests/run.sh has to end in half an hour, so it takes every third program; tests/slow.sh takes many more.
constexpr std::uint64_t fuzzShare = 3;

// `first` and `count`: where the environment says nothing; of the count, one in fuzzShare.
inline FuzzSeeds fuzzSeeds(std::uint64_t first, std::uint64_t count) {
  if (const char* only = std::getenv("REVISIT_FUZZ_SEED"))
    return {std::strtoull(only, nullptr, 10), 1, true};
  const char* many = std::getenv("REVISIT_FUZZ_COUNT");
  return {first, many ? std::strtoull(many, nullptr, 10) : count / fuzzShare, false};
}

} // namespace revisit::test
