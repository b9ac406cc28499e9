// One row model for all views: order, folds, short names, numbers of the cause, and what is shown first.
#include "query/rows/cause.h"
#include "query/rows/stage_columns.h"
#include "query/rows/stage_rows.h"
#include "witness_builder.h"

#include <gtest/gtest.h>

#include <random>

namespace revisit::stage_rows_test {
namespace {

TEST(ShortNames, AreTheFewestLastComponentsThatNoOtherNameHas) {
  const ShortNames names({"main::log", "tree_node<int, a::b>#1.second.expires", "pool#1.jobs", "pool#2.jobs", "x",
                          "s.x", "table[a.b].next", "cell.next"});
  EXPECT_EQ(names.of("main::log"), "log");
  EXPECT_EQ(names.of("tree_node<int, a::b>#1.second.expires"), "expires");
  EXPECT_EQ(names.of("pool#1.jobs"), "pool#1.jobs");
  EXPECT_EQ(names.of("pool#2.jobs"), "pool#2.jobs");
  EXPECT_EQ(names.of("x"), "x");
  EXPECT_EQ(names.of("s.x"), "s.x");
  EXPECT_EQ(names.of("table[a.b].next"), "table[a.b].next");
  EXPECT_EQ(names.of("not there"), "not there");
}

// No two names become one, no name becomes that of another, and none could be shorter.
TEST(ShortNames, AreUniqueForRandomNames) {
  std::mt19937 random(7);
  const auto pick = [&](int most) { return std::uniform_int_distribution<int>(1, most)(random); };
  for (int round = 0; round < 300; round++) {
    std::set<std::string> names;
    for (int i = pick(12); i > 0; i--) {
      std::string name;
      for (int parts = pick(4); parts > 0; parts--)
        name += (name.empty() ? "" : pick(2) == 1 ? "." : "::") + std::string(1, static_cast<char>('a' + pick(3)));
      names.insert(name);
    }
    const ShortNames shortened(names);
    std::set<std::string> used;
    for (const std::string& name : names) {
      const std::string& shown = shortened.of(name);
      EXPECT_TRUE(used.insert(shown).second) << shown;
      EXPECT_TRUE(name.ends_with(shown));
      EXPECT_TRUE(shown == name || !names.contains(shown)) << shown;
    }
  }
}

Timeline timelineOf(const WitnessBuilder& builder) {
  WitnessBuilder copy = builder;
  Result<Timeline> timeline = Timeline::make(copy.witness());
  EXPECT_TRUE(timeline.ok()) << timeline.error().what;
  return std::move(*timeline);
}

// The texts are asked for later, so the rows have their own timeline and names.
struct Rows {
  explicit Rows(Timeline of)
      : timeline(std::move(of)), names(namesOf(timeline, waitsOf(timeline))),
        all(timeline, names, Folding(timeline).withRuns(timeline.witness()).folds(),
            causeEvents(timeline, whyBug(timeline)), waitsOf(timeline)) {}

  Timeline timeline;
  ShortNames names;
  StageRows all;
};

// Two threads that take two locks in opposite orders, after `more` writes of main, each at its own line.
WitnessBuilder lockOrder(unsigned more, unsigned between = 0) {
  WitnessBuilder builder;
  builder.at("/src/a.c", 1).variable("s.data");
  builder.variable("t.data");
  builder.create(0, "one");
  builder.create(0, "two");
  for (unsigned i = 0; i < more; i++)
    builder.at("/src/a.c", 100 + i).write(0, "s.data", i);
  builder.at("/src/a.c", 10).lock(1, "main::a");
  for (unsigned i = 0; i < between; i++)
    builder.at("/src/a.c", 200 + i).write(0, "t.data", i);
  builder.at("/src/a.c", 20).lock(2, "main::b");
  builder.witness().error = {ErrorKind::Deadlock, "", "/src/a.c", 11, 1};
  builder.waiting(1, "lock of main::b, held by T2 (two)", {"/src/a.c", 11, 1, "one"});
  builder.waiting(2, "lock of main::a, held by T1 (one)", {"/src/a.c", 21, 1, "two"});
  return builder;
}

TEST(StageRows, HaveShortNamesAndTheCausesNumbers) {
  const Rows made(timelineOf(lockOrder(0)));
  const StageRows& rows = made.all;
  ASSERT_EQ(rows.rows().size(), 6U);
  EXPECT_EQ(rows.text(2), "lock a");
  EXPECT_EQ(rows.fullText(2), "lock main::a");
  EXPECT_NE(rows.rows()[2].cause, 0U);
  EXPECT_NE(rows.rows()[3].cause, 0U);
  EXPECT_NE(rows.rows()[2].cause, rows.rows()[3].cause);
  EXPECT_EQ(rows.rows()[0].cause, 0U);
  EXPECT_EQ(rows.rows()[4].first, 0U);
  EXPECT_EQ(rows.rows()[4].thread, 1U);
  EXPECT_TRUE(rows.text(4).starts_with("waits for lock of b")) << rows.text(4);
  EXPECT_TRUE(rows.fullText(4).starts_with("waits for lock of main::b"));
  EXPECT_EQ(rows.rowOfWait(1), 5U);
  EXPECT_EQ(rows.rowOf(4), 3U);
}

// Of a litmus test.
TEST(StageColumns, MainIsLeftOutWhereItHasNoPart) {
  WitnessBuilder builder;
  builder.at("/src/a.c", 1).variable("x");
  builder.write(0, "x", 0);
  const auto leftOut = [&](std::vector<EventNumber> cause, std::vector<Wait> waits = {}) {
    return mainWithoutPart(timelineOf(builder), cause, waits);
  };
  EXPECT_EQ(leftOut({}), std::nullopt) << "nothing else is there";
  builder.create(0, "one");
  const EventNumber write = builder.write(1, "x", 1);
  const EventNumber read = builder.read(0, "x");
  EXPECT_EQ(leftOut({}), std::optional(0U));
  EXPECT_EQ(leftOut({write}), std::optional(0U));
  EXPECT_EQ(leftOut({write, read}), std::nullopt);
  EXPECT_EQ(leftOut({}, {Wait{.thread = 1}}), std::optional(0U));
  EXPECT_EQ(leftOut({}, {Wait{.thread = 0}}), std::nullopt);
}

TEST(StageRows, OpenOnTheWholeCauseWhereItFits) {
  const Rows made(timelineOf(lockOrder(40)));
  const StageRows& rows = made.all;
  EXPECT_EQ(rows.opening(14), (StageOpening{42, 4, 0, {1, 2}}));
}

TEST(StageRows, OtherwiseOpenOnTheLastConflictOfTwoThreads) {
  const Rows made(timelineOf(lockOrder(0, 40)));
  const StageRows& rows = made.all;
  EXPECT_EQ(rows.opening(45).rows, 44U);
  const StageOpening opening = rows.opening(14);
  EXPECT_EQ(opening.causesAbove, 2U);
  EXPECT_EQ(opening.threads, (std::vector<unsigned>{1, 2}));
  EXPECT_EQ(opening.first + opening.rows, rows.rows().size());
  EXPECT_LE(opening.rows, 14U);
}

TEST(StageRows, WithoutACauseOpenAtTheEnd) {
  WitnessBuilder builder;
  builder.at("/src/a.c", 1).variable("x");
  for (unsigned i = 0; i < 30; i++)
    builder.at("/src/a.c", i).write(0, "x", i);
  const Rows made(timelineOf(builder));
  const StageRows& rows = made.all;
  EXPECT_EQ(rows.opening(14), (StageOpening{16, 14, 0, {}}));
  EXPECT_EQ(rows.opening(100), (StageOpening{0, 30, 0, {}}));
}

TEST(StageRows, RunsOfEqualAccessesAreOneRow) {
  WitnessBuilder builder;
  builder.at("/src/a.c", 7).variable("data");
  for (unsigned i = 0; i < 20; i++)
    builder.write(0, "data", i);
  builder.at("/src/a.c", 8).read(0, "data");
  const Rows made(timelineOf(builder));
  const StageRows& rows = made.all;
  ASSERT_EQ(rows.rows().size(), 2U);
  EXPECT_EQ(rows.text(0), "20 reads and writes");
  EXPECT_EQ(rows.rows()[0].events, 20U);
  EXPECT_EQ(rows.rowOf(20), 0U);
  EXPECT_EQ(rows.rowOf(21), 1U);
}

TEST(StageRows, SayTheMemoryOrderOfAnAccess) {
  WitnessBuilder builder;
  builder.at("/src/a.c", 7).variable("flag");
  builder.write(0, "flag", 1);
  builder.read(0, "flag");
  builder.witness().schedule[0].order = MemoryOrder::Release;
  builder.witness().schedule[1].order = MemoryOrder::SeqCst;
  const Rows made(timelineOf(builder));
  const StageRows& rows = made.all;
  EXPECT_EQ(rows.text(0), "W flag = 1 (release)");
  EXPECT_EQ(rows.text(1), "R flag = 1");
}

// In random executions and for every room: what has to be in view fits, holds the last event of the cause, and nothing
// of the cause is lost.
TEST(StageRows, OpeningsFitForRandomExecutions) {
  std::mt19937 random(11);
  for (unsigned round = 0; round < 200; round++) {
    const Rows made(timelineOf(lockOrder(random() % 30, random() % 30)));
    const StageRows& rows = made.all;
    std::size_t all = 0;
    for (const StageRow& row : rows.rows())
      all += row.cause != 0 || row.first == 0 ? 1 : 0;
    for (std::size_t room = 1; room < 40; room++) {
      const StageOpening opening = rows.opening(room);
      EXPECT_LE(opening.rows, room);
      EXPECT_EQ(opening.first + opening.rows, rows.rows().size());
      std::size_t inView = 0;
      for (std::size_t row = opening.first; row < opening.first + opening.rows; row++)
        inView += rows.rows()[row].cause != 0 || rows.rows()[row].first == 0 ? 1 : 0;
      EXPECT_EQ(inView + opening.causesAbove, all);
    }
  }
}

} // namespace
} // namespace revisit::stage_rows_test
