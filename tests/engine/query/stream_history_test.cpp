// The histories of pipes, and the pattern of a flag that is cleared too late, in executions that have it and not.
#include "patterns/pattern_fixture.h"
#include "program/objects/streams.h"
#include "query/timeline/stream_history.h"

namespace revisit::stream_history_test {
namespace {

constexpr std::uint64_t pipeAddress = 0x500000;

class StreamHistory : public PatternTest {
protected:
  // An operation on the pipe, with its argument and result.
  EventNumber operation(unsigned thread, ObjectOp operation, std::uint64_t argument, std::uint64_t result) {
    const EventNumber number = builder.object(thread, "lock", "pipe @a.c:1");
    WitnessEvent& event = builder.witness().schedule.back();
    event.objectOp = operation;
    event.address = pipeAddress;
    event.argument = argument;
    event.seen = result;
    return number;
  }
  EventNumber put(unsigned thread, std::uint32_t first, std::uint32_t units) {
    return operation(thread, ObjectOp::StreamPut, StreamUse{units, 100, false, false}.bits(),
                     StreamPart{first, units, false, false}.bits());
  }
  EventNumber take(unsigned thread, std::uint32_t first, std::uint32_t units) {
    return operation(thread, ObjectOp::StreamTake, StreamUse{units, 100, false, false}.bits(),
                     StreamPart{first, units, false, false}.bits());
  }
  void waitsForPipe(unsigned thread) {
    Awaited what;
    what.kind = AwaitedKind::Operation;
    what.operation = ObjectOp::StreamTake;
    what.name = "pipe @a.c:1";
    what.address = pipeAddress;
    builder.witness().error.waiting.push_back({thread, what, {"a.c", 9, 1, "main"}});
  }
};

TEST_F(StreamHistory, SaysWhoMovedWhichUnits) {
  threads(1);
  const EventNumber first = put(1, 0, 3), second = put(1, 3, 1), part = take(0, 0, 2);
  const EventNumber shut = operation(1, ObjectOp::StreamShut, StreamWriters, StreamPart{}.bits());
  const EventNumber rest = take(0, 2, 2);
  const Timeline timeline = Timeline::make(builder.witness()).value();
  const std::vector<StreamStep> steps = streamHistory(timeline, pipeAddress);
  ASSERT_EQ(steps.size(), 5U);
  EXPECT_EQ(steps[0].content, "3 bytes");
  EXPECT_EQ(steps[2].content, "2 bytes");
  EXPECT_EQ(steps[3].number, shut);
  EXPECT_EQ(steps[4].content, "0 bytes, no writer");
  EXPECT_EQ(partnersOf(timeline, part), std::vector{first});
  EXPECT_EQ(partnersOf(timeline, rest), (std::vector{first, second}));
  EXPECT_EQ(partnersOf(timeline, first), (std::vector{part, rest}));
  EXPECT_EQ(lastPut(timeline, pipeAddress, first), first);
  EXPECT_EQ(lastPut(timeline, pipeAddress, timeline.size()), second);
}

TEST_F(StreamHistory, AFlagIsClearedTooLateOrNot) {
  for (const bool isLate : {true, false}) {
    builder = WitnessBuilder();
    threads(1);
    at(3).swap(1, "pending", 1);
    put(1, 0, 1);
    const EventNumber taken = take(0, 0, 1);
    if (!isLate)
      at(7).write(0, "pending", 0);
    const EventNumber missed = at(3).swap(1, "pending", 1);
    const EventNumber clears = at(8).write(0, "pending", isLate ? 0 : 2);
    builder.end(1);
    deadlock();
    waitsForPipe(0);
    EXPECT_EQ(headline().starts_with("lost wake-up: 'pending' is cleared"), isLate) << headline();
    if (isLate) {
      EXPECT_EQ(events(), (std::vector{taken, missed, clears}));
    }
  }
}

} // namespace
} // namespace revisit::stream_history_test
