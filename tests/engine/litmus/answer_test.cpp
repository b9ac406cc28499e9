// The answer in words.
#include "samples.h"

#include "litmus/answer.h"

namespace revisit::litmus {
namespace {

TestAnswer answerTo(const std::string& condition, const std::vector<State>& states, bool isAll = true) {
  const litmus::Test test = parsed(withCondition("locations [0:r0; 1:r0;]\n" + condition));
  Outcomes outcomes(test);
  for (const State& state : states)
    outcomes.add(state);
  return answerOf(test, outcomes, isAll);
}

const State neither = {0, 0}, onlyLeft = {1, 0}, bothOnes = {1, 1};

TEST(Answer, SaysWhetherWhatExistsAsksForIsAllowed) {
  const TestAnswer one = answerTo("exists (0:r0=1 /\\ 1:r0=1)", {neither, bothOnes, bothOnes});
  EXPECT_EQ(one.word, "Allowed");
  EXPECT_EQ(one.sentence, "1 of 2 final states satisfies exists (0:r0=1 /\\ 1:r0=1)");
  EXPECT_EQ(answerTo("exists (0:r0=1)", {neither, onlyLeft, bothOnes}).sentence,
            "2 of 3 final states satisfy exists (0:r0=1)");
  const TestAnswer no = answerTo("exists (0:r0=1)", {neither});
  EXPECT_EQ(no.word, "Forbidden");
  EXPECT_EQ(no.sentence, "none of 1 final state satisfy exists (0:r0=1)");
}

TEST(Answer, SaysWhetherTheOthersHold) {
  EXPECT_EQ(answerTo("~exists (0:r0=1)", {neither}).word, "Holds");
  const TestAnswer no = answerTo("~exists (0:r0=1)", {neither, onlyLeft});
  EXPECT_EQ(no.word, "Does not hold");
  EXPECT_EQ(no.sentence, "1 of 2 final states contradicts ~exists (0:r0=1)");
  EXPECT_EQ(answerTo("forall (0:r0=1)", {onlyLeft, bothOnes}).word, "Holds");
  EXPECT_EQ(answerTo("forall (0:r0=1)", {neither, onlyLeft}).sentence,
            "1 of 2 final states contradicts forall (0:r0=1)");
}

TEST(Answer, IsNotKnownWhileAnExecutionThatIsMissingCouldDecide) {
  const TestAnswer open = answerTo("exists (0:r0=1)", {neither, {0, 1}}, false);
  EXPECT_EQ(open.word, "Not known");
  EXPECT_EQ(open.sentence, "none of 2 final states so far satisfy exists (0:r0=1)");
  EXPECT_EQ(answerTo("exists (0:r0=1)", {onlyLeft}, false).word, "Allowed");
}

} // namespace
} // namespace revisit::litmus
