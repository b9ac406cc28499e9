// Every step of every algorithm has a line in its listing, and a file of listings that is not in its form is refused.
#include "lab.h"

#include "check/options/algorithm.h"
#include "log/state_step_text.h"
#include "log/step_text.h"
#include "log/steps/algorithm_text.h"
#include "log/steps/lessons.h"

#include <fstream>
#include <iterator>

namespace revisit::gui::test {

using namespace revisit::test;

namespace {

std::string textOf(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

AlgorithmTexts listings() {
  Result<AlgorithmTexts> read = AlgorithmTexts::read(textOf(ALGORITHMS));
  EXPECT_TRUE(read.ok()) << read.error().where << ": " << read.error().what;
  return std::move(read.value());
}

void expectListingRefused(const std::string& text, const std::string& what) {
  const Result<AlgorithmTexts> read = AlgorithmTexts::read(text);
  ASSERT_FALSE(read.ok()) << what;
  EXPECT_EQ(read.error().code, ErrorCode::BadFormat);
  EXPECT_TRUE(read.error().where.starts_with("algorithms.md:")) << read.error().where;
  EXPECT_EQ(read.error().what, what);
}

// The kinds of steps that an algorithm reports.
std::vector<std::string> kindsOf(const AlgorithmRow& row) {
  std::vector<std::string> kinds;
  if (exploresStates(row.algorithm)) {
    for (int kind = 0; kind <= static_cast<int>(StateStepKind::Shown); kind++)
      if (static_cast<StateStepKind>(kind) != StateStepKind::LeftOut || canSummarise(row.algorithm))
        kinds.emplace_back(nameOf(static_cast<StateStepKind>(kind)));
    return kinds;
  }
  for (int number = 0; number <= static_cast<int>(ActionKind::Restarted); number++) {
    const auto kind = static_cast<ActionKind>(number);
    const bool isOfAlternatives = isRevisit(kind) || kind == ActionKind::Chose || kind == ActionKind::SkippedChoice ||
                                  kind == ActionKind::BackedUp;
    if (row.explores == Explores::Executions || !isOfAlternatives ||
        (row.explores == Explores::Schedules && !isRevisit(kind)))
      kinds.emplace_back(nameOf(kind));
  }
  return kinds;
}

} // namespace

TEST(AlgorithmText, EachStepHasALine) {
  const AlgorithmTexts texts = listings();
  for (const AlgorithmRow& row : algorithms) {
    if (row.explores == Explores::Several)
      continue;
    const AlgorithmText* const text = texts.of(row.name);
    ASSERT_TRUE(text) << row.name;
    EXPECT_GE(text->lines.size(), 10u) << row.name;
    EXPECT_LE(text->lines.size(), 30u) << row.name;
    for (const AlgorithmLine& line : text->lines)
      EXPECT_LE(2 * line.depth + line.text.size(), 66u) << row.name << ": " << line.text;
    for (const std::string& kind : kindsOf(row))
      EXPECT_TRUE(text->lineOf(kind)) << row.name << ": " << kind;
  }
  EXPECT_FALSE(texts.of("portfolio"));
}

TEST(AlgorithmText, EachLineBelongsToAStepThatCanOccur) {
  const AlgorithmTexts texts = listings();
  for (const AlgorithmRow& row : algorithms)
    if (const AlgorithmText* const text = texts.of(row.name))
      for (const AlgorithmLine& line : text->lines)
        for (const std::string& key : line.keys) {
          const std::vector<std::string> kinds = kindsOf(row);
          EXPECT_TRUE(std::ranges::find(kinds, key.substr(0, key.find(' '))) != kinds.end()) << row.name << ": " << key;
        }
}

// Of steps of one kind some have their own lines.
TEST(AlgorithmText, TellsStepsApart) {
  const AlgorithmTexts texts = listings();
  const AlgorithmText& condpor = *texts.of("condpor");
  Lab lab(randomScript(6, optionsOf(6)));
  lab.explore();
  std::set<std::size_t> lit;
  for (std::uint64_t seed = 1; seed < 60; seed++) {
    Lab each(randomScript(seed, optionsOf(seed)));
    each.options.maxExecutions = 40;
    each.explore();
    for (const Step& step : each.log().steps(1, each.log().stepCount())) {
      const std::optional<std::size_t> line = condpor.lineOf(lineKey(step));
      ASSERT_TRUE(line) << lineKey(step);
      lit.insert(*line);
    }
  }
  // All lines with keys but the last, which begins again.
  const auto withKeys =
      std::ranges::count_if(condpor.lines, [](const AlgorithmLine& line) { return !line.keys.empty(); });
  EXPECT_GE(lit.size() + 3, static_cast<std::size_t>(withKeys));
  Step refused{.kind = ActionKind::RevisitRefused, .refusal = Refusal::OldRead};
  const std::optional<std::size_t> old = condpor.lineOf(lineKey(refused));
  refused.refusal = Refusal::Inconsistent;
  EXPECT_NE(condpor.lineOf(lineKey(refused)), old);
  refused.kind = ActionKind::DisplaceRefused;
  EXPECT_EQ(condpor.lineOf(lineKey(refused)), old); // has no such line of its own
  refused.refusal = Refusal::NotEnabled;
  EXPECT_NE(condpor.lineOf(lineKey(refused)), old);
  const AlgorithmText& lazy = *texts.of("dl-s-por");
  StateStep judged{.kind = StateStepKind::Judged};
  std::set<std::size_t> rules;
  for (const SourceRule rule : {SourceRule::Closed, SourceRule::Waits, SourceRule::Cycle, SourceRule::Dependent}) {
    judged.rule = rule;
    rules.insert(lazy.lineOf(lineKey(judged)).value());
  }
  EXPECT_EQ(rules.size(), 4u);
}

TEST(AlgorithmText, LinesHaveLessons) {
  const Result<Lessons> lessons = Lessons::read(textOf(LESSONS));
  ASSERT_TRUE(lessons.ok());
  EXPECT_EQ(lessons.value().ofLine("revisit-refused inconsistent"), &lessons.value().of(ActionKind::RevisitRefused));
  EXPECT_EQ(lessons.value().ofLine("judged closed"), &lessons.value().of(StateStepKind::Judged));
  EXPECT_EQ(lessons.value().ofLine("no such step"), nullptr);
}

TEST(AlgorithmText, RefusesAFileThatIsNotInItsForm) {
  const std::string head = "# Algorithms\n\n## condpor: ConDpor\n\nCONCUR.\n\n";
  expectListingRefused("", "there is no listing");
  expectListingRefused("## condpor\n", "a listing begins with '## NAME ...: TITLE'");
  expectListingRefused(head, "the listing 'ConDpor' has no lines");
  expectListingRefused("## a: A\n\n    visit # began\n", "the listing 'A' does not say where it is from");
  expectListingRefused(head + "    visit # begun\n", "no step is 'begun'");
  expectListingRefused(head + "    visit # began\n    again # began\n",
                       "the listing 'ConDpor' has two lines for 'began'");
  expectListingRefused(head + "    visit # began\n\nMore.\n", "the listing 'ConDpor' has a paragraph behind its lines");
  expectListingRefused(head + "    visit # began\n\n## condpor: Two\n\nX.\n\n    a\n",
                       "the algorithm 'condpor' is there twice");
  const Result<AlgorithmTexts> read = AlgorithmTexts::read(head + "    visit:\n      add it  # added, chose\n");
  ASSERT_TRUE(read.ok());
  const AlgorithmText& text = *read.value().of("condpor");
  EXPECT_EQ(text.lines[1].text, "add it");
  EXPECT_EQ(text.lines[1].depth, 1u);
  EXPECT_EQ(text.lineOf("added read"), 1u);
  EXPECT_EQ(text.lineOf("began"), std::nullopt);
}

} // namespace revisit::gui::test
