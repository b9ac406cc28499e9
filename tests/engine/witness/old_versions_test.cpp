// Files of older versions, in which words say what kinds say now: the small files version2.revisit and
// version3.revisit.
#include "program/objects/objects.h"
#include "program/step_words.h"
#include "witness/event_words.h"
#include "witness/names.h"
#include "witness/old_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace revisit {
namespace {

Result<Witness> ofVersion(int version) {
  return readWitness(WITNESS_FILES "/version" + std::to_string(version) + ".json");
}

TEST(OldVersions, SayMisuseInVersion2) {
  Result<Witness> read = ofVersion(2);
  ASSERT_TRUE(read.ok()) << read.error().what;
  const WitnessEvent& unlock = read->schedule.front();
  EXPECT_EQ(unlock.objectOp, ObjectOp::MutexUnlock);
  EXPECT_EQ(unlock.seen, object_result::misuse);
  EXPECT_EQ(unlock.value, "");
  EXPECT_EQ(valueWords(unlock), "not held by it");
  EXPECT_EQ(operationWords(read->schedule.back()), "error");
}

TEST(OldVersions, SayOperationsInVersion3) {
  Result<Witness> read = ofVersion(3);
  ASSERT_TRUE(read.ok()) << read.error().what;
  const std::vector<WitnessEvent>& events = read->schedule;
  ASSERT_EQ(events.size(), 12u);
  EXPECT_EQ(events[2].objectOp, ObjectOp::MutexLock);
  EXPECT_EQ(events[4].objectOp, ObjectOp::MutexTryLock);
  EXPECT_EQ(events[4].seen, object_result::busy) << "the number is absent in the file";
  EXPECT_EQ(events[5].seen, object_result::ok) << "the number is absent in the file";
  EXPECT_EQ(events[6].rmw, RmwOp::Add);
  EXPECT_EQ(events[7].rmw, RmwOp::Insert);
  EXPECT_EQ(events[9].lifetime, Lifetime::Ends);
  EXPECT_EQ(events[10].holds, true);
  EXPECT_EQ(events[11].holds, false);
  std::vector<std::string> said;
  for (const WitnessEvent& event : events)
    said.push_back(operationWords(event) + '|' + valueWords(event));
  EXPECT_EQ(said, (std::vector<std::string>{"create|", "create|", "lock|", "lock|", "try lock|busy",
                                            "timed wake|in time", "fetch add without change|0", "write|7",
                                            "failed compare and swap|7", "free|", "branch|true", "assume|false"}));
}

// What is waited for, as data, and again in the words of the file.
TEST(OldVersions, SayWhatIsWaitedForInVersion3) {
  Result<Witness> read = ofVersion(3);
  ASSERT_TRUE(read.ok()) << read.error().what;
  const std::vector<WitnessWaiting>& waiting = read->error.waiting;
  const auto operation = [](ObjectOp op, const char* name) {
    Awaited awaited;
    awaited.kind = AwaitedKind::Operation;
    awaited.operation = op;
    awaited.name = name;
    return awaited;
  };
  Awaited end, change, held = operation(ObjectOp::MutexLock, "b"), readers = operation(ObjectOp::RwlockWrite, "rw"),
                       behind = operation(ObjectOp::RwlockRead, "rw"),
                       gate = operation(ObjectOp::BarrierArrive, "gate"), run = operation(ObjectOp::OnceEnter, "o"),
                       turn, unseen, nothing;
  end.kind = AwaitedKind::ThreadEnd;
  end.thread = 1;
  change.kind = AwaitedKind::Change;
  change.name = "flag";
  held.holders = {2};
  readers.holders = {0, 1};
  behind.writer = 1;
  gate.arrived = {1, 3};
  run.holders = {2};
  turn.kind = AwaitedKind::Turn;
  nothing.kind = AwaitedKind::Nothing;
  const std::vector<Awaited> expected = {
      end, held, change, readers, behind, gate, run, operation(ObjectOp::SemWait, "place of s"), turn, unseen, nothing};
  ASSERT_EQ(waiting.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); i++)
    EXPECT_EQ(waiting[i].what, expected[i]) << awaitedWords(*read, waiting[i]);
  for (const WitnessWaiting& one : waiting)
    EXPECT_EQ(old_words::awaited(awaitedWords(*read, one)), one.what) << awaitedWords(*read, one);
}

TEST(OldVersions, HaveWordsForEveryOperation) {
  for (int op = 0; op <= static_cast<int>(ObjectOp::HandleDetach); op++)
    EXPECT_EQ(old_words::objectOp(wordsOf(static_cast<ObjectOp>(op))), static_cast<ObjectOp>(op));
  for (int op = 0; op <= static_cast<int>(RmwOp::Insert); op++)
    EXPECT_EQ(old_words::rmwOp(wordsOf(static_cast<RmwOp>(op))), static_cast<RmwOp>(op));
}

TEST(OldVersions, HaveWordsForEveryResult) {
  namespace r = object_result;
  WitnessEvent event;
  event.kind = LabelKind::Object;
  for (int op = 0; op <= static_cast<int>(ObjectOp::HandleDetach); op++)
    for (const std::uint64_t result : {r::ok, r::notPermitted, r::again, r::busy, r::invalid, r::deadlock, r::timedOut,
                                       r::serialThread, r::mustRun, r::misuse, r::destroyed, r::inUse, r::uninitialised,
                                       r::freed, r::spent, r::initialised, r::otherMutex, std::uint64_t{7}}) {
      event.objectOp = static_cast<ObjectOp>(op);
      event.seen = result;
      EXPECT_EQ(old_words::result(valueWords(event)), result) << operationWords(event) << ' ' << result;
    }
}

TEST(OldVersions, OtherWordsAreRefused) {
  EXPECT_EQ(old_words::objectOp("jump"), std::nullopt);
  EXPECT_EQ(old_words::rmwOp("jump"), std::nullopt);
  EXPECT_EQ(old_words::lifetime("jump"), std::nullopt);
  EXPECT_EQ(old_words::result("good luck"), std::nullopt);
  for (const char* wrong : {"", "good luck", "the end of time", "jump of m", "lock"})
    EXPECT_EQ(old_words::awaited(wrong), std::nullopt) << wrong;
}

} // namespace
} // namespace revisit
