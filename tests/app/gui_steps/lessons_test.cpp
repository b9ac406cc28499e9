// Every step has a lesson of its own, and a file of lessons that is not in its form is refused.
#include "log/steps/lessons.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

namespace revisit::gui::test {
namespace {

std::string lessonsText() {
  std::ifstream file(LESSONS);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The text with `from` replaced, of which there must be one.
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  EXPECT_EQ(text.find(from, at + 1), std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

void expectRefused(const std::string& text, const std::string& what) {
  const Result<Lessons> lessons = Lessons::read(text);
  ASSERT_FALSE(lessons.ok()) << what;
  EXPECT_EQ(lessons.error().code, ErrorCode::BadFormat);
  EXPECT_TRUE(lessons.error().where.starts_with("lessons.md:")) << lessons.error().where;
  EXPECT_EQ(lessons.error().what, what);
}

} // namespace

TEST(Lessons, EachStepHasItsOwn) {
  const Result<Lessons> read = Lessons::read(lessonsText());
  ASSERT_TRUE(read.ok()) << read.error().where << ": " << read.error().what;
  const Lessons& lessons = read.value();
  std::set<std::string> texts;
  const auto expectLesson = [&](const Lesson& lesson, bool hasNotion) {
    EXPECT_FALSE(lesson.title.empty());
    EXPECT_GT(lesson.text.size(), 60u) << lesson.title;
    EXPECT_EQ(lesson.text.back(), '.') << lesson.title;
    EXPECT_EQ(lesson.notion.empty(), !hasNotion) << lesson.title;
    EXPECT_TRUE(texts.insert(lesson.text).second) << lesson.title;
  };
  expectLesson(lessons.introduction(), false);
  for (int kind = 0; kind <= static_cast<int>(ActionKind::Restarted); kind++)
    expectLesson(lessons.of(static_cast<ActionKind>(kind)), true);
  for (int refusal = 0; refusal <= static_cast<int>(Refusal::SolverUnknown); refusal++)
    expectLesson(lessons.of(static_cast<Refusal>(refusal)), true);
  for (int kind = 0; kind <= static_cast<int>(StateStepKind::Shown); kind++)
    expectLesson(lessons.of(static_cast<StateStepKind>(kind)), false);
  EXPECT_EQ(texts.size(), lessons.count()) << "lessons that no step shows";
  EXPECT_EQ(lessons.of(Refusal::OldRead).notion, "maximality: a read must read the coherence-latest write");
  EXPECT_EQ(lessons.of(Refusal::ComesBefore).notion, "causal prefix (porf-prefix)");
  EXPECT_EQ(lessons.of(ActionKind::Restarted).notion, "private until shared");
  EXPECT_EQ(lessons.of(StateStepKind::Livelock).text,
            "The threads go round for ever, nothing changes, and nothing leads out of it.");
}

TEST(Lessons, RefusesAFileThatIsNotInItsForm) {
  const std::string text = lessonsText();
  const std::string heading = "## state livelock: A livelock";
  expectRefused(replaced(text, heading, "## state livelock"), "a lesson begins with '## ID: TITLE'");
  expectRefused(replaced(text, heading, "## state livelock: "), "a lesson begins with '## ID: TITLE'");
  expectRefused(replaced(text, heading, "### state livelock: A livelock"), "a lesson begins with '## ID: TITLE'");
  expectRefused(replaced(text, heading, "## state livelocked: A livelock"), "no step is named 'state livelocked'");
  expectRefused(replaced(text, heading, "## state shown: A livelock"), "the lesson 'state shown' is there twice");
  expectRefused(replaced(text, heading, "## state livelock: A livelock\n\n## state shown: X"),
                "the lesson 'state livelock' has no text");
  expectRefused(text.substr(0, text.find(heading)), "there is no lesson 'state livelock'");
  expectRefused("", "there is no lesson 'action abandoned'");
  expectRefused(replaced(text, "*redundant exploration*\n", ""),
                "the lesson 'action abandoned' has no term of the literature, in asterisks");
  expectRefused(replaced(text, "*redundant exploration*\n", "*redundant exploration*\n\nMore.\n"),
                "the lesson 'action abandoned' has a line behind its term");
  expectRefused(text + "\n*term*\n",
                "the lesson 'state shown' has a term of the literature; only actions and refusals have");
}

TEST(Lessons, SaysInWhichLine) {
  const Result<Lessons> lessons =
      Lessons::read("# Lessons\n\n## action began: One\nText.\n\n*term*\n\n## other: Two\n");
  ASSERT_FALSE(lessons.ok());
  EXPECT_EQ(lessons.error().where, "lessons.md:8");
}

} // namespace revisit::gui::test
