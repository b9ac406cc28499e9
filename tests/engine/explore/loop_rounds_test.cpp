// The rounds of loops along a history, counted from what runs tell about single steps.
#include "program/loops.h"

#include <gtest/gtest.h>

#include <array>

namespace revisit::test::loop_rounds_test {

namespace {

constexpr std::uint32_t outer = 7, inner = 9;
const PositionId place(3), other(4);
const std::array entersOuter = {LoopStep{outer, {}}};
const std::array outerAgain = {LoopStep{outer, place}};
const std::array innerAgain = {LoopStep{inner, other}};
const std::array nextOuterRound = {LoopStep{inner, other}, LoopStep{outer, place}, LoopStep{inner, {}}};

} // namespace

TEST(LoopRounds, CountsFromTheEntryOfALoop) {
  LoopRounds rounds;
  RoundsId now = rounds.after({}, LoopStepsId(0), entersOuter);
  EXPECT_EQ(rounds.of(now, outer), 0u);
  for (std::uint32_t round = 1; round <= 3; round++) {
    now = rounds.after(now, LoopStepsId(1), outerAgain);
    EXPECT_EQ(rounds.of(now, outer), round);
  }
  ASSERT_EQ(rounds.of(now).size(), 1u);
  EXPECT_EQ(rounds.of(now)[0].back, place);
  now = rounds.after(now, LoopStepsId(0), entersOuter);
  EXPECT_EQ(rounds.of(now, outer), 0u);
  EXPECT_FALSE(now.valid()) << "nothing to remember";
}

TEST(LoopRounds, AnInnerLoopBeginsAnewInEachRound) {
  LoopRounds rounds;
  RoundsId now = rounds.after({}, LoopStepsId(2), innerAgain);
  now = rounds.after(now, LoopStepsId(2), innerAgain);
  EXPECT_EQ(rounds.of(now, inner), 2u);
  now = rounds.after(now, LoopStepsId(3), nextOuterRound);
  EXPECT_EQ(rounds.of(now, inner), 0u);
  EXPECT_EQ(rounds.of(now, outer), 1u);
}

TEST(LoopRounds, EqualCountsAreTheSame) {
  LoopRounds rounds;
  const RoundsId straight = rounds.after(rounds.after({}, LoopStepsId(1), outerAgain), LoopStepsId(1), outerAgain);
  RoundsId detour = rounds.after({}, LoopStepsId(2), innerAgain);
  detour = rounds.after(detour, LoopStepsId(3), nextOuterRound);
  detour = rounds.after(detour, LoopStepsId(1), outerAgain);
  EXPECT_EQ(straight, detour);
  EXPECT_EQ(rounds.after(straight, {}, {}), straight) << "a step without loops";
}

} // namespace revisit::test::loop_rounds_test
