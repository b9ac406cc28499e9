// What of the command line belongs to whom.
#include "cli/options/arguments.h"

#include <gtest/gtest.h>

namespace revisit::cli::arguments_test {
namespace {

using Words = std::vector<std::string>;

TEST(SplitArguments, SetsCompilerOptionsAside) {
  const Result<Arguments> split =
      splitArguments({"check", "-DN=2", "--keep-going", "-I", "include", "-std=c++20", "a.cpp", "-lm", "-O2", "-Wall"});
  ASSERT_TRUE(split.ok());
  EXPECT_EQ(split.value().own, (Words{"check", "--keep-going", "a.cpp"}));
  EXPECT_EQ(split.value().compiler, (Words{"-DN=2", "-I", "include", "-std=c++20", "-lm", "-O2", "-Wall"}));
  EXPECT_TRUE(split.value().program.empty());
}

TEST(SplitArguments, LeavesTheProgramItsOwn) {
  const Result<Arguments> split = splitArguments({"check", "a.out", "--", "-DN", "--json", "--", "x"});
  ASSERT_TRUE(split.ok());
  EXPECT_EQ(split.value().own, (Words{"check", "a.out"}));
  EXPECT_EQ(split.value().program, (Words{"-DN", "--json", "--", "x"}));
}

TEST(SplitArguments, WantsTheValueOfASeparateOption) {
  for (const char* option : {"-D", "-I", "-l", "-L", "-U", "-isystem"}) {
    EXPECT_FALSE(splitArguments({"check", "a.c", option}).ok()) << option;
    EXPECT_FALSE(splitArguments({"check", option, "--", "a.c"}).ok()) << option;
    EXPECT_TRUE(splitArguments({"check", option, "value", "a.c"}).ok()) << option;
  }
}

TEST(SplitArguments, DoesNotTakeOurOwnOptions) {
  const Words ours = {"check", "--model", "sc", "--json", "-", "--no-progress", "--witness", "w", "-h"};
  const Result<Arguments> split = splitArguments(ours);
  ASSERT_TRUE(split.ok());
  EXPECT_EQ(split.value().own, ours);
}

} // namespace
} // namespace revisit::cli::arguments_test
