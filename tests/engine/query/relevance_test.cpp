// Which events of an execution matter for its error, and the rows that show them.
#include "query/interleaving/execution_note.h"
#include "query/interleaving/relevance.h"
#include "witness_builder.h"

#include <gtest/gtest.h>

namespace revisit::relevance_test {
namespace {

std::vector<EventNumber> relevant(const Witness& witness, std::size_t rows) {
  Result<Timeline> timeline = Timeline::make(witness);
  EXPECT_TRUE(timeline.ok()) << timeline.error().what;
  std::vector<EventNumber> numbers;
  const std::vector<bool> wanted = relevantEvents(timeline.value(), rows);
  EXPECT_EQ(wanted.size(), witness.schedule.size());
  for (EventNumber number = 1; number <= wanted.size(); number++)
    if (wanted[number - 1])
      numbers.push_back(number);
  return numbers;
}

bool contains(const std::vector<EventNumber>& numbers, EventNumber number) {
  return std::ranges::find(numbers, number) != numbers.end();
}

// Two threads each increment a counter without a lock and write much elsewhere; main reads the counter.
struct LostUpdate {
  WitnessBuilder builder;
  EventNumber create1, create2, read1, read2, write1, write2, last, error;
  std::vector<EventNumber> elsewhere;
  LostUpdate() {
    builder.at("/src/pay.c", 20);
    create1 = builder.create(0, "pay");
    create2 = builder.create(0, "pay");
    noise(1, "noise1");
    builder.at("/src/pay.c", 10);
    read1 = builder.read(1, "balance");
    read2 = builder.read(2, "balance");
    builder.at("/src/pay.c", 11);
    write1 = builder.write(1, "balance", 10);
    noise(1, "noise1");
    write2 = builder.write(2, "balance", 20);
    noise(2, "noise2");
    builder.at("/src/pay.c", 22);
    builder.join(0, 1);
    builder.join(0, 2);
    last = builder.read(0, "balance");
    error = builder.error(0, ErrorKind::Assertion, "balance == 30");
  }
  void noise(unsigned thread, const std::string& name) {
    for (unsigned i = 0; i < 20; i++) {
      builder.at("/src/noise.c", i + 1);
      elsewhere.push_back(builder.write(thread, name, i));
    }
  }
};

TEST(RelevantEvents, OfALostUpdateAreTheTwoReadsAndTheTwoWrites) {
  LostUpdate program;
  const std::vector<EventNumber> numbers = relevant(program.builder.witness(), rowsAtAGlance);
  for (const EventNumber number : {program.create1, program.create2, program.read1, program.read2, program.write1,
                                   program.write2, program.last, program.error})
    EXPECT_TRUE(contains(numbers, number)) << number;
  for (const EventNumber number : program.elsewhere)
    EXPECT_FALSE(contains(numbers, number)) << number;
}

TEST(RelevantEvents, WhatTheErrorNeedsIsThereHoweverFewRowsAreWanted) {
  LostUpdate program;
  const std::vector<EventNumber> numbers = relevant(program.builder.witness(), 0);
  for (const EventNumber number : {program.create2, program.write2, program.last, program.error})
    EXPECT_TRUE(contains(numbers, number)) << number;
}

TEST(RelevantEvents, BringTheLocksAroundThem) {
  WitnessBuilder builder;
  builder.create(0, "setter");
  builder.create(0, "getter");
  const EventNumber lock = builder.lock(1, "m");
  const EventNumber write = builder.write(1, "x", 7);
  const EventNumber unlock = builder.unlock(1, "m");
  const EventNumber otherLock = builder.lock(1, "other");
  builder.write(1, "y", 1);
  builder.unlock(1, "other");
  const EventNumber readLock = builder.lock(2, "m");
  const EventNumber read = builder.read(2, "x");
  const EventNumber error = builder.error(2, ErrorKind::Assertion, "x != 7");
  const std::vector<EventNumber> few = relevant(builder.witness(), 0);
  for (const EventNumber number : {lock, write, readLock, read, error})
    EXPECT_TRUE(contains(few, number)) << number;
  EXPECT_FALSE(contains(few, unlock));
  EXPECT_FALSE(contains(few, otherLock));
  EXPECT_TRUE(contains(relevant(builder.witness(), 9), unlock)); // there is room
}

TEST(RelevantEvents, BothAccessesOfARaceAreThere) {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.create(0, "b");
  for (unsigned i = 0; i < 30; i++)
    builder.write(1, "noise", i);
  const EventNumber write = builder.write(1, "x", 1);
  const EventNumber read = builder.read(2, "x");
  builder.write(2, "noise", 0);
  WitnessError& error = builder.witness().error;
  error = {ErrorKind::Race, "b reads x while a writes it", "/src/a.c", 3, 2, {}, 0};
  error.other = WitnessOther{1, 30, "/src/a.c", 9};
  const std::vector<EventNumber> numbers = relevant(builder.witness(), 0);
  EXPECT_TRUE(contains(numbers, write));
  EXPECT_TRUE(contains(numbers, read));
  EXPECT_LT(numbers.size(), 8u);
}

TEST(RelevantEvents, OfALostWakeUpAreThePredicateAndTheSignalThatCameTooEarly) {
  WitnessBuilder builder;
  builder.create(0, "consumer");
  for (unsigned i = 0; i < 30; i++)
    builder.write(1, "noise", i);
  const EventNumber read = builder.read(1, "ready");
  const EventNumber write = builder.write(0, "ready", 1);
  const EventNumber signal = builder.object(0, "signal", "c");
  const EventNumber wait = builder.object(1, "wait", "c");
  builder.witness().error.kind = ErrorKind::Deadlock;
  builder.waiting(1, "wake of c", {"/src/a.c", 7, 1, "f"});
  const std::vector<EventNumber> numbers = relevant(builder.witness(), rowsAtAGlance);
  for (const EventNumber number : {read, write, signal, wait})
    EXPECT_TRUE(contains(numbers, number)) << number;
  EXPECT_LT(numbers.size(), 12u);
}

TEST(RelevantEvents, ALoopOnTheLineOfTheErrorIsNotShownWhole) {
  WitnessBuilder builder;
  builder.create(0, "other");
  builder.at("/src/a.c", 9);
  for (unsigned i = 0; i < 200; i++) {
    builder.read(0, "x");
    builder.write(1, "x", i);
  }
  const EventNumber last = builder.read(0, "x");
  builder.error(0, ErrorKind::Assertion, "x == 0");
  const std::vector<EventNumber> numbers = relevant(builder.witness(), rowsAtAGlance);
  EXPECT_TRUE(contains(numbers, last));
  EXPECT_TRUE(contains(numbers, last - 1)); // what it reads from
  EXPECT_LT(numbers.size(), 25u);
}

TEST(RelevantEvents, AreAllWhenNothingIsWrong) {
  WitnessBuilder builder;
  for (unsigned i = 0; i < 40; i++)
    builder.write(0, "x", i);
  EXPECT_EQ(relevant(builder.witness(), 5).size(), 40u);
}

TEST(RelevantRows, CountWhatIsLeftOut) {
  LostUpdate program;
  const std::vector<InterleavingRow> rows = relevantRows(Timeline::make(program.builder.witness()).value());
  std::size_t events = 0, gaps = 0;
  for (const InterleavingRow& row : rows) {
    events += row.events;
    if (row.isLeftOut) {
      gaps++;
      EXPECT_EQ(row.text.find("... 20 more events of T"), 0u) << row.text;
    }
  }
  EXPECT_EQ(gaps, 3u);
  EXPECT_EQ(events, program.builder.size()); // none is lost
}

TEST(RelevantRows, ShowAShortExecutionWhole) {
  WitnessBuilder builder;
  for (unsigned i = 0; i < 10; i++) {
    builder.at("/src/a.c", i + 1);
    builder.write(0, "x", i);
  }
  builder.error(0, ErrorKind::Assertion, "false");
  EXPECT_EQ(relevantRows(Timeline::make(builder.witness()).value()).size(), 11u);
}

TEST(ExecutionNote, SaysWhatIsWrongWhyAndHow) {
  LostUpdate program;
  program.builder.witness().error.message = "a_b == `30`";
  Result<Timeline> timeline = Timeline::make(program.builder.witness());
  ASSERT_TRUE(timeline.ok());
  const std::string text = noteAsText(*timeline), markdown = noteAsMarkdown(*timeline);
  EXPECT_EQ(text.find("assertion: a_b == `30`\n"), 0u) << text;
  EXPECT_NE(text.find("lost update of "), std::string::npos) << text;
  EXPECT_NE(text.find("  T1 pay  "), std::string::npos) << text;
  EXPECT_NE(text.find("\nexecution: "), std::string::npos) << text;
  EXPECT_EQ(markdown.find("### assertion: a\\_b == \\`30\\`\n\n```text\n"), 0u) << markdown;
  EXPECT_NE(markdown.find("\n- (2,0) T2 pay reads balance"), std::string::npos) << markdown;
  std::size_t fences = 0;
  for (std::size_t at = markdown.find("```"); at != std::string::npos; at = markdown.find("```", at + 3))
    fences++;
  EXPECT_EQ(fences, 6u) << markdown;
}

TEST(InterleavingRows, ShowOneEventRatherThanAGap) {
  WitnessBuilder builder;
  for (unsigned i = 0; i < 6; i++) {
    builder.at("/src/a.c", i + 1);
    builder.write(0, "x", i);
  }
  const std::vector<bool> wanted = {true, false, true, false, false, true};
  const std::vector<InterleavingRow> rows = interleavingRows(builder.witness(), wanted);
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(countRows(builder.witness(), wanted), 5u);
  EXPECT_EQ(rows[1].number, 2u);
  EXPECT_FALSE(rows[1].isLeftOut);
  EXPECT_EQ(rows[3].text, "... 2 more events of T0");
  EXPECT_EQ(rows[3].events, 2u);
}

} // namespace
} // namespace revisit::relevance_test
