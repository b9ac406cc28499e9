// Comparisons of executions made by hand: the text of each kind of difference, inputs, builds.
#include "query/compare/compare.h"
#include "witness_builder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace revisit::compare_test {
namespace {

Timeline timelineOf(WitnessBuilder& builder) {
  Result<Timeline> timeline = Timeline::make(builder.witness());
  EXPECT_TRUE(timeline.ok()) << timeline.error().what;
  return std::move(timeline.value());
}

std::string firstText(WitnessBuilder& a, WitnessBuilder& b) {
  const Timeline ofA = timelineOf(a), ofB = timelineOf(b);
  const Comparison comparison = compare(ofA, ofB);
  return comparison.first ? differenceText(ofA, ofB, *comparison.first) : "none";
}

// Two threads and a variable x, created in the same way.
void begin(WitnessBuilder& builder) {
  builder.variable("x");
  builder.at("a.c", 1).create(0, "left");
  builder.create(0, "right");
}

std::string partingOf(WitnessBuilder& a, WitnessBuilder& b) {
  const Timeline ofA = timelineOf(a), ofB = timelineOf(b);
  return partingText(ofA, ofB, *compare(ofA, ofB).first);
}

TEST(CompareTest, SaysInAFewWordsWhatTheOtherOneDoes) {
  WitnessBuilder a, b;
  begin(a);
  a.at("a.c", 2).write(1, "x", 1);
  a.at("a.c", 3).read(2, "x");
  begin(b);
  b.at("a.c", 3).read(2, "x");
  b.at("a.c", 2).write(1, "x", 1);
  EXPECT_EQ(partingOf(a, b), "T2 read x sees the initial value");
  EXPECT_EQ(partingOf(b, a), "T2 read x sees T1 write x = 1");
  WitnessBuilder first, second;
  begin(first);
  first.at("a.c", 2).lock(1, "m");
  first.at("a.c", 3).lock(2, "n");
  begin(second);
  second.at("a.c", 2).lock(1, "m");
  EXPECT_EQ(partingOf(first, second), "T2 does nothing more");
  EXPECT_EQ(partingOf(second, first), "T2 lock n");
}

TEST(CompareTest, StacksOfWhichLessIsKnownAreTheSame) {
  WitnessBuilder a;
  begin(a);
  a.at("library.h", 7).write(1, "x", 1);
  Witness deep = a.witness(), shallow = deep, other = deep;
  deep.schedule.back().calls.push_back({"a.c", 9, 1, "main"});
  other.schedule.back().calls.push_back({"a.c", 10, 1, "main"});
  const auto differs = [](Witness one, Witness two) {
    return compare(Timeline::make(std::move(one)).value(), Timeline::make(std::move(two)).value()).first.has_value();
  };
  EXPECT_FALSE(differs(deep, shallow));
  EXPECT_FALSE(differs(shallow, deep));
  EXPECT_TRUE(differs(deep, other));
}

TEST(CompareTest, AReadThatReadsFromAnotherWrite) {
  WitnessBuilder a, b;
  begin(a);
  a.at("a.c", 2).write(1, "x", 1);
  a.at("a.c", 3).read(2, "x");
  begin(b);
  b.at("a.c", 3).read(2, "x");
  b.at("a.c", 2).write(1, "x", 1);
  EXPECT_EQ(firstText(a, b), "in A, (2,0) read x reads from (1,0) write x = 1; in B it reads the initial value");
  EXPECT_EQ(firstText(b, a), "in A, (2,0) read x reads the initial value; in B it reads from (1,0) write x = 1");
}

TEST(CompareTest, WritesInAnotherOrder) {
  WitnessBuilder a, b;
  begin(a);
  a.at("a.c", 2).write(1, "x", 1);
  a.at("a.c", 3).write(2, "x", 2);
  begin(b);
  b.at("a.c", 3).write(2, "x", 2);
  b.at("a.c", 2).write(1, "x", 1);
  EXPECT_EQ(firstText(a, b),
            "in A, (2,0) write x = 2 comes after (1,0) write x = 1 in the coherence order; in B before it");
  const Comparison comparison = compare(timelineOf(a), timelineOf(b));
  EXPECT_EQ(comparison.common, 4u) << "each write does the same for the same reasons";
  EXPECT_EQ(comparison.first->kind, DifferenceKind::Coherence);
  EXPECT_EQ(comparison.first->otherA, 3u);
  EXPECT_EQ(comparison.first->otherB, 4u);
}

TEST(CompareTest, OperationsOnAnObjectInAnotherOrder) {
  WitnessBuilder a, b;
  begin(a);
  a.at("a.c", 2).lock(1, "m");
  a.at("a.c", 2).unlock(1, "m");
  a.at("a.c", 3).lock(2, "m");
  begin(b);
  b.at("a.c", 3).lock(2, "m");
  b.at("a.c", 3).unlock(2, "m");
  b.at("a.c", 2).lock(1, "m");
  EXPECT_EQ(firstText(a, b), "in A, (1,0) lock m is the first operation there; in B it comes after (2,1) unlock m");
}

TEST(CompareTest, ABranchThatGoesAnotherWay) {
  WitnessBuilder a, b;
  for (WitnessBuilder* builder : {&a, &b}) {
    builder->input(0, "n", 32, builder == &a ? 7 : 3);
    builder->at("a.c", 5).branch(0, "n > 5", "(bvsgt in_0_0 #x00000005)", builder == &a);
  }
  EXPECT_EQ(firstText(a, b), "in A, (0,0) branch n > 5 is true; in B it is false");
  const Comparison comparison = compare(timelineOf(a), timelineOf(b));
  ASSERT_EQ(comparison.inputs.size(), 1u);
  EXPECT_EQ(comparison.inputs[0].a->value, 7u);
  EXPECT_EQ(comparison.inputs[0].b->value, 3u);
}

TEST(CompareTest, AnInputThatOneAsksForOnly) {
  WitnessBuilder a, b;
  a.input(0, "n", 32, 7);
  const Comparison comparison = compare(timelineOf(a), timelineOf(b));
  ASSERT_EQ(comparison.inputs.size(), 1u);
  EXPECT_TRUE(comparison.inputs[0].a);
  EXPECT_FALSE(comparison.inputs[0].b);
}

TEST(CompareTest, AThreadThatDoesMore) {
  WitnessBuilder a, b;
  begin(a);
  begin(b);
  b.at("a.c", 9).fence(1);
  EXPECT_EQ(firstText(a, b),
            "T1 left goes on differently: in A, it does nothing more; in B, it does (1,0) fence at a.c:9");
  EXPECT_EQ(firstText(b, a),
            "T1 left goes on differently: in A, it does (1,0) fence at a.c:9; in B, it does nothing more");
}

TEST(CompareTest, AThreadThatOneHasOnly) {
  WitnessBuilder a, b;
  a.at("a.c", 1).create(0, "left");
  b.at("a.c", 1).create(0, "left");
  b.create(0, "right");
  b.at("a.c", 9).fence(2);
  const Comparison comparison = compare(timelineOf(a), timelineOf(b));
  ASSERT_EQ(comparison.threads.size(), 3u);
  EXPECT_FALSE(comparison.threads[2].a);
  EXPECT_EQ(comparison.threads[2].b, 2u);
  EXPECT_EQ(comparison.common, 1u);
}

TEST(CompareTest, ValuesThatFollowFromInputsAreNoDifference) {
  WitnessBuilder a, b;
  for (WitnessBuilder* builder : {&a, &b}) {
    builder->variable("x");
    builder->input(0, "n", 32, builder == &a ? 7 : 3);
    builder->at("a.c", 2).write(0, "x", builder == &a ? 7 : 3);
    builder->at("a.c", 3).read(0, "x");
  }
  EXPECT_EQ(firstText(a, b), "none");
  EXPECT_EQ(compare(timelineOf(a), timelineOf(b)).common, 2u);
}

TEST(CompareTest, TellsBuildsApart) {
  WitnessBuilder a, b;
  a.witness().program.buildId = "aa";
  b.witness().program.buildId = "bb";
  EXPECT_FALSE(compare(timelineOf(a), timelineOf(b)).sameBuild);
  EXPECT_TRUE(compare(timelineOf(a), timelineOf(a)).sameBuild);
}

TEST(CompareTest, EmptyExecutionsAreTheSame) {
  WitnessBuilder a, b;
  const Comparison comparison = compare(timelineOf(a), timelineOf(b));
  EXPECT_EQ(comparison.common, 0u);
  EXPECT_FALSE(comparison.first);
}

TEST(CompareTest, JsonHasWhatTheComparisonHas) {
  WitnessBuilder a, b;
  begin(a);
  a.at("a.c", 3).read(2, "x");
  begin(b);
  b.at("a.c", 2).write(1, "x", 1);
  b.at("a.c", 3).read(2, "x");
  const Timeline ofA = timelineOf(a), ofB = timelineOf(b);
  const nlohmann::ordered_json json = comparisonJson(ofA, ofB, compare(ofA, ofB));
  EXPECT_EQ(json["common"], 2);
  EXPECT_EQ(json["first"]["kind"], "reads-from");
  EXPECT_EQ(json["first"]["a"]["number"], 3);
  EXPECT_EQ(json["first"]["b"]["number"], 4);
  EXPECT_TRUE(json["first"]["other_a"].is_null());
  EXPECT_EQ(json["first"]["other_b"]["number"], 3);
  EXPECT_EQ(json["threads"].size(), 3u);
  EXPECT_EQ(json["threads"][1]["rows"][0]["common"], false);
  EXPECT_TRUE(json["threads"][1]["rows"][0]["a"].is_null());
}

} // namespace
} // namespace revisit::compare_test
