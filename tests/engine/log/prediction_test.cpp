// What a step may be, for users who guess: the right one is among the choices, and its place does not give it away.
#include "lab.h"

#include "log/steps/prediction.h"

#include <map>
#include <set>

namespace revisit::test {

TEST(Prediction, HasTheRightChoice) {
  std::map<ActionKind, std::set<std::string>> said;
  std::map<ActionKind, std::set<std::size_t>> places;
  for (std::uint64_t seed = 1; seed <= 60 && !HasFailure(); seed++) {
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 40;
    lab.explore();
    const ExplorationLog& log = lab.log();
    EXPECT_FALSE(predictionOf(log, 1));
    EXPECT_FALSE(predictionOf(log, log.stepCount() + 1));
    for (const Step& step : log.steps(2, log.stepCount())) {
      const std::optional<Prediction> asked = predictionOf(log, step.number);
      ASSERT_TRUE(asked);
      EXPECT_GE(asked->choices.size(), 3u);
      EXPECT_LE(asked->choices.size(), maxChoices);
      EXPECT_EQ(std::set(asked->choices.begin(), asked->choices.end()).size(), asked->choices.size());
      ASSERT_LT(asked->right, asked->choices.size());
      const std::string& right = asked->choices[asked->right];
      if (step.kind == ActionKind::Added) {
        EXPECT_TRUE(right.starts_with("T" + std::to_string(step.event->self.thread))) << right;
      } else {
        said[step.kind].insert(right);
      }
      places[step.kind].insert(asked->right);
    }
  }
  for (const auto& [kind, texts] : said)
    EXPECT_EQ(texts.size(), 1u) << static_cast<int>(kind);
  EXPECT_NE(said[ActionKind::RevisitAllowed], said[ActionKind::RevisitRefused]);
  EXPECT_EQ(said[ActionKind::RevisitRefused], said[ActionKind::DisplaceRefused]);
  EXPECT_GT(places[ActionKind::Added].size(), 1u);
}

} // namespace revisit::test
