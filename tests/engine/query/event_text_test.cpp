// Events as text, as stop lines and as JSON.
#include "query/timeline/event_text.h"
#include "witness_builder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace revisit::event_text_test {
namespace {

Timeline timelineOf(WitnessBuilder& builder) {
  Result<Timeline> timeline = Timeline::make(builder.witness());
  EXPECT_TRUE(timeline.ok()) << timeline.error().what;
  return std::move(timeline.value());
}

TEST(EventText, SaysWhatIsDone) {
  WitnessBuilder builder;
  std::vector<std::string> expected;
  const auto says = [&](EventNumber number, const std::string& text) {
    ASSERT_EQ(number, expected.size() + 1);
    expected.push_back(text);
  };
  says(builder.create(0, "worker"), "create T1 worker");
  says(builder.write(0, "x", 1), "write x = 1");
  says(builder.read(1, "x"), "read x = 1");
  says(builder.add(1, "x", 4), "fetch add x: 1 -> 5");
  says(builder.failedSwap(1, "x"), "failed compare and swap x = 5");
  says(builder.fence(1), "fence");
  says(builder.lock(1, "m"), "lock m");
  says(builder.object(0, "try lock", "m", "busy"), "try lock m: busy");
  says(builder.branch(1, "a < b", "true", true), "branch a < b true");
  says(builder.choose(1, "i", "true", "3"), "choose i = 3");
  says(builder.end(1), "end");
  says(builder.join(0, 1), "join T1 worker");
  says(builder.error(0, ErrorKind::Assertion, "a.c:7: x > 0"), "error assertion a.c:7: x > 0");
  const Timeline timeline = timelineOf(builder);
  for (EventNumber number = 1; number <= timeline.size(); number++)
    EXPECT_EQ(eventText(timeline, number), expected[number - 1]);
  EXPECT_EQ(shortText(timeline, 3), "read x");
  EXPECT_EQ(shortText(timeline, 4), "fetch add x");
  EXPECT_EQ(shortText(timeline, 8), "try lock m");
}

TEST(EventText, AWriteOfAPartIsAWrite) {
  WitnessBuilder builder;
  WitnessEvent& event = builder.witness().schedule[builder.write(0, "x", 7) - 1];
  event.kind = LabelKind::Rmw;
  event.rmw = RmwOp::Insert;
  EXPECT_EQ(eventText(timelineOf(builder), 1), "write x = 7");
}

TEST(EventText, ErrorsOfOtherThreadsAreNotTheBug) {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.error(1, ErrorKind::Assertion, "one");
  builder.error(0, ErrorKind::Exception, "exception");
  const Timeline timeline = timelineOf(builder);
  EXPECT_EQ(eventText(timeline, 2), "error");
  EXPECT_EQ(eventText(timeline, 3), "error exception");
}

TEST(EventText, LocationsAndThreadsWithoutName) {
  WitnessBuilder builder;
  builder.create(0, "T1");
  builder.writeBytes(1, "", {0x7f10, 4}, 2);
  builder.create(0, "");
  const Timeline timeline = timelineOf(builder);
  EXPECT_EQ(eventText(timeline, 1), "create T1");
  EXPECT_EQ(eventText(timeline, 2), "write 0x7f10 = 2");
  EXPECT_EQ(eventText(timeline, 3), "create T2");
}

TEST(StopLine, IsOneLineWithEverything) {
  WitnessBuilder builder;
  builder.at("/home/me/main.c", 31);
  builder.create(0, "a");
  builder.create(0, "b");
  for (unsigned i = 0; i < 3; i++)
    builder.fence(1);
  builder.write(1, "x", 1);
  while (builder.size() < 16)
    builder.fence(0);
  builder.read(2, "x");
  builder.read(2, "y");
  builder.add(2, "x", 2);
  while (builder.size() < 42)
    builder.fence(0);
  const Timeline timeline = timelineOf(builder);
  EXPECT_EQ(stopLine(timeline, 17), "[revisit 17/42 40%] T2 read x = 1  rf (1,3) write x  main.c:31");
  EXPECT_EQ(stopLine(timeline, 18), "[revisit 18/42 42%] T2 read y = 0  rf initial  main.c:31");
  EXPECT_EQ(stopLine(timeline, 19), "[revisit 19/42 45%] T2 fetch add x: 1 -> 3  rf (1,3) write x  main.c:31");
  EXPECT_EQ(stopLine(timeline, 6), "[revisit 6/42 14%] T1 write x = 1  main.c:31");
  EXPECT_EQ(stopLine(timeline, 0), "[revisit 0/42 0%] start");
  EXPECT_EQ(stopLine(timeline, 42), "[revisit 42/42 100%] T0 fence  main.c:31");
}

TEST(StopLine, ShowsTheUsersCallSite) {
  WitnessBuilder builder;
  builder.fence(0);
  builder.witness().schedule[0].calls = {{"/usr/include/c++/atomic", 9, 1, "load"}, {"main.c", 4, 1, "main"}};
  builder.fence(0);
  const Timeline timeline = timelineOf(builder);
  EXPECT_EQ(stopLine(timeline, 1), "[revisit 1/2 50%] T0 fence  main.c:4");
  EXPECT_EQ(stopLine(timeline, 2), "[revisit 2/2 100%] T0 fence");
  WitnessBuilder empty;
  EXPECT_EQ(stopLine(timelineOf(empty), 0), "[revisit 0/0 0%] start");
}

TEST(EventJson, HasEveryFieldAlways) {
  WitnessBuilder builder;
  builder.at("/src/main.c", 31);
  builder.create(0, "a");
  builder.write(1, "x", 6);
  builder.read(0, "x");
  builder.at("", 0);
  builder.read(0, "y");
  const Timeline timeline = timelineOf(builder);
  EXPECT_EQ(eventJson(timeline, 3).dump(),
            R"({"number":3,"thread":0,"index":1,"kind":"read","text":"read x = 6","file":"/src/main.c","line":31,)"
            R"("address":4096,"seen":6,"written":null,"reads_from":[1,0]})");
  EXPECT_EQ(eventJson(timeline, 4).dump(),
            R"({"number":4,"thread":0,"index":2,"kind":"read","text":"read y = 0","file":null,"line":null,)"
            R"("address":4112,"seen":0,"written":null,"reads_from":"initial"})");
  const nlohmann::ordered_json create = eventJson(timeline, 1);
  EXPECT_TRUE(create["address"].is_null() && create["seen"].is_null() && create["reads_from"].is_null());
}

} // namespace
} // namespace revisit::event_text_test
