// Histogram, observation and verdict.
#include "samples.h"

#include "litmus/outcomes.h"

namespace revisit::litmus {
namespace {

Test about(const std::string& condition) {
  return parsed(withCondition("locations [0:r0; 1:r0;]\n" + condition));
}

// The outcomes of executions that end with these values of 0:r0 and 1:r0.
Outcomes outcomesOf(const Test& test, const std::vector<State>& states) {
  Outcomes outcomes(test);
  for (const State& state : states)
    outcomes.add(state);
  return outcomes;
}

const State none = {0, 0}, left = {1, 0}, both = {1, 1};

TEST(Outcomes, CountsEachExecution) {
  const litmus::Test test = about("exists (0:r0=1)");
  const Outcomes outcomes = outcomesOf(test, {left, both, none, left});
  EXPECT_EQ(outcomes.states().size(), 3u);
  EXPECT_EQ(outcomes.states().at(left), 2u);
  EXPECT_EQ(outcomes.positive(), 3u);
  EXPECT_EQ(outcomes.negative(), 1u);
  EXPECT_EQ(herdText(test, outcomes, true), "Test Sample Allowed\nStates 3\n"
                                            "1     :>0:r0=0; 1:r0=0;\n"
                                            "2     *>0:r0=1; 1:r0=0;\n"
                                            "1     *>0:r0=1; 1:r0=1;\n"
                                            "Ok\nWitnesses\nPositive: 3 Negative: 1\n"
                                            "Condition exists (0:r0=1)\n"
                                            "Observation Sample Sometimes 3 1\n");
}

TEST(Outcomes, AddSaysWhichExecutionDecides) {
  const litmus::Test exists = about("exists (0:r0=1)"), forbidden = about("~exists (0:r0=1)"),
                     required = about("forall (0:r0=1)");
  EXPECT_TRUE(Outcomes(exists).add(left));
  EXPECT_FALSE(Outcomes(exists).add(none));
  EXPECT_TRUE(Outcomes(forbidden).add(left));
  EXPECT_FALSE(Outcomes(forbidden).add(none));
  EXPECT_FALSE(Outcomes(required).add(left));
  EXPECT_TRUE(Outcomes(required).add(none));
}

TEST(Outcomes, FilterLeavesOut) {
  const litmus::Test test = about("filter (0:r0=1)\nforall (1:r0=1)");
  Outcomes outcomes(test);
  EXPECT_FALSE(outcomes.add(none)) << "a state that is left out decides nothing";
  EXPECT_TRUE(outcomes.add(left));
  EXPECT_FALSE(outcomes.add(both));
  EXPECT_EQ(outcomes.filtered(), 1u);
  EXPECT_EQ(outcomes.positive() + outcomes.negative(), 2u);
  EXPECT_EQ(outcomes.states().count(none), 0u);
}

struct Judged {
  const char* quantifier;
  std::vector<State> states;
  Verdict all, some; // when these are all executions, and when there may be others
  Observation observation;
};

class Verdicts : public testing::TestWithParam<Judged> {};

TEST_P(Verdicts, FollowFromTheStates) {
  const litmus::Test test = about(std::string(GetParam().quantifier) + " (0:r0=1)");
  const Outcomes outcomes = outcomesOf(test, GetParam().states);
  EXPECT_EQ(outcomes.verdict(true), GetParam().all);
  EXPECT_EQ(outcomes.verdict(false), GetParam().some);
  EXPECT_EQ(outcomes.observation(), GetParam().observation);
}

using enum Verdict;
using enum Observation;
INSTANTIATE_TEST_SUITE_P(
    Litmus, Verdicts,
    testing::Values(Judged{"exists", {none}, No, Unknown, Never}, Judged{"exists", {none, left}, Ok, Ok, Sometimes},
                    Judged{"exists", {left}, Ok, Ok, Always}, Judged{"~exists", {none}, Ok, Unknown, Never},
                    Judged{"~exists", {none, left}, No, No, Sometimes}, Judged{"forall", {none}, No, No, Never},
                    Judged{"forall", {none, left}, No, No, Sometimes}, Judged{"forall", {left}, Ok, Unknown, Always},
                    Judged{"exists", {}, No, Unknown, Never}));

} // namespace
} // namespace revisit::litmus
