// Explanations: the sentences of known executions.
#include "query/explain/explain.h"
#include "witness_builder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace revisit::explain_test {
namespace {

Timeline timelineOf(const Witness& witness) {
  Result<Timeline> timeline = Timeline::make(witness);
  EXPECT_TRUE(timeline.ok()) << timeline.error().what;
  return std::move(timeline.value());
}

std::string text(WitnessBuilder& builder, EventNumber number) {
  return explanationText(why(timelineOf(builder.witness()), number));
}

struct LostUpdate {
  WitnessBuilder builder;
  EventNumber read1, read2, write1, write2, last, error;
  LostUpdate() {
    builder.at("/src/pay.c", 20);
    builder.create(0, "pay");
    builder.create(0, "pay");
    builder.at("/src/pay.c", 10);
    read1 = builder.read(1, "balance");
    read2 = builder.read(2, "balance");
    builder.at("/src/pay.c", 11);
    write1 = builder.write(1, "balance", 10);
    write2 = builder.write(2, "balance", 20);
    builder.end(1);
    builder.end(2);
    builder.at("/src/pay.c", 22);
    builder.join(0, 1);
    builder.join(0, 2);
    last = builder.read(0, "balance");
    error = builder.error(0, ErrorKind::Assertion, "balance == 30");
  }
};

TEST(WhyRead, ALostUpdateIsAWriteThatCouldHaveBeenRead) {
  LostUpdate program;
  EXPECT_EQ(
      text(program.builder, program.read2),
      "(2,0) read balance = 0 at pay.c:10 reads the initial value of balance.\n"
      "  No write to balance was done before it.\n"
      "  (1,1) write balance = 10 at pay.c:11 comes later: nothing orders the two, another execution may read it.\n"
      "  (2,1) write balance = 20 at pay.c:11 must come later: it happens after this read.\n");
}

TEST(WhyRead, NamesTheWriteAndWhoElseIsOverwritten) {
  LostUpdate program;
  EXPECT_EQ(
      text(program.builder, program.last),
      "(0,4) read balance = 20 at pay.c:22 reads from (2,1) write balance = 20 at pay.c:11.\n"
      "  (2,1) write balance = 20 at pay.c:11 is the coherence-latest write to balance that was done before it.\n"
      "  The write happens before the read also without this reads-from.\n"
      "  The initial value is overwritten by (1,1) write balance = 10 at pay.c:11 before this read, and must be.\n"
      "  (1,1) write balance = 10 at pay.c:11 is overwritten by (2,1) write balance = 20 at pay.c:11 before this read: "
      "nothing forces that, another execution may read it.\n");
}

TEST(WhyRead, AReadThatRacesWithItsWrite) {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.write(0, "x", 1);
  builder.write(0, "x", 2);
  const EventNumber read = builder.read(1, "x");
  EXPECT_EQ(text(builder, read),
            "(1,0) read x = 2 reads from (0,2) write x = 2.\n"
            "  (0,2) write x = 2 is the coherence-latest write to x that was done before it.\n"
            "  Nothing but this read orders the two: in another execution the read may come first.\n"
            "  The initial value is overwritten by (0,1) write x = 1 before this read: nothing forces that, another "
            "execution may read it.\n"
            "  (0,1) write x = 1 is overwritten by (0,2) write x = 2 before this read: nothing forces that, another "
            "execution "
            "may read it.\n");
}

TEST(WhyRead, WhatMustBeOverwrittenIsSaidToBe) {
  WitnessBuilder builder;
  builder.write(0, "x", 1);
  builder.write(0, "x", 2);
  const std::string why = text(builder, builder.read(0, "x"));
  EXPECT_NE(why.find("(0,0) write x = 1 is overwritten by (0,1) write x = 2 before this read, and must be"),
            std::string::npos)
      << why;
  EXPECT_EQ(why.find("another execution"), std::string::npos) << why;
}

TEST(WhyRead, PartsOfSeveralWrites) {
  WitnessBuilder builder;
  const EventNumber low = builder.writeBytes(0, "x", {0x100, 4}, 1);
  builder.writeBytes(0, "x+4", {0x104, 4}, 2);
  const EventNumber read = builder.readBytes(0, "x", {0x100, 8});
  const Explanation explanation = why(timelineOf(builder.witness()), read);
  EXPECT_TRUE(std::ranges::any_of(explanation.reasons, [&](const Reason& reason) {
    return reason.event == low && reason.sentence == "(0,0) write x = 1 wrote a part of what this reads.";
  })) << explanationText(explanation);
}

// The witness names writes by location, which may be larger than the bytes read.
TEST(WhyRead, TheSourceNeedNotHaveTheseBytes) {
  WitnessBuilder builder;
  builder.writeBytes(0, "x", {0x100, 4}, 1);
  builder.writeBytes(0, "x+4", {0x104, 4}, 2);
  const EventNumber read = builder.readBytes(0, "x", {0x100, 4});
  builder.witness().schedule[read - 1].readsFrom = {0, 1};
  const std::string why = text(builder, read);
  EXPECT_NE(why.find("The latest write to these very bytes before it is (0,0) write x = 1."), std::string::npos) << why;
  builder.witness().schedule[0].address = 0x108;
  const std::string other = text(builder, read);
  EXPECT_NE(other.find("No write to these very bytes was done before it."), std::string::npos) << other;
}

TEST(WhyRead, WithoutAddressOnlyTheSourceIsKnown) {
  WitnessBuilder builder;
  builder.write(0, "x", 1);
  const EventNumber read = builder.read(0, "x");
  for (WitnessEvent& event : builder.witness().schedule)
    event.address = 0;
  EXPECT_EQ(text(builder, read), "(0,1) read x = 1 reads from (0,0) write x = 1.\n"
                                 "  The witness has no address for it: other accesses to it are not known.\n");
}

TEST(WhyWrite, SaysWhatIsLost) {
  LostUpdate program;
  EXPECT_EQ(
      text(program.builder, program.write2),
      "(2,1) write balance = 20 at pay.c:11 overwrites (1,1) write balance = 10 at pay.c:11.\n"
      "  Its thread last read balance before that, at (2,0) read balance = 0 at pay.c:10: what (1,1) wrote is lost if "
      "this write builds on it.\n"
      "  (0,4) read balance = 20 at pay.c:22 reads it.\n"
      "  (1,0) read balance = 0 at pay.c:10 comes before it: nothing orders the two, in another execution it may read "
      "this write.\n"
      "  (1,1) write balance = 10 at pay.c:11 comes before it: nothing orders the two, in another execution either may "
      "overwrite the other.\n");
  const std::string first = text(program.builder, program.write1);
  EXPECT_EQ(first.find("is lost"), std::string::npos) << first;
  EXPECT_NE(first.find("No event reads it."), std::string::npos) << first;
  EXPECT_NE(first.find("It is overwritten by (2,1)"), std::string::npos) << first;
}

TEST(WhyWrite, NothingIsLostWhenItWasRead) {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.write(1, "x", 1);
  builder.read(0, "x");
  const std::string why = text(builder, builder.write(0, "x", 2));
  EXPECT_EQ(why.find("is lost"), std::string::npos) << why;
}

TEST(WhyUpdate, IsARead) {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.add(0, "x", 1);
  const EventNumber update = builder.add(1, "x", 2);
  builder.add(0, "x", 4);
  EXPECT_EQ(
      text(builder, update),
      "(1,0) fetch add x: 1 -> 3 reads from (0,1) fetch add x: 0 -> 1 and overwrites (0,1) fetch add x: 0 -> 1.\n"
      "  (0,1) fetch add x: 0 -> 1 is the coherence-latest write to x that was done before it.\n"
      "  Nothing but this read orders the two: in another execution the read may come first.\n"
      "  The initial value is overwritten by (0,1) fetch add x: 0 -> 1 before this read: nothing forces that, another "
      "execution may read it.\n"
      "  (0,2) fetch add x: 3 -> 7 comes later: nothing orders the two, another execution may read it.\n"
      "  (0,2) fetch add x: 3 -> 7 reads it: nothing else orders the two, in another execution the read may come "
      "first.\n"
      "  It is overwritten by (0,2) fetch add x: 3 -> 7.\n");
}

TEST(WhyObject, TellsWhoHadTheLock) {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.lock(0, "m");
  builder.object(1, "try lock", "m", "busy");
  builder.unlock(0, "m");
  builder.lock(1, "m");
  const EventNumber unlock = builder.unlock(1, "m");
  EXPECT_EQ(text(builder, 2), "(0,1) lock m.\n  It is the first operation on m.\n  No thread held m before.\n");
  EXPECT_EQ(text(builder, 3), "(1,0) try lock m: busy.\n"
                              "  The operation on m before it is (0,1) lock m of T0 main.\n"
                              "  Only the schedule orders the two: in another execution it may come first.\n"
                              "  T0 main holds m since (0,1) lock m.\n");
  EXPECT_EQ(text(builder, 4), "(0,2) unlock m.\n"
                              "  The operation on m before it is (1,0) try lock m: busy of T1 a.\n"
                              "  Its thread took it at (0,1) lock m.\n"
                              "  The next to take it is T1 a at (1,1) lock m.\n");
  const std::string lock = text(builder, 5);
  EXPECT_NE(lock.find("Last before it T0 main took it at (0,1) lock m and released it at (0,2) unlock m."),
            std::string::npos)
      << lock;
  EXPECT_EQ(text(builder, unlock).find("next to take"), std::string::npos);
}

TEST(WhyObject, RecursiveLocksAreReleasedOnce) {
  WitnessBuilder builder;
  builder.create(0, "a");
  for (const char* operation : {"lock", "lock", "unlock", "unlock"})
    builder.object(0, operation, "m");
  const std::string why = text(builder, builder.lock(1, "m"));
  EXPECT_NE(why.find("Last before it T0 main took it at (0,1) lock m and released it at (0,4) unlock m."),
            std::string::npos)
      << why;
}

TEST(WhyObject, UnlockByAnother) {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.lock(0, "m");
  const EventNumber wrong = builder.object(1, "unlock", "m", "not held by it");
  const std::string why = text(builder, wrong);
  EXPECT_NE(why.find("It was not its thread that held it: T0 main took it at (0,1) lock m and never released it."),
            std::string::npos)
      << why;
  WitnessBuilder free;
  EXPECT_NE(text(free, free.unlock(0, "m")).find("No thread held m."), std::string::npos);
}

TEST(WhyObject, AWakeHasItsSignal) {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.object(0, "signal", "c");
  builder.object(1, "wait", "c");
  builder.object(0, "signal", "c");
  const std::string why = text(builder, builder.object(1, "wake", "c"));
  EXPECT_NE(why.find("(0,2) signal c came while it waited."), std::string::npos) << why;
  EXPECT_NE(why.find("It waited since (1,0) wait c."), std::string::npos) << why;
  EXPECT_EQ(why.find("(0,1) signal c came"), std::string::npos) << why;
  EXPECT_EQ(why.find("turn"), std::string::npos) << why;
}

TEST(WhyThreads, CreateAndJoin) {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.create(0, "b");
  builder.fence(1);
  builder.end(1);
  const EventNumber join = builder.join(0, 1);
  EXPECT_EQ(text(builder, 1), "(0,0) create T1 a.\n  The first event of the new thread is (1,0) fence.\n");
  EXPECT_EQ(text(builder, 2), "(0,1) create T2 b.\n  The new thread has no event.\n");
  EXPECT_EQ(text(builder, join), "(0,2) join T1 a.\n  It waited for the end of T1 a, (1,1) end.\n");
  EXPECT_EQ(text(builder, 3),
            "(1,0) fence.\n  It is the first event of its thread, which (0,0) create T1 a started.\n");
}

TEST(WhyBranch, NamesItsInputs) {
  WitnessBuilder builder;
  builder.input(0, "a", 32, 5);
  builder.input(0, "b", 8, 0xff);
  builder.input(0, "c", 8, 1);
  const EventNumber branch = builder.branch(0, "a > b", "(bvsgt in_0_0 ((_ sign_extend 24) in_0_1))", true);
  const EventNumber other = builder.branch(0, "odd", "", false);
  EXPECT_EQ(text(builder, branch), "(0,0) branch a > b true.\n"
                                   "  It depends on the input a of T0 main, which is 5.\n"
                                   "  It depends on the input b of T0 main, which is -1 (unsigned 255).\n");
  EXPECT_EQ(text(builder, other), "(0,1) branch odd false.\n  The witness does not say on which inputs it depends.\n");
}

TEST(WhyBug, BeginsWithItsPattern) {
  LostUpdate program;
  const Explanation explanation = whyBug(timelineOf(program.builder.witness()));
  EXPECT_EQ(explanation.event, program.error);
  EXPECT_EQ(explanationText(explanation),
            "lost update of 'balance'.\n"
            "  (2,0) T2 pay reads balance = 0 at pay.c:10.\n"
            "  (1,1) T1 pay writes balance = 10 at pay.c:11.\n"
            "  (2,1) T2 pay writes balance = 20 at pay.c:11, over a write it never read.\n");
  EXPECT_EQ(explanation.reasons.front().event, program.read2);
}

TEST(WhyBug, WithoutAPatternAnErrorFollowsFromWhatItsThreadRead) {
  WitnessBuilder builder;
  builder.at("/src/pay.c", 20);
  builder.create(0, "pay");
  builder.at("/src/pay.c", 11);
  const EventNumber write = builder.write(1, "balance", 20);
  builder.end(1);
  builder.at("/src/pay.c", 22);
  builder.join(0, 1);
  const EventNumber last = builder.read(0, "balance");
  const EventNumber error = builder.error(0, ErrorKind::Assertion, "balance == 30");
  const Explanation explanation = whyBug(timelineOf(builder.witness()));
  EXPECT_EQ(explanation.event, error);
  EXPECT_EQ(explanation.headline, "(0,3) error assertion balance == 30 at pay.c:22 in T0 main.");
  ASSERT_EQ(explanation.reasons.size(), 3u);
  EXPECT_EQ(explanation.reasons[0].sentence, "The last read before the error: 'balance', written by T1 pay.");
  EXPECT_EQ(explanation.reasons[1].event, write) << "what decides is a step of its own";
  EXPECT_EQ(explanation.reasons[2].event, last);
  EXPECT_EQ(explanation.reasons[2].sentence, "(0,2) T0 main reads balance = 20 at pay.c:22.");
}

TEST(WhyBug, ADeadlockIsACycle) {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.create(0, "b");
  builder.at("/src/d.c", 5);
  builder.object(1, "once enter", "m", "runs it");
  builder.object(2, "once enter", "n", "runs it");
  builder.witness().error.kind = ErrorKind::Deadlock;
  builder.waiting(0, "the end of T1 (a)", {"/src/d.c", 3, 1, "main"});
  builder.waiting(1, "once enter of n, run by T2 (b)", {"/src/d.c", 6, 1, "a"});
  builder.waiting(2, "once enter of m, run by T1 (a)", {"/src/d.c", 10, 1, "b"});
  const Explanation explanation = whyBug(timelineOf(builder.witness()));
  EXPECT_EQ(explanationText(explanation), "deadlock: T0 main, T1 a and T2 b cannot go on.\n"
                                          "  T0 main waits for the end of T1 (a) at d.c:3.\n"
                                          "  The last event of T1 a is (1,0) once enter m: runs it at d.c:5.\n"
                                          "  T1 a waits for once enter of n, run by T2 (b) at d.c:6.\n"
                                          "  T2 b runs the routine of n since (2,0) once enter n: runs it at d.c:5.\n"
                                          "  T2 b waits for once enter of m, run by T1 (a) at d.c:10.\n"
                                          "  T1 a runs the routine of m since (1,0) once enter m: runs it at d.c:5.\n"
                                          "  A cycle: T1 a waits for T2 b and T2 b waits for T1 a.\n");
  EXPECT_EQ(explanation.event, std::nullopt);
  EXPECT_EQ(explanation.reasons[3].event, 4u);
}

TEST(WhyBug, OtherWaits) {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.object(0, "once enter", "m", "runs it");
  builder.write(0, "flag", 1);
  builder.object(1, "sem init", "stack of main+0x10");
  builder.witness().error.kind = ErrorKind::Livelock;
  builder.waiting(0, "once enter of m, run by T0 (main)", {});
  builder.waiting(1, "flag to change", {});
  const std::string stuck = explanationText(whyBug(timelineOf(builder.witness())));
  EXPECT_NE(stuck.find("livelock: T0 main and T1 a come no further."), std::string::npos) << stuck;
  EXPECT_NE(stuck.find("The last write to it is (0,2) write flag = 1 of T0 main."), std::string::npos) << stuck;
  EXPECT_NE(stuck.find("A cycle: T0 main waits for itself."), std::string::npos) << stuck;
  builder.witness().error.waiting.clear();
  builder.waiting(1, "sem wait of stack of main+0x10", {});
  builder.waiting(0, "something that was not seen", {});
  const std::string other = explanationText(whyBug(timelineOf(builder.witness())));
  EXPECT_NE(other.find("The last operation on it is (1,0) sem init stack of main+0x10 of T1 a."), std::string::npos)
      << other;
  EXPECT_NE(other.find("T0 main waits for something that was not seen."), std::string::npos) << other;
  EXPECT_EQ(other.find("cycle"), std::string::npos) << other;
}

TEST(WhyBug, WithoutAnyEventItIsStillSaid) {
  WitnessBuilder builder;
  builder.fence(0);
  builder.witness().error.kind = ErrorKind::Leak;
  builder.witness().error.message = "16 bytes";
  EXPECT_EQ(explanationText(whyBug(timelineOf(builder.witness()))), "leak: 16 bytes.\n");
}

TEST(WhoWrote, NamesEveryWriterOfTheBytes) {
  WitnessBuilder builder;
  builder.writeBytes(0, "x", {0x100, 8}, 1);
  builder.writeBytes(0, "x+2", {0x102, 2}, 2);
  builder.witness().shared = {{0x108, 8}, {0x100, 8}};
  const Timeline timeline = timelineOf(builder.witness());
  EXPECT_EQ(explanationText(whoWrote(timeline, {0x100, 8}, 2)),
            "(0,1) write x+2 = 2 wrote it last.\n  Other bytes of it are from (0,0) write x = 1.\n");
  EXPECT_EQ(explanationText(whoWrote(timeline, {0x100, 8}, 1)), "(0,0) write x = 1 wrote it last.\n");
  EXPECT_EQ(explanationText(whoWrote(timeline, {0x104, 8}, 2)),
            "(0,0) write x = 1 wrote it last.\n  Other bytes of it have their initial value.\n");
  EXPECT_EQ(explanationText(whoWrote(timeline, {0x100, 8}, 0)),
            "No write was done to it before: it has its initial value.\n");
}

TEST(WhoWrote, SaysNothingOfMemoryWhoseWritesAreNoEvents) {
  WitnessBuilder builder;
  builder.writeBytes(0, "x", {0x100, 4}, 1);
  builder.witness().shared = {{0x100, 4}};
  const auto wrote = [&](const ByteRange& range) {
    return explanationText(whoWrote(timelineOf(builder.witness()), range, 1));
  };
  EXPECT_EQ(wrote({0x200, 4}), "Writes to it are no events, because only one thread uses it, or none: with "
                               "--all-accesses, 'revisit check' makes events of them.\n");
  EXPECT_EQ(wrote({0x100, 8}), "(0,0) write x = 1 wrote it last.\n  Writes to other bytes of it are no events, because "
                               "only one thread uses these bytes, or none.\n");
  builder.witness().options.allAccesses = true;
  EXPECT_EQ(wrote({0x200, 4}), "No write was done to it before: it has its initial value.\n");
}

TEST(ExplanationJson, HasSentencesAndEvents) {
  WitnessBuilder builder;
  builder.create(0, "a");
  builder.fence(1);
  EXPECT_EQ(
      explanationJson(why(timelineOf(builder.witness()), 2)).dump(),
      R"j({"event":2,"headline":"(1,0) fence.","reasons":[{"sentence":"It is the first event of its thread, which )j"
      R"j((0,0) create T1 a started.","event":1}]})j");
}

} // namespace
} // namespace revisit::explain_test
