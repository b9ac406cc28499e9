// Synchronizes-with, happens-before by it, and what a read under a weak memory model could read.
#include "query/timeline/synchronization.h"

#include "program/objects/objects.h"
#include "query/explain/explain.h"
#include "witness_builder.h"

#include <cerrno>
#include <gtest/gtest.h>

namespace revisit::synchronization_test {
namespace {

using Pairs = std::vector<SynchronizingPair>;

// T1 stores data and then flag; T2 loads flag and then data.
struct MessagePassing {
  explicit MessagePassing(MemoryOrder store, MemoryOrder load, ModelKind model = ModelKind::Rc11) {
    builder.witness().options.memoryModel = model;
    builder.variable("data");
    builder.variable("flag");
    builder.create(0, "send");
    builder.create(0, "receive");
    data = access(builder.write(1, "data", 5), MemoryOrder::Relaxed, 1);
    releaseFence = fence(1, MemoryOrder::Relaxed);
    flag = access(builder.write(1, "flag", 1), store, 1);
    seen = access(builder.read(2, "flag"), load);
    acquireFence = fence(2, MemoryOrder::Relaxed);
    read = access(builder.read(2, "data"), MemoryOrder::Relaxed);
  }

  WitnessEvent& event(EventNumber number) { return builder.witness().schedule[number - 1]; }
  EventNumber access(EventNumber number, MemoryOrder order, std::optional<unsigned> coherence = {}) {
    event(number).order = order;
    event(number).coherence = coherence;
    return number;
  }
  EventNumber fence(unsigned thread, MemoryOrder order) {
    const EventNumber number = builder.fence(thread);
    event(number).order = order;
    return number;
  }
  Timeline timeline() {
    Result<Timeline> made = Timeline::make(builder.witness());
    EXPECT_TRUE(made.ok());
    return std::move(made.value());
  }

  WitnessBuilder builder;
  EventNumber data, releaseFence, flag, seen, acquireFence, read;
};

std::string reasonsOf(MessagePassing& passing) {
  return explanationText(why(passing.timeline(), passing.read));
}

TEST(Synchronization, AReleaseIsSeenByAnAcquire) {
  MessagePassing passing(MemoryOrder::Release, MemoryOrder::Acquire);
  EXPECT_EQ(synchronizesWith(passing.timeline()), (Pairs{{passing.flag, passing.seen}}));
}

TEST(Synchronization, BothOrdersAreNeeded) {
  EXPECT_TRUE(synchronizesWith(MessagePassing(MemoryOrder::Release, MemoryOrder::Relaxed).timeline()).empty());
  EXPECT_TRUE(synchronizesWith(MessagePassing(MemoryOrder::Relaxed, MemoryOrder::Acquire).timeline()).empty());
  EXPECT_TRUE(synchronizesWith(MessagePassing(MemoryOrder::Plain, MemoryOrder::Acquire).timeline()).empty());
}

TEST(Synchronization, ElsewhereAllAtomicAccessesSynchronise) {
  MessagePassing passing(MemoryOrder::Relaxed, MemoryOrder::Relaxed, ModelKind::Ra);
  EXPECT_EQ(synchronizesWith(passing.timeline()), (Pairs{{passing.data, passing.read}, {passing.flag, passing.seen}}));
}

TEST(Synchronization, FencesStandForTheAccessesBesideThem) {
  MessagePassing passing(MemoryOrder::Relaxed, MemoryOrder::Relaxed);
  passing.event(passing.releaseFence).order = MemoryOrder::Release;
  EXPECT_TRUE(synchronizesWith(passing.timeline()).empty());
  passing.event(passing.acquireFence).order = MemoryOrder::Acquire;
  EXPECT_EQ(synchronizesWith(passing.timeline()), (Pairs{{passing.releaseFence, passing.acquireFence}}));
}

TEST(Synchronization, UpdatesContinueAReleaseSequence) {
  MessagePassing passing(MemoryOrder::Release, MemoryOrder::Acquire);
  passing.builder.create(0, "count");
  const EventNumber update = passing.access(passing.builder.add(3, "flag", 1), MemoryOrder::Relaxed, 2);
  const EventNumber later = passing.access(passing.builder.read(2, "flag"), MemoryOrder::Acquire);
  EXPECT_EQ(synchronizesWith(passing.timeline()), (Pairs{{passing.flag, passing.seen}, {passing.flag, later}}));
  passing.event(update).order = MemoryOrder::AcqRel;
  EXPECT_EQ(synchronizesWith(passing.timeline()),
            (Pairs{{passing.flag, passing.seen}, {passing.flag, update}, {passing.flag, later}, {update, later}}));
}

TEST(Synchronization, HappensBeforeGoesThroughIt) {
  MessagePassing passing(MemoryOrder::Release, MemoryOrder::Acquire);
  const Timeline timeline = passing.timeline();
  const Pairs pairs = synchronizesWith(timeline);
  EXPECT_EQ(happensBeforePath(timeline, pairs, passing.data, passing.read), pairs);
  EXPECT_EQ(happensBeforePath(timeline, pairs, passing.data, passing.flag), Pairs());
  EXPECT_EQ(happensBeforePath(timeline, pairs, passing.read, passing.data), std::nullopt);
  EXPECT_EQ(happensBeforePath(timeline, {}, passing.data, passing.read), std::nullopt);
}

// An attempt that fails stands between the two in the chain of the mutex, and orders nothing itself.
TEST(Synchronization, HappensBeforeGoesThroughLocks) {
  WitnessBuilder builder;
  builder.witness().options.memoryModel = ModelKind::Rc11;
  for (const char* const name : {"first", "second", "third"})
    builder.create(0, name);
  const auto operate = [&](unsigned thread, ObjectOp operation, std::uint64_t result) {
    const EventNumber number = builder.lock(thread, "mutex");
    builder.witness().schedule[number - 1].objectOp = operation;
    builder.witness().schedule[number - 1].seen = result;
    return number;
  };
  const EventNumber taken = operate(1, ObjectOp::MutexLock, object_result::ok);
  const EventNumber failed = operate(3, ObjectOp::MutexTryLock, EBUSY);
  const EventNumber released = operate(1, ObjectOp::MutexUnlock, object_result::ok);
  const EventNumber failedLater = operate(3, ObjectOp::MutexTryLock, EBUSY);
  const EventNumber next = operate(2, ObjectOp::MutexLock, object_result::ok);
  const Result<Timeline> timeline = Timeline::make(builder.witness());
  ASSERT_TRUE(timeline.ok()) << timeline.error().what;
  EXPECT_EQ(happensBeforePath(timeline.value(), {}, taken, next), (Pairs{{released, next}}));
  EXPECT_EQ(happensBeforePath(timeline.value(), {}, failed, next), std::nullopt);
  EXPECT_EQ(happensBeforePath(timeline.value(), {}, released, failedLater), std::nullopt);
}

TEST(Synchronization, ExplainsWhatMayBeRead) {
  MessagePassing passing(MemoryOrder::Release, MemoryOrder::Acquire);
  EXPECT_TRUE(readableWrites(passing.timeline(), passing.read).empty()) << "the witness does not say it";
  passing.event(passing.read).oldest = 1;
  EXPECT_EQ(readableWrites(passing.timeline(), passing.read), (std::vector<std::optional<EventNumber>>{passing.data}));
  EXPECT_NE(reasonsOf(passing).find(
                "The initial value of data may not be read here: (1,0) write data = 5 is newer and happens before this "
                "read through (1,2) -> (2,0). The cycle: fr, hb."),
            std::string::npos)
      << reasonsOf(passing);
}

TEST(Synchronization, AStaleReadIsOverwrittenByWhatFollowsItsSource) {
  MessagePassing passing(MemoryOrder::Relaxed, MemoryOrder::Acquire);
  passing.event(passing.read).readsFrom.reset();
  EXPECT_EQ(passing.timeline().nextWriter(passing.read), std::nullopt);
  passing.event(passing.read).back = 1;
  EXPECT_EQ(passing.timeline().nextWriter(passing.read), passing.data);
}

TEST(Synchronization, ExplainsThatAnOlderValueMayBeRead) {
  MessagePassing passing(MemoryOrder::Relaxed, MemoryOrder::Acquire);
  passing.event(passing.read).oldest = 0;
  EXPECT_EQ(readableWrites(passing.timeline(), passing.read),
            (std::vector<std::optional<EventNumber>>{std::nullopt, passing.data}));
  EXPECT_NE(reasonsOf(passing).find(
                "The initial value of data may be read here instead: newer writes need not be visible yet."),
            std::string::npos)
      << reasonsOf(passing);
}

// The reads of the flag and of the data are ordered by what was read, which makes nothing visible.
TEST(Synchronization, TheCausalOrderIsNotCalledHappensBefore) {
  MessagePassing relaxed(MemoryOrder::Relaxed, MemoryOrder::Relaxed);
  relaxed.event(relaxed.read).oldest = 0;
  EXPECT_NE(reasonsOf(relaxed).find("The read comes after the write whenever its thread has read the same before, but "
                                    "nothing makes the write visible to it."),
            std::string::npos)
      << reasonsOf(relaxed);
  EXPECT_EQ(reasonsOf(relaxed).find("happens before"), std::string::npos) << reasonsOf(relaxed);
  relaxed.event(relaxed.read).oldest = 1;
  EXPECT_NE(reasonsOf(relaxed).find("whenever its thread has read the same before.\n"), std::string::npos)
      << reasonsOf(relaxed);
  MessagePassing passing(MemoryOrder::Release, MemoryOrder::Acquire);
  passing.event(passing.read).oldest = 1;
  EXPECT_NE(reasonsOf(passing).find("The write happens before the read also without this reads-from."),
            std::string::npos)
      << reasonsOf(passing);
}

TEST(Synchronization, ALaterWriteHappensAfterAReadOnlyBySynchronisation) {
  for (const bool isOrdered : {true, false}) {
    MessagePassing passing(isOrdered ? MemoryOrder::Release : MemoryOrder::Relaxed, MemoryOrder::Acquire);
    const EventNumber before = passing.access(passing.builder.read(1, "data"), MemoryOrder::Relaxed);
    passing.event(before).oldest = 0;
    passing.access(passing.builder.write(1, "flag", 2), isOrdered ? MemoryOrder::Release : MemoryOrder::Relaxed, 2);
    passing.access(passing.builder.read(2, "flag"), MemoryOrder::Acquire);
    passing.access(passing.builder.write(2, "data", 6), MemoryOrder::Relaxed, 2);
    const std::string text = explanationText(why(passing.timeline(), before));
    EXPECT_NE(text.find(isOrdered ? "must come later: it happens after this read."
                                  : "must come later: program order and reads-from lead to it from this read."),
              std::string::npos)
        << text;
  }
}

} // namespace
} // namespace revisit::synchronization_test
