// Parsing what users type: references, kinds, source lines, and the errors for invalid ones.
#include "query/timeline/event_reference.h"
#include "query/timeline/event_text.h"
#include "random_witness.h"
#include "witness_builder.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace revisit::event_reference_test {
namespace {

Timeline sample() {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.write(1, "x", 1);
  builder.read(1, "x");
  builder.error(1, ErrorKind::Assertion, "x == 0");
  builder.exit(0);
  Result<Timeline> timeline = Timeline::make(builder.witness());
  EXPECT_TRUE(timeline.ok());
  return std::move(timeline.value());
}

TEST(EventReference, NamesPositions) {
  const Timeline timeline = sample();
  const std::vector<std::pair<std::string, SchedulePosition>> cases = {
      {"1", 1},   {" 5 ", 5},   {"0", 0},         {"start", 0},  {"end", 5},
      {"bug", 4}, {"(1,0)", 2}, {"( 1 , 1 )", 3}, {"(T1,2)", 4}, {"(0,1)", 5}};
  for (const auto& [text, position] : cases) {
    const auto parsed = parsePosition(timeline, text);
    ASSERT_TRUE(parsed.ok()) << text << ": " << parsed.error().what;
    EXPECT_EQ(parsed.value(), position) << text;
  }
  EXPECT_EQ(parseEvent(timeline, "end").value(), 5u);
  EXPECT_EQ(parseEvent(timeline, "(1,1)").value(), 3u);
}

TEST(EventReference, WhatIsPrintedIsReadBack) {
  for (unsigned seed = 0; seed < 20; seed++) {
    Result<Timeline> timeline = Timeline::make(randomWitness(seed));
    ASSERT_TRUE(timeline.ok());
    for (EventNumber number = 1; number <= timeline->size(); number++) {
      EXPECT_EQ(parseEvent(*timeline, referenceText(timeline->event(number))).value(), number);
      EXPECT_EQ(parseEvent(*timeline, fmt::format("{}", number)).value(), number);
    }
    for (unsigned thread = 0; thread < timeline->witness().threads.size(); thread++)
      EXPECT_EQ(parseThread(*timeline, threadText(thread)).value(), thread);
  }
  for (std::size_t kind = 0; kind < eventKinds; kind++)
    EXPECT_EQ(parseEventKind(std::string(1, letterOf(static_cast<EventKind>(kind)))).value(),
              static_cast<EventKind>(kind));
}

TEST(EventReference, SaysWhatWouldBeRight) {
  const Timeline timeline = sample();
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"6", "there is no event 6: events are numbered from 1 to 5"},
      {"99999999999999999999999", "numbered from 1 to 5"},
      {"-1", "'-1' is no event: write a number"},
      {"0x2", "'0x2' is no event"},
      {"", "'' is no event"},
      {"4 4", "'4 4' is no event"},
      {"nowhere", "start, end or bug"},
      {"(1,3)", "T1 has no event 3: its events are (1,0) to (1,2)"},
      {"(2,0)", "there is no thread T2: threads are T0 to T1"},
      {"(1)", "write (THREAD,INDEX)"},
      {"(", "write (THREAD,INDEX)"},
      {"(1,2", "write (THREAD,INDEX)"},
      {"(1,)", "write (THREAD,INDEX)"},
      {"(,1)", "write (THREAD,INDEX)"},
      {"(1,2)3", "write (THREAD,INDEX)"}};
  for (const auto& [text, says] : cases) {
    const auto parsed = parsePosition(timeline, text);
    ASSERT_FALSE(parsed.ok()) << text;
    EXPECT_EQ(parsed.error().code, ErrorCode::BadUsage);
    EXPECT_NE(parsed.error().what.find(says), std::string::npos) << text << ": " << parsed.error().what;
  }
  EXPECT_NE(parseEvent(timeline, "start").error().what.find("before the first event"), std::string::npos);
  EXPECT_FALSE(parseEvent(timeline, "0").ok());
  EXPECT_FALSE(parseEvent(timeline, "7").ok());
}

TEST(EventReference, KindsAndThreads) {
  const Timeline timeline = sample();
  EXPECT_EQ(parseEventKind("w").value(), EventKind::Write);
  for (const auto& [name, kind] :
       {std::pair("read", EventKind::Read), std::pair("Loads", EventKind::Read), std::pair(" write", EventKind::Write),
        std::pair("RMW", EventKind::Update), std::pair("read-modify-write", EventKind::Update),
        std::pair("join", EventKind::Join), std::pair("fences", EventKind::Fence)})
    EXPECT_EQ(parseEventKind(name).ok() ? parseEventKind(name).value() : EventKind::End, kind) << name;
  for (const char* wrong : {"", "X", "RW", "lock", "reading", "s"})
    EXPECT_NE(parseEventKind(wrong).error().what.find("U update"), std::string::npos) << wrong;
  EXPECT_EQ(parseThread(timeline, "1").value(), 1u);
  for (unsigned thread = 0; thread < 2; thread++)
    EXPECT_EQ(parseThread(timeline, timeline.witness().threads[thread].name).value(), thread);
  for (const char* wrong : {"", "T", "2", "T2", "TT1", "-1", "one"})
    EXPECT_NE(parseThread(timeline, wrong).error().what.find("threads are T0 to T1"), std::string::npos) << wrong;
}

TEST(SourceLines, AreAFileAndALine) {
  EXPECT_EQ(parseSourceLine("main.c:31").value(), (SourceLine{"main.c", 31}));
  EXPECT_EQ(parseSourceLine(" src/a:b.c:7 ").value(), (SourceLine{"src/a:b.c", 7}));
  for (const char* wrong : {"", "main.c", "main.c:", ":31", "main.c:0", "main.c:x", "main.c:-1", "31"})
    EXPECT_NE(parseSourceLine(wrong).error().what.find("FILE:LINE"), std::string::npos) << wrong;
}

TEST(SourceLines, PathsEndByComponent) {
  EXPECT_TRUE(pathEndsWith("/a/src/main.c", "main.c"));
  EXPECT_TRUE(pathEndsWith("/a/src/main.c", "src/main.c"));
  EXPECT_TRUE(pathEndsWith("/a/src/main.c", "/a/src/main.c"));
  EXPECT_TRUE(pathEndsWith("/a/src/../src/main.c", "./src/main.c"));
  EXPECT_TRUE(pathEndsWith("main.c", "main.c"));
  EXPECT_FALSE(pathEndsWith("/a/src/main.c", "ain.c"));
  EXPECT_FALSE(pathEndsWith("/a/src/main.c", "b/main.c"));
  EXPECT_FALSE(pathEndsWith("main.c", "/main.c"));
  EXPECT_FALSE(pathEndsWith("main.c", "src/main.c"));
  EXPECT_FALSE(pathEndsWith("/a/src/main.c", ""));
}

TEST(Filter, LooksAtEveryCallSiteButTheSystems) {
  WitnessBuilder builder;
  builder.fence(0);
  builder.witness().schedule[0].calls = {
      {"/usr/include/atomic", 9, 1, "load"}, {"/s/a.c", 4, 1, "get"}, {"/s/b.c", 5, 1, "main"}};
  builder.fence(0);
  const Result<Timeline> timeline = Timeline::make(builder.witness());
  const auto at = [&](const std::string& file, unsigned line) {
    return matching(timeline.value(), {.line = SourceLine{file, line}}).value().size();
  };
  EXPECT_EQ(at("a.c", 4), 1u);
  EXPECT_EQ(at("s/b.c", 5), 1u);
  EXPECT_EQ(at("a.c", 5), 0u);
  EXPECT_EQ(at("atomic", 9), 0u);
  EXPECT_EQ(matching(timeline.value(), {}).value().size(), 2u);
}

TEST(Filter, RefusesWhatIsNotThere) {
  const Timeline timeline = sample();
  const std::vector<std::pair<EventFilter, std::string>> cases = {{{.number = 0}, "there is no event 0"},
                                                                  {{.number = 6}, "numbered from 1 to 5"},
                                                                  {{.readsFrom = 9}, "there is no event 9"},
                                                                  {{.thread = 2}, "there is no thread T2"},
                                                                  {{.coherenceAfter = 3}, "event 3 does not write"}};
  for (const auto& [filter, says] : cases) {
    const auto answer = matching(timeline, filter);
    ASSERT_FALSE(answer.ok()) << says;
    EXPECT_EQ(answer.error().code, ErrorCode::BadUsage);
    EXPECT_NE(answer.error().what.find(says), std::string::npos) << answer.error().what;
  }
}

} // namespace
} // namespace revisit::event_reference_test
