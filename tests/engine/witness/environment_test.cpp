// What a witness keeps of an environment, and what a replay makes of it.
#include "witness/environment.h"

#include <gtest/gtest.h>

#include <random>

namespace revisit {
namespace {

std::uint64_t bytesOf(const std::vector<std::string>& entries) {
  std::uint64_t bytes = 0;
  for (const std::string& entry : entries)
    bytes += entry.size() + 1;
  return bytes;
}

// Random environments: what is kept stands where it stood, all other text is gone, and the rest has no names.
TEST(WitnessEnvironment, KeptVariablesStandWhereTheyStood) {
  std::mt19937 random(1);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  for (int round = 0; round < 500; round++) {
    std::vector<std::string> all;
    std::vector<bool> kept;
    for (unsigned i = 0, count = below(8); i < count; i++) {
      const bool isLong = below(20) == 0;
      all.push_back("V" + std::to_string(i) + "=" + std::string(isLong ? 100000 + below(30000) : below(30), 's'));
      kept.push_back(below(3) == 0);
    }
    WitnessProgram program;
    keepEnvironment(all, [&](std::size_t i) { return kept[i]; }, program);
    const auto launched = launchEnvironment(program);
    ASSERT_TRUE(launched);
    ASSERT_EQ(launched->size(), all.size());
    EXPECT_EQ(bytesOf(*launched), bytesOf(all));
    for (std::size_t i = 0; i < all.size(); i++) {
      const std::vector<std::string> before(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i));
      const std::vector<std::string> now(launched->begin(), launched->begin() + static_cast<std::ptrdiff_t>(i));
      if (kept[i]) {
        EXPECT_EQ(launched->at(i), all[i]);
        EXPECT_EQ(bytesOf(now), bytesOf(before)) << i;
      } else {
        EXPECT_EQ(launched->at(i).find_first_not_of('-'), std::string::npos);
        EXPECT_LT(launched->at(i).size(), 128u << 10) << "the kernel takes no longer text";
      }
    }
  }
}

TEST(WitnessEnvironment, LibrariesLookByThemselves) {
  WitnessProgram program;
  keepEnvironment(
      {"LC_ALL=C", "TOKEN=t", "LD_LIBRARY_PATH=/l", "TZ=UTC", "=odd", "odd"}, [](std::size_t) { return false; },
      program);
  ASSERT_EQ(program.environment.size(), 3u);
  EXPECT_EQ(program.environment[1].value, "/l");
  EXPECT_EQ(program.environmentEnd, (EnvironmentPlace{6, 52}));
}

TEST(WitnessEnvironment, OldWitnessesHaveNoPlaces) {
  WitnessProgram program;
  EXPECT_FALSE(launchEnvironment(program)) << "nothing is known";
  program.environment = {{"HOME", "/", {}}, {"A", "b", {}}};
  EXPECT_EQ(launchEnvironment(program), (std::vector<std::string>{"HOME=/", "A=b"}));
  program.environment.clear();
  program.environmentEnd = EnvironmentPlace{};
  EXPECT_EQ(launchEnvironment(program), std::vector<std::string>()) << "there was none";
}

} // namespace
} // namespace revisit
