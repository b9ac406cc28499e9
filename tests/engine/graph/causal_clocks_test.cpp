#include "base/causal_clocks.h"

#include <gtest/gtest.h>

namespace revisit::test {
namespace {

std::vector<std::uint32_t> clockOf(const CausalClocks& clocks, std::size_t event) {
  const auto clock = clocks.of(event);
  return {clock.begin(), clock.end()};
}

using Clock = std::vector<std::uint32_t>;

TEST(CausalClocks, JoinTheGreatestOfEachThread) {
  CausalClocks clocks(3, 2);
  clocks.of(0)[0] = 4;
  clocks.of(0)[1] = 1;
  clocks.of(1)[1] = 2;
  clocks.join(1, 0);
  EXPECT_EQ(clockOf(clocks, 1), (Clock{4, 2, 0}));
  EXPECT_EQ(clockOf(clocks, 0), (Clock{4, 1, 0})) << "only one of them changes";
}

TEST(CausalClocks, KeepWhatTheyHaveWhenThereAreMoreThreads) {
  CausalClocks clocks(2, 2);
  clocks.of(0)[1] = 1;
  clocks.of(1)[0] = 7;
  clocks.addThreads(4);
  EXPECT_EQ(clocks.size(), 2u);
  EXPECT_EQ(clockOf(clocks, 0), (Clock{0, 1, 0, 0}));
  EXPECT_EQ(clockOf(clocks, 1), (Clock{7, 0, 0, 0}));
}

TEST(CausalClocks, AssignFewerThreads) {
  CausalClocks clocks(3, 1);
  clocks.of(0)[2] = 9;
  clocks.assign(0, Clock{1, 2});
  EXPECT_EQ(clockOf(clocks, 0), (Clock{1, 2, 0}));
}

TEST(CausalClocks, OfNewEventsAreEmpty) {
  CausalClocks clocks(2, 1);
  clocks.of(0)[0] = 3;
  clocks.resize(0);
  clocks.resize(1);
  EXPECT_EQ(clockOf(clocks, 0), (Clock{0, 0}));
}

} // namespace
} // namespace revisit::test
