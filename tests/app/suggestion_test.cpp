// What a person most likely meant.
#include "base/suggestion.h"

#include <gtest/gtest.h>

namespace revisit::cli::suggestion_test {
namespace {

TEST(Suggestion, NamesTheNearWord) {
  const std::vector<std::string> known = {"check", "show", "replay", "steps", "--timeout", "--keep-going", "--model"};
  const std::vector<std::pair<std::string, std::string>> cases = {{"chek", "check"},
                                                                  {"chekc", "check"},
                                                                  {"xcheck", "check"},
                                                                  {"step", "steps"},
                                                                  {"--timout", "--timeout"},
                                                                  {"-timeout", "--timeout"},
                                                                  {"--timeout=3x", "--timeout"},
                                                                  {"--keep", "--keep-going"},
                                                                  {"--keepgoing", "--keep-going"},
                                                                  {"replays", "replay"}};
  for (const auto& [word, meant] : cases)
    EXPECT_EQ(nearest(word, known), meant) << word;
  for (const char* word : {"", "-", "--", "x", "explore", "frobnicate", "--frobnicate", "=", "sh"})
    EXPECT_EQ(nearest(word, known), "") << word;
  EXPECT_EQ(nearest(std::string(100000, 'c'), known), "");
  EXPECT_EQ(didYouMean("shwo", known), "; did you mean 'show'?");
  EXPECT_EQ(didYouMean("other", known), "");
}

} // namespace
} // namespace revisit::cli::suggestion_test
