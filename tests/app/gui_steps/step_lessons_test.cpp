// Every action and every refusal has a lesson of its own.
#include "core/step_lessons.h"

#include <gtest/gtest.h>

#include <set>

namespace revisit::gui::test {

TEST(StepLessons, EveryoneHasItsOwn) {
  std::set<std::string_view> texts;
  const auto expectLesson = [&](const StepLesson& lesson) {
    EXPECT_FALSE(lesson.title.empty());
    EXPECT_GT(lesson.text.size(), 80u) << lesson.title;
    EXPECT_EQ(lesson.text.back(), '.') << lesson.title;
    EXPECT_FALSE(lesson.notion.empty()) << lesson.title;
    EXPECT_TRUE(texts.insert(lesson.text).second) << lesson.title;
  };
  for (int kind = 0; kind <= static_cast<int>(ActionKind::Restarted); kind++)
    expectLesson(lessonOf(static_cast<ActionKind>(kind)));
  for (int refusal = 0; refusal <= static_cast<int>(Refusal::SolverUnknown); refusal++)
    expectLesson(lessonOf(static_cast<Refusal>(refusal)));
  EXPECT_EQ(lessonOf(Refusal::OldRead).notion, "maximality: a read must read the coherence-latest write");
  EXPECT_EQ(lessonOf(Refusal::ComesBefore).notion, "causal prefix (porf-prefix)");
  EXPECT_EQ(lessonOf(ActionKind::Restarted).notion, "private until shared");
}

} // namespace revisit::gui::test
