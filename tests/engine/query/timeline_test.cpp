// The timeline on executions small enough to know every answer.
#include "query/timeline/timeline.h"
#include "witness_builder.h"

#include <gtest/gtest.h>

namespace revisit::timeline_test {
namespace {

using Numbers = std::vector<EventNumber>;

Numbers list(std::span<const EventNumber> numbers) {
  return {numbers.begin(), numbers.end()};
}

Timeline timelineOf(WitnessBuilder& builder) {
  Result<Timeline> timeline = Timeline::make(builder.witness());
  EXPECT_TRUE(timeline.ok()) << timeline.error().what;
  return std::move(timeline.value());
}

// Two tellers read a balance, add, and write it back; the second write loses the first.
struct LostUpdate {
  WitnessBuilder builder;
  EventNumber create1, create2, read1, read2, write1, write2, end1, end2, join1, join2, last;
  LostUpdate() {
    create1 = builder.create(0, "pay");
    create2 = builder.create(0, "pay");
    read1 = builder.read(1, "balance");
    read2 = builder.read(2, "balance");
    write1 = builder.write(1, "balance", 10);
    write2 = builder.write(2, "balance", 20);
    end1 = builder.end(1);
    end2 = builder.end(2);
    join1 = builder.join(0, 1);
    join2 = builder.join(0, 2);
    last = builder.read(0, "balance");
  }
};

TEST(Timeline, FollowsThreads) {
  LostUpdate program;
  const Timeline timeline = timelineOf(program.builder);
  EXPECT_EQ(timeline.size(), 11u);
  EXPECT_EQ(timeline.numberOf(1, 1), program.write1);
  EXPECT_EQ(timeline.numberOf(1, 3), std::nullopt);
  EXPECT_EQ(timeline.numberOf(3, 0), std::nullopt);
  EXPECT_EQ(timeline.nextOfThread(program.read1), program.write1);
  EXPECT_EQ(timeline.previousOfThread(program.write1), program.read1);
  EXPECT_EQ(timeline.previousOfThread(program.read1), std::nullopt);
  EXPECT_EQ(timeline.nextOfThread(program.last), std::nullopt);
  EXPECT_EQ(timeline.nextOf(2, 0), program.read2);
  EXPECT_EQ(timeline.nextOf(2, program.read2), program.write2);
  EXPECT_EQ(timeline.nextOf(2, timeline.size()), std::nullopt);
  EXPECT_EQ(timeline.lastOf(2, program.read2), program.read2);
  EXPECT_EQ(timeline.lastOf(2, program.read2 - 1), std::nullopt);
}

TEST(Timeline, KnowsMemory) {
  LostUpdate program;
  const Timeline timeline = timelineOf(program.builder);
  const ByteRange balance = timeline.rangeOf(program.read1);
  EXPECT_EQ(timeline.coherenceOrder(balance), (Numbers{program.write1, program.write2}));
  EXPECT_TRUE(timeline.coherenceBefore(program.write1, program.write2));
  EXPECT_FALSE(timeline.coherenceBefore(program.write1, program.write1));
  EXPECT_EQ(timeline.writer(balance, program.read2), std::nullopt);
  EXPECT_EQ(timeline.writer(balance, program.write1), program.write1);
  EXPECT_EQ(timeline.writer(balance, timeline.size()), program.write2);
  EXPECT_EQ(timeline.previousWriter(program.read2), std::nullopt);
  EXPECT_EQ(timeline.nextWriter(program.read2), program.write1);
  EXPECT_EQ(timeline.previousWriter(program.write2), program.write1);
  EXPECT_EQ(timeline.nextWriter(program.write1), program.write2);
  EXPECT_EQ(timeline.nextWriter(program.last), std::nullopt);
  EXPECT_EQ(timeline.readsFrom(program.last), program.write2);
  EXPECT_EQ(timeline.readsFrom(program.read2), std::nullopt);
  EXPECT_EQ(list(timeline.readersOf(program.write2)), Numbers{program.last});
  EXPECT_TRUE(timeline.readersOf(program.write1).empty());
  const std::vector<ValueChange> history = timeline.history(balance);
  ASSERT_EQ(history.size(), 5u);
  EXPECT_EQ(history[2], (ValueChange{program.write1, 1, std::nullopt, 10}));
  EXPECT_EQ(history[4], (ValueChange{program.last, 0, 20, std::nullopt}));
}

TEST(Timeline, OverlapIsByByte) {
  WitnessBuilder builder;
  const EventNumber whole = builder.writeBytes(0, "x", {0x100, 8}, 1);
  const EventNumber low = builder.writeBytes(0, "x", {0x100, 4}, 2);
  const EventNumber high = builder.writeBytes(0, "x+4", {0x104, 4}, 3);
  const EventNumber middle = builder.readBytes(0, "x+3", {0x103, 2});
  const Timeline timeline = timelineOf(builder);
  EXPECT_EQ(timeline.touching({0x103, 1}), (Numbers{whole, low, middle}));
  EXPECT_EQ(timeline.touching({0x105, 1}), (Numbers{whole, high}));
  EXPECT_EQ(timeline.touching({0x108, 8}), Numbers{});
  EXPECT_EQ(timeline.touching({0, 0x100}), Numbers{});
  EXPECT_EQ(timeline.touching({0x102, 0}), Numbers{});
  EXPECT_EQ(timeline.touching({0, ~std::uint64_t{0}}).size(), 4u);
  EXPECT_EQ(timeline.previousWriter(high), whole);
  EXPECT_EQ(timeline.nextWriter(low), std::nullopt);
  EXPECT_EQ(timeline.writer({0x100, 4}, middle), low);
  EXPECT_EQ(timeline.named("x"), (Numbers{whole, low, high, middle}));
  EXPECT_EQ(timeline.named("x+3"), Numbers{middle});
  EXPECT_EQ(timeline.named("y"), Numbers{});
}

TEST(Timeline, RangesEndWithTheAddressSpace) {
  WitnessBuilder builder;
  const std::uint64_t last = ~std::uint64_t{0};
  const EventNumber write = builder.writeBytes(0, "top", {last - 3, 4}, 1);
  const Timeline timeline = timelineOf(builder);
  EXPECT_EQ(timeline.touching({last, 8}), Numbers{write});
  EXPECT_EQ(timeline.touching({0, 8}), Numbers{});
}

TEST(Timeline, HappensBeforeHasItsCauses) {
  LostUpdate program;
  const Timeline timeline = timelineOf(program.builder);
  EXPECT_TRUE(timeline.happensBefore(program.create1, program.read1));
  EXPECT_FALSE(timeline.happensBefore(program.create2, program.read1));
  EXPECT_FALSE(timeline.happensBefore(program.read1, program.write2));
  EXPECT_FALSE(timeline.happensBefore(program.write1, program.write2));
  EXPECT_FALSE(timeline.happensBefore(program.read1, program.read1));
  EXPECT_TRUE(timeline.happensBefore(program.end1, program.join2));
  EXPECT_TRUE(timeline.happensBefore(program.write2, program.last));
  EXPECT_EQ(timeline.causalPrefix(program.write1), (Numbers{program.create1, program.read1}));
  EXPECT_EQ(timeline.causalPrefix(program.create1), Numbers{});
  EXPECT_EQ(timeline.causalPrefix(program.last).size(), 10u);
}

TEST(Timeline, LocksOrderWhatTheyProtect) {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.create(0, "b");
  const EventNumber lockA = builder.lock(1, "m");
  const EventNumber write = builder.write(1, "x", 1);
  const EventNumber unlockA = builder.unlock(1, "m");
  const EventNumber other = builder.lock(2, "n");
  const EventNumber lockB = builder.lock(2, "m");
  const EventNumber read = builder.read(2, "y");
  const Timeline timeline = timelineOf(builder);
  EXPECT_EQ(list(timeline.chainOf(unlockA)), (Numbers{lockA, unlockA, lockB}));
  EXPECT_EQ(timeline.chainPrevious(lockB), unlockA);
  EXPECT_EQ(timeline.chainPrevious(lockA), std::nullopt);
  EXPECT_EQ(timeline.chainPrevious(read), std::nullopt);
  EXPECT_TRUE(timeline.chainOf(write).empty());
  EXPECT_TRUE(timeline.happensBefore(write, read));
  EXPECT_FALSE(timeline.happensBefore(write, other));
  EXPECT_EQ(timeline.touching({builder.witness().schedule[lockA - 1].address, 40}), (Numbers{lockA, unlockA, lockB}));
  EXPECT_TRUE(timeline.history({0x8000, 40}).empty());
}

TEST(Timeline, AWriteOfAPartReadsNothing) {
  WitnessBuilder builder;
  builder.create(0, "a");
  const EventNumber whole = builder.write(0, "x", 1);
  const EventNumber part = builder.write(1, "x", 2);
  WitnessEvent& event = builder.witness().schedule[part - 1];
  event.kind = LabelKind::Rmw;
  event.readsFrom = WitnessEventRef{0, 1};
  const Timeline timeline = timelineOf(builder);
  EXPECT_EQ(timeline.readsFrom(part), std::nullopt);
  EXPECT_TRUE(timeline.readersOf(whole).empty());
  EXPECT_FALSE(timeline.happensBefore(whole, part));
}

TEST(Timeline, ObjectsWithoutAddressGoByName) {
  WitnessBuilder builder;
  builder.lock(0, "m");
  builder.lock(0, "n");
  const EventNumber unlock = builder.unlock(0, "m");
  for (WitnessEvent& event : builder.witness().schedule)
    event.address = 0;
  const Timeline timeline = timelineOf(builder);
  EXPECT_EQ(timeline.chainPrevious(unlock), EventNumber{1});
  EXPECT_EQ(timeline.touching({0, 64}), Numbers{});
}

TEST(Timeline, AnOwnReadsFromForcesNothing) {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.create(0, "b");
  const EventNumber before = builder.write(0, "x", 1);
  const EventNumber write = builder.write(1, "x", 2);
  const EventNumber read = builder.read(2, "x");
  const EventNumber next = builder.read(2, "x");
  const Timeline timeline = timelineOf(builder);
  EXPECT_TRUE(timeline.happensBefore(write, read));
  EXPECT_FALSE(timeline.forcedBefore(write, read));
  EXPECT_TRUE(timeline.forcedBefore(write, next)); // through the first read
  EXPECT_TRUE(timeline.forcedBefore(1, write));
  EXPECT_FALSE(timeline.forcedBefore(before, read));
  EXPECT_TRUE(timeline.forcedBefore(2, read));
  EXPECT_TRUE(timeline.forcedBefore(read, next));
}

TEST(Timeline, KnowsWhoIsCreatedAndJoined) {
  LostUpdate program;
  const Timeline timeline = timelineOf(program.builder);
  EXPECT_EQ(timeline.childOf(program.create2), 2u);
  EXPECT_EQ(timeline.creationOf(2), program.create2);
  EXPECT_EQ(timeline.creationOf(0), std::nullopt);
  EXPECT_EQ(timeline.childOf(program.join1), 1u);
  EXPECT_EQ(timeline.childOf(program.join2), 2u);
  EXPECT_EQ(timeline.childOf(program.read1), std::nullopt);
}

TEST(Timeline, AJoinOfAThreadThatGoesOnIsRefused) {
  WitnessBuilder builder;
  builder.create(0, "pay");
  builder.join(0, 1);
  builder.end(1);
  EXPECT_FALSE(Timeline::make(builder.witness()).ok());
}

TEST(Timeline, AThreadThatFailedIsNotJoined) {
  WitnessBuilder builder;
  builder.create(0, "pay");
  builder.create(0, "pay");
  const EventNumber error = builder.error(1, ErrorKind::Assertion, "x");
  builder.end(2);
  const EventNumber join = builder.join(0, 2);
  const Timeline timeline = timelineOf(builder);
  EXPECT_EQ(timeline.childOf(join), 2u);
  EXPECT_FALSE(timeline.happensBefore(error, join));
}

TEST(Timeline, FindsTheBug) {
  LostUpdate program;
  const EventNumber error = program.builder.error(0, ErrorKind::Assertion, "balance == 30");
  EXPECT_EQ(timelineOf(program.builder).bug(), error);
  LostUpdate stuck;
  stuck.builder.witness().error.kind = ErrorKind::Deadlock;
  EXPECT_EQ(timelineOf(stuck.builder).bug(), 11u);
  WitnessBuilder empty;
  EXPECT_EQ(timelineOf(empty).bug(), 0u);
}

struct Spoilt {
  const char* name;
  void (*spoil)(Witness&);
  const char* says;
};

TEST(Timeline, RefusesWhatCannotHaveHappened) {
  const std::vector<Spoilt> cases = {
      {"thread", [](Witness& witness) { witness.schedule[3].thread = 7; }, "event 4 is of thread 7"},
      {"order", [](Witness& witness) { std::swap(witness.schedule[2], witness.schedule[4]); }, "program order"},
      {"later", [](Witness& witness) { witness.schedule[2].readsFrom = {2, 1}; },
       "reads from (2,1), which comes later"},
      {"absent", [](Witness& witness) { witness.schedule[2].readsFrom = {2, 9}; }, "which does not exist"},
      {"itself", [](Witness& witness) { witness.schedule[2].readsFrom = {1, 0}; }, "which comes later"},
      {"unborn", [](Witness& witness) { std::swap(witness.schedule[1], witness.schedule[3]); },
       "before event 4 creates"},
      {"error", [](Witness& witness) { witness.error.thread = 5; }, "error is of a thread that does not exist"},
      {"waiting", [](Witness& witness) { witness.error.waiting.push_back({5, {}, {}}); }, "error is of a thread"}};
  for (const Spoilt& bad : cases) {
    Witness witness = LostUpdate().builder.witness();
    bad.spoil(witness);
    const Result<Timeline> timeline = Timeline::make(std::move(witness));
    ASSERT_FALSE(timeline.ok()) << bad.name;
    EXPECT_EQ(timeline.error().code, ErrorCode::BadFormat);
    EXPECT_NE(timeline.error().what.find(bad.says), std::string::npos) << bad.name << ": " << timeline.error().what;
  }
}

} // namespace
} // namespace revisit::timeline_test
