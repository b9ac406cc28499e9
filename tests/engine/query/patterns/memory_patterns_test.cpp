// Patterns of memory: each in an execution that has it, and in one that only looks similar.
#include "pattern_fixture.h"
#include "program/objects/objects.h"

namespace revisit::memory_patterns_test {
namespace {

using MemoryPatterns = PatternTest;

// --- Lost updates

TEST_F(MemoryPatterns, LostUpdate) {
  threads(2);
  const EventNumber read = at(10).read(1, "n");
  at(11).read(2, "n");
  const EventNumber write = at(12).write(2, "n", 1);
  const EventNumber over = at(12).write(1, "n", 1);
  builder.end(1);
  builder.end(2);
  builder.join(0, 1);
  builder.join(0, 2);
  builder.read(0, "n");
  builder.error(0, ErrorKind::Assertion, "n == 2");
  EXPECT_EQ(events(), (std::vector<EventNumber>{read, write, over}));
  EXPECT_EQ(text(), "  lost update of 'n'\n"
                    "     3  T1 a reads n = 0 at a.c:10\n"
                    "     5  T2 b writes n = 1 at a.c:12\n"
                    "     6  T1 a writes n = 1 at a.c:12, over a write it never read\n");
}

TEST_F(MemoryPatterns, ALostUpdateAcrossALockThatWasReleased) {
  threads(2);
  const auto locked = [&](unsigned thread, const auto& act) {
    builder.lock(thread, "m");
    act();
    builder.unlock(thread, "m");
  };
  locked(1, [&] { at(5).read(1, "n"); });
  locked(2, [&] { at(5).read(2, "n"); });
  locked(2, [&] { at(9).write(2, "n", 1); });
  locked(1, [&] { at(9).write(1, "n", 1); });
  locked(0, [&] { at(20).read(0, "n"); });
  builder.error(0, ErrorKind::Assertion, "n == 2");
  EXPECT_EQ(headline(), "lost update of 'n' (m was released in between)");
}

// Another update came after the lost one and built on what was left.
TEST_F(MemoryPatterns, ALostUpdateFurtherBack) {
  threads(2);
  const EventNumber read = at(5).read(1, "n");
  at(5).read(2, "n");
  at(5).write(2, "n", 1);
  at(5).write(1, "n", 1);
  at(5).read(2, "n");
  at(5).write(2, "n", 2);
  at(9).read(0, "n");
  builder.error(0, ErrorKind::Assertion, "n == 3");
  EXPECT_EQ(headline(), "lost update of 'n'");
  EXPECT_EQ(events().front(), read);
}

TEST_F(MemoryPatterns, NothingIsLostThatWasReadOrHandedOver) {
  threads(2);
  at(5).read(1, "n");
  at(5).write(1, "n", 1);
  at(5).read(2, "n");
  at(5).write(2, "n", 2);
  at(9).read(0, "n");
  builder.error(0, ErrorKind::Assertion, "n == 3");
  EXPECT_EQ(headline(), "");
  EXPECT_EQ(text(), "  last read before the error: 'n', written by T2 b\n"
                    "     6  T2 b writes n = 2 at a.c:5\n"
                    "     7  T0 main reads n = 2 at a.c:9\n");
}

// The writer waits for a flag that the other thread sets after its own write, so it knows of that write.
TEST_F(MemoryPatterns, AWriteBehindAHandOverLosesNothing) {
  threads(2);
  at(5).read(1, "n");
  at(6).write(2, "n", 7);
  at(7).write(2, "flag", 1);
  at(8).read(1, "flag");
  at(9).write(1, "n", 1);
  at(10).read(0, "n");
  builder.error(0, ErrorKind::Assertion, "n == 7");
  EXPECT_EQ(headline(), "");
}

TEST_F(MemoryPatterns, AMessageIsOverwrittenUnread) {
  for (const bool isRead : {false, true}) {
    builder = WitnessBuilder();
    threads(2);
    const EventNumber first = at(5).write(1, "box", 1);
    if (isRead)
      at(8).read(0, "box");
    const EventNumber second = at(6).write(2, "box", 2), read = at(9).read(0, "box");
    builder.error(0, ErrorKind::Assertion, "sum == 3");
    EXPECT_EQ(headline(),
              isRead ? "check-then-act on 'box'" : "lost message: T2 b overwrites 'box' before anyone reads it");
    if (!isRead) {
      EXPECT_EQ(events(), (std::vector<EventNumber>{first, second, read}));
    }
  }
}

// A stale read explains more than the one that came last.
TEST_F(MemoryPatterns, AStaleReadIsNamedFirst) {
  builder.witness().options.memoryModel = ModelKind::Rc11;
  threads(1);
  const EventNumber data = at(5).write(1, "data", 1);
  at(6).write(1, "other", 7);
  const EventNumber stale = at(9).read(0, "data");
  at(10).read(0, "other");
  builder.error(0, ErrorKind::Assertion, "data + other != 7");
  WitnessEvent& read = builder.witness().schedule[stale - 1];
  read.readsFrom.reset();
  read.back = 1;
  EXPECT_EQ(text(), "  stale read before the error: 'data', which T1 a had overwritten\n"
                    "     2  T1 a writes data = 1 at a.c:5\n"
                    "     4  T0 main reads data = 1 at a.c:9\n");
  EXPECT_EQ(data, 2u);
}

// The turn of a lock made of variables is set again in each round: not an update of what was read in the round before.
TEST_F(MemoryPatterns, AVariableThatIsSetAnewIsNoUpdate) {
  threads(2);
  at(4).read(1, "turn");
  at(5).write(1, "flag", 0);
  at(5).write(1, "flag", 1);
  at(7).write(2, "turn", 1);
  at(6).write(1, "turn", 2);
  at(9).read(0, "turn");
  builder.error(0, ErrorKind::Assertion, "alone");
  EXPECT_EQ(headline(), "");
}

TEST_F(MemoryPatterns, AnAtomicUpdateLosesNothing) {
  threads(2);
  at(5).read(1, "n");
  builder.add(2, "n", 1);
  builder.add(1, "n", 1);
  at(9).read(0, "n");
  builder.error(0, ErrorKind::Assertion, "n == 3");
  EXPECT_EQ(headline(), "");
}

// --- Check-then-act

TEST_F(MemoryPatterns, CheckThenAct) {
  threads(2);
  builder.lock(1, "m");
  const EventNumber check = at(5).read(1, "size");
  builder.unlock(1, "m");
  builder.lock(2, "m");
  const EventNumber write = at(6).write(2, "size", 3);
  builder.unlock(2, "m");
  builder.lock(1, "m");
  const EventNumber act = at(7).read(1, "size");
  builder.error(1, ErrorKind::OutOfBounds, "");
  EXPECT_EQ(headline(), "check-then-act on 'size' (m was released in between)");
  EXPECT_EQ(events(), (std::vector<EventNumber>{check, write, act}));
}

TEST_F(MemoryPatterns, WhatIsReadAgainBehindAJoinIsNoCheckThenAct) {
  threads(1);
  at(5).read(0, "size");
  at(6).write(1, "size", 3);
  builder.end(1);
  builder.join(0, 1);
  at(7).read(0, "size");
  builder.error(0, ErrorKind::Assertion, "size == 4");
  EXPECT_EQ(headline(), "");
}

TEST_F(MemoryPatterns, ALoopThatLooksAgainIsNoCheckThenAct) {
  threads(1);
  at(5).read(0, "size");
  at(6).write(1, "size", 3);
  at(5).read(0, "size");
  builder.error(0, ErrorKind::Assertion, "other");
  EXPECT_EQ(headline(), "");
}

// A second attempt, which does not find what the first one found: what fails is read after it.
TEST_F(MemoryPatterns, AnotherAttemptIsNoCheckThenAct) {
  threads(1);
  builder.at("/src/a.c", 5, "first").read(0, "count");
  at(6).write(1, "count", 1);
  builder.at("/src/a.c", 5, "second").read(0, "count");
  at(8).read(0, "slot");
  at(9).error(0, ErrorKind::Assertion, "value == 7");
  EXPECT_EQ(headline(), "");
}

TEST_F(MemoryPatterns, ACheckThatStillHoldsIsNone) {
  threads(1);
  at(5).read(0, "size");
  at(6).write(1, "size", 0);
  at(7).read(0, "size");
  builder.error(0, ErrorKind::Assertion, "other");
  EXPECT_EQ(headline(), "");
}

// The act belongs to another thread than the failing one, which reads what it wrote.
TEST_F(MemoryPatterns, AnActOnAStaleCheck) {
  threads(1);
  builder.write(0, "expires", 60);
  builder.lock(1, "m");
  const EventNumber check = at(5).read(1, "expires");
  builder.unlock(1, "m");
  builder.lock(0, "m");
  const EventNumber change = at(6).write(0, "expires", 121);
  builder.unlock(0, "m");
  builder.lock(1, "m");
  const EventNumber act = at(7).write(1, "size", 0);
  builder.unlock(1, "m");
  at(9).read(0, "size");
  builder.error(0, ErrorKind::Assertion, "size == 1");
  EXPECT_EQ(headline(), "check-then-act on 'expires' (m was released in between)");
  EXPECT_EQ(events(), (std::vector<EventNumber>{check, change, act}));
}

TEST_F(MemoryPatterns, AnActThatLooksAgainIsNotStale) {
  threads(1);
  builder.write(0, "expires", 60);
  builder.lock(1, "m");
  at(5).read(1, "expires");
  builder.unlock(1, "m");
  builder.lock(0, "m");
  at(6).write(0, "expires", 121);
  builder.unlock(0, "m");
  builder.lock(1, "m");
  at(7).read(1, "expires");
  at(7).write(1, "size", 0);
  builder.unlock(1, "m");
  at(9).read(0, "size");
  builder.error(0, ErrorKind::Assertion, "size == 1");
  EXPECT_EQ(headline(), "");
}

// Two sections that need not be one step, because no thread depends on both.
TEST_F(MemoryPatterns, SectionsOfDifferentPurposeAreNoCheckThenAct) {
  threads(1);
  builder.lock(1, "m");
  at(5).read(1, "settings");
  builder.unlock(1, "m");
  builder.lock(0, "m");
  at(6).write(0, "settings", 2);
  builder.unlock(0, "m");
  builder.lock(1, "m");
  at(7).write(1, "statistics", 1);
  builder.unlock(1, "m");
  at(9).read(0, "other");
  builder.error(0, ErrorKind::Assertion, "other");
  EXPECT_EQ(headline(), "");
}

// The other thread relied on what the act reverts.
TEST_F(MemoryPatterns, SectionsThatCrossAnothersAreACheckThenAct) {
  threads(1);
  builder.write(0, "queued", 1);
  builder.lock(1, "m");
  const EventNumber check = at(5).read(1, "mailbox");
  builder.unlock(1, "m");
  builder.lock(0, "m");
  const EventNumber change = at(6).write(0, "mailbox", 1);
  at(6).read(0, "queued");
  builder.unlock(0, "m");
  builder.lock(1, "m");
  const EventNumber act = at(7).write(1, "queued", 0);
  builder.unlock(1, "m");
  at(9).read(0, "balance");
  builder.error(0, ErrorKind::Assertion, "balance == 42");
  EXPECT_EQ(headline(), "check-then-act on 'mailbox' (m was released in between)");
  EXPECT_EQ(events(), (std::vector<EventNumber>{check, change, act}));
}

// --- ABA

TEST_F(MemoryPatterns, Aba) {
  threads(1);
  builder.write(0, "head", 1);
  builder.write(0, "next", 2);
  const EventNumber read = at(5).read(1, "head");
  at(5).read(1, "next");
  at(6).swap(0, "head", 2);
  at(7).write(0, "next", 3);
  const EventNumber back = builder.swap(0, "head", 1);
  const EventNumber swapped = builder.swap(1, "head", 2);
  builder.error(1, ErrorKind::Assertion, "");
  EXPECT_EQ(headline(), "ABA of 'head': it changed and came back before the compare-and-swap");
  EXPECT_EQ(events(), (std::vector<EventNumber>{read, back, swapped}));
}

TEST_F(MemoryPatterns, ALockThatWasFreeAgainIsNoAba) {
  threads(1);
  builder.read(1, "lock");
  builder.swap(0, "lock", 1);
  builder.write(0, "lock", 0);
  builder.swap(1, "lock", 1);
  builder.error(1, ErrorKind::Assertion, "");
  EXPECT_EQ(headline(), "");
}

TEST_F(MemoryPatterns, AValueThatCameBackWithTheSameNextIsHarmless) {
  threads(1);
  builder.write(0, "head", 1);
  builder.write(0, "next", 2);
  builder.read(1, "head");
  builder.read(1, "next");
  builder.swap(0, "head", 2);
  builder.write(0, "next", 2);
  builder.swap(0, "head", 1);
  builder.swap(1, "head", 2);
  builder.error(1, ErrorKind::Assertion, "");
  EXPECT_EQ(headline(), "");
}

// --- The life of memory

TEST_F(MemoryPatterns, UseAfterFree) {
  threads(1);
  const std::uint64_t block = builder.variable("block").address + 0x100000;
  builder.variable("pointer", 8);
  builder.write(0, "pointer", block);
  const EventNumber pointer = at(4).read(1, "pointer");
  at(5);
  builder.writeBytes(0, "heap", {block, 4}, 0);
  WitnessEvent& free = builder.witness().schedule.back();
  free.lifetime = Lifetime::Ends;
  free.value.clear();
  const EventNumber freed = builder.size();
  at(6);
  const EventNumber use = builder.readBytes(1, "heap", {block, 4});
  builder.error(1, ErrorKind::UseAfterFree, "use of a block of the heap after it was freed");
  EXPECT_EQ(headline(), "use after free of 'heap': the free does not wait for this use");
  EXPECT_EQ(events(), (std::vector<EventNumber>{pointer, freed, use}));
}

// A block of a library has a name that tells nothing.
TEST_F(MemoryPatterns, ABlockOfALibraryIsWhatItsPointerPointsTo) {
  threads(1);
  const std::uint64_t block = builder.variable("block").address + 0x100000;
  builder.variable("current.cntrl", 8);
  builder.write(0, "current.cntrl", block);
  at(4).read(1, "current.cntrl");
  builder.writeBytes(0, "heap of main+0x10", {block, 4}, 0);
  WitnessEvent& free = builder.witness().schedule.back();
  free.lifetime = Lifetime::Ends;
  free.value.clear();
  at(6).readBytes(1, "heap of main+0x10", {block, 4});
  builder.witness().schedule.back().calls = {{"/usr/include/memory", 70, 1, "std::shared_ptr<int>::~shared_ptr()"},
                                             {"/src/a.c", 6, 1, "clear()"}};
  builder.error(1, ErrorKind::UseAfterFree, "use of a block of the heap after it was freed");
  EXPECT_EQ(headline(), "use after free of what 'current.cntrl' points to: the free does not wait for this use");
}

TEST_F(MemoryPatterns, AUseThatTheThreadItselfFreedSaysSo) {
  builder.write(0, "heap", 1);
  builder.free(0, "heap");
  builder.read(0, "heap");
  builder.error(0, ErrorKind::UseAfterFree, "use of a block of the heap after it was freed");
  EXPECT_EQ(headline(), "use after free of 'heap' by the same thread");
  builder.witness().error.message = "use of a local variable after its scope has ended";
  EXPECT_EQ(headline(), "use of 'heap' after the end of its life");
}

TEST_F(MemoryPatterns, AUseOfWhatNoEventFreedIsLeftToTheMessage) {
  builder.write(0, "heap", 1);
  builder.read(0, "heap");
  builder.error(0, ErrorKind::UseAfterFree, "use of a block of the heap after it was freed");
  EXPECT_EQ(headline(), "");
}

TEST_F(MemoryPatterns, AnObjectIsUsedAfterItsEnd) {
  threads(1);
  at(5).write(1, "ready", 1);
  const EventNumber sign = at(9).read(0, "ready");
  const EventNumber end = at(10).object(0, "cond destroy", "c");
  const EventNumber use = at(6).object(1, "signal", "c");
  builder.witness().schedule[use - 1].seen = object_result::freed;
  builder.error(1, ErrorKind::UseAfterFree, "use of a condition variable after the end of its lifetime");
  EXPECT_EQ(headline(), "use of 'c' after the end of its life: the end does not wait for this use");
  EXPECT_EQ(events(), (std::vector<EventNumber>{sign, end, use}));
}

TEST_F(MemoryPatterns, DoubleFree) {
  threads(2);
  const auto free = [&](unsigned thread, std::uint64_t summand) { return builder.add(thread, "life", summand); };
  const EventNumber first = free(1, 2), second = free(2, 1);
  builder.error(2, ErrorKind::DoubleFree, "");
  EXPECT_EQ(headline(), "double free: two threads free the same block");
  EXPECT_EQ(events(), (std::vector<EventNumber>{first, second}));
}

TEST_F(MemoryPatterns, ADoubleFreeWithoutItsFirstIsLeftToTheMessage) {
  builder.read(0, "other");
  builder.error(0, ErrorKind::DoubleFree, "");
  EXPECT_EQ(headline(), "");
}

// --- Inputs

TEST_F(MemoryPatterns, OutOfRangeInput) {
  builder.input(0, "length", 8, 12);
  const EventNumber check = at(5).branch(0, "length <= 12", "(bvule in_0_0 #x0c)", true);
  const EventNumber index = at(7).branch(0, "length > 11", "(bvugt in_0_0 #x0b)", true);
  const EventNumber error = builder.error(0, ErrorKind::OutOfBounds, "");
  EXPECT_EQ(headline(), "out-of-range input: 'length' = 12");
  EXPECT_EQ(events(), (std::vector<EventNumber>{check, index, error}));
}

TEST_F(MemoryPatterns, ABranchElsewhereDoesNotMakeTheInputTheCause) {
  builder.input(0, "length", 8, 12);
  at(5).branch(0, "length <= 12", "(bvule in_0_0 #x0c)", true);
  at(7).error(0, ErrorKind::OutOfBounds, "");
  EXPECT_EQ(headline(), "");
}

} // namespace
} // namespace revisit::memory_patterns_test
