// When an estimate of the number of executions is shown.
#include "log/steady_estimate.h"

#include <gtest/gtest.h>

namespace revisit {
namespace {

// Adds estimates a tenth of a second apart, from a given time on.
SteadyEstimate after(const std::vector<double>& guesses, double error = 0) {
  SteadyEstimate estimate;
  for (std::size_t i = 0; i < guesses.size(); i++)
    estimate.add(0.1 * static_cast<double>(i), {guesses[i], error});
  return estimate;
}

TEST(SteadyEstimate, NeedsHalfASecond) {
  EXPECT_EQ(SteadyEstimate().value().executions, 0);
  EXPECT_EQ(after({100, 100, 100, 100, 100}).value().executions, 0) << "0.4 s";
  EXPECT_EQ(after({100, 100, 100, 100, 100, 100}).value().executions, 100);
}

TEST(SteadyEstimate, NeedsGuessesThatAgree) {
  EXPECT_EQ(after({100, 100, 100, 100, 100, 201}).value().executions, 0);
  EXPECT_EQ(after({100, 100, 100, 100, 100, 199}).value().executions, 199);
  EXPECT_EQ(after({300, 100, 140, 140, 150, 150, 150}).value().executions, 150) << "what was before does not count";
  EXPECT_EQ(after({300, 300, 100, 140, 140, 150, 150}).value().executions, 0) << "it counts still";
  EXPECT_EQ(after({100, 100, 100, 0, 100, 100, 100}).value().executions, 0) << "it began anew";
}

TEST(SteadyEstimate, ItsErrorIsWhatTheGuessesDifferByAtLeast) {
  EXPECT_EQ(after({100, 100, 100, 100, 100, 130}, 7).value().error, 30);
  EXPECT_EQ(after({150, 100, 100, 100, 100, 130}, 40).value().error, 40);
  EXPECT_EQ(after({180, 100, 100, 100, 100, 110}, 5).value().error, 70);
}

TEST(SteadyEstimate, WhatWasGuessedInTheSecondHalfOfTheTimeCounts) {
  SteadyEstimate estimate;
  for (int tenth = 0; tenth <= 100; tenth++)
    estimate.add(0.1 * tenth, {tenth < 30 ? 500.0 : tenth < 80 ? 150.0 : 100.0, 1});
  EXPECT_EQ(estimate.value().executions, 100);
  EXPECT_EQ(estimate.value().error, 50);
  for (int tenth = 101; tenth <= 170; tenth++)
    estimate.add(0.1 * tenth, {100, 1});
  EXPECT_EQ(estimate.value().error, 1);
}

TEST(SteadyEstimate, LongExplorationsTakeNoMoreMemoryAndForgetNothing) {
  SteadyEstimate estimate;
  for (int i = 0; i < 200000; i++)
    estimate.add(0.2 * i, {i < 150000 ? 180.0 : 100.0, 1});
  EXPECT_EQ(estimate.value().executions, 100);
  EXPECT_EQ(estimate.value().error, 80);
}

TEST(SteadyEstimate, GuessesThatComeSeldomAreEnough) {
  SteadyEstimate estimate;
  estimate.add(1, {100, 0});
  estimate.add(4, {120, 0});
  EXPECT_EQ(estimate.value().executions, 120);
  estimate.add(9, {500, 0});
  EXPECT_EQ(estimate.value().executions, 0);
}

} // namespace
} // namespace revisit
