// Patterns of waiting: each in an execution that has it, and in one that only looks similar.
#include "pattern_fixture.h"

namespace revisit::waiting_patterns_test {
namespace {

using WaitingPatterns = PatternTest;

// --- Messages

TEST_F(WaitingPatterns, AMessageThatIsOverwrittenUnread) {
  threads(2);
  builder.fence(2); // it runs when the messages are written
  const EventNumber first = at(3).write(1, "full", 1), second = at(4).write(1, "full", 1);
  builder.object(1, "signal", "c");
  at(7).read(2, "full");
  builder.write(2, "full", 0);
  const EventNumber check = at(7).read(2, "full");
  builder.object(2, "wait", "c");
  builder.end(1);
  deadlock();
  waitsFor(2, "wake of c", 7);
  EXPECT_EQ(headline(), "lost message: 'full' is set twice before anyone looks");
  EXPECT_EQ(events(), (std::vector<EventNumber>{first, second, check}));
}

TEST_F(WaitingPatterns, MessagesThatWereAllReadAreNotLost) {
  threads(2);
  for (int round = 0; round < 2; round++) {
    at(3).write(1, "full", 1);
    at(7).read(2, "full");
    builder.write(2, "full", 0);
  }
  at(7).read(2, "full");
  builder.object(2, "wait", "c");
  builder.end(1);
  deadlock();
  waitsFor(2, "wake of c", 7);
  EXPECT_EQ(headline().find("lost message"), std::string::npos) << headline();
}

TEST_F(WaitingPatterns, AThreadLooksForAWaiterTooEarly) {
  for (const bool isWoken : {false, true}) {
    builder = WitnessBuilder();
    threads(1);
    builder.object(0, "sem init", "wake");
    const EventNumber check = at(7).read(1, "work");
    at(17).write(0, "work", 1);
    const EventNumber look = at(18).read(0, "waiting");
    const EventNumber set = at(8).write(1, "waiting", 1);
    if (isWoken)
      builder.object(0, "sem post", "wake");
    deadlock();
    waitsFor(0, "the end of T1 (a)", 20);
    waitsFor(1, "sem wait of wake", 9);
    builder.witness().error.waiting.back().what.address = builder.witness().schedule[1].address;
    EXPECT_EQ(headline(), isWoken ? "" : "lost wake-up: T0 main looks at 'waiting' before T1 a sets it");
    if (!isWoken) {
      EXPECT_EQ(events(), (std::vector<EventNumber>{check, look, set}));
    }
  }
}

// --- Condition variables

TEST_F(WaitingPatterns, WrongPredicate) {
  threads(2);
  builder.lock(1, "m");
  const EventNumber check = at(5).read(1, "items");
  builder.object(1, "wait", "c");
  builder.unlock(1, "m");
  builder.write(2, "items", 1);
  builder.object(2, "broadcast", "c");
  builder.write(2, "items", 0);
  const EventNumber wake = builder.object(1, "wake", "c");
  builder.lock(1, "m");
  const EventNumber use = at(7).read(1, "items");
  builder.error(1, ErrorKind::Assertion, "items > 0");
  EXPECT_EQ(headline(), "wrong predicate: 'items' is not checked again after the wait for 'c'");
  EXPECT_EQ(events(), (std::vector<EventNumber>{check, wake, use}));
}

TEST_F(WaitingPatterns, APredicateInALoopIsCheckedAgain) {
  threads(2);
  builder.lock(1, "m");
  at(5).read(1, "items");
  builder.object(1, "wait", "c");
  builder.unlock(1, "m");
  builder.write(2, "items", 1);
  builder.object(2, "broadcast", "c");
  builder.write(2, "items", 0);
  builder.object(1, "wake", "c");
  builder.lock(1, "m");
  at(5).read(1, "items");
  at(7).read(1, "items");
  builder.error(1, ErrorKind::Assertion, "other");
  EXPECT_EQ(headline(), "");
}

// What failed is not the condition of the wait: that holds by now.
TEST_F(WaitingPatterns, APredicateThatHoldsIsNotWrong) {
  threads(2);
  builder.lock(1, "m");
  at(5).read(1, "ready");
  builder.object(1, "wait", "c");
  builder.unlock(1, "m");
  const EventNumber set = at(9).write(2, "ready", 1);
  builder.object(2, "broadcast", "c");
  builder.object(1, "wake", "c");
  builder.lock(1, "m");
  at(6).read(1, "ready");
  const EventNumber read = at(7).read(1, "value");
  builder.error(1, ErrorKind::Assertion, "ready && value == 2");
  const EventNumber late = at(11).write(2, "value", 2);
  EXPECT_EQ(headline(), "published too early: T2 b sets 'ready' before 'value'");
  EXPECT_EQ(events(), (std::vector<EventNumber>{set, read, late}));
}

TEST_F(WaitingPatterns, HalfAnUpdateIsSeen) {
  threads(2);
  const EventNumber low = at(9).write(2, "low", 11);
  at(7).read(1, "low");
  const EventNumber high = at(7).read(1, "high");
  at(7).error(1, ErrorKind::Assertion, "low <= high");
  const EventNumber late = at(10).write(2, "high", 12);
  EXPECT_EQ(headline(), "half an update: T2 b has written 'low' and not yet 'high'");
  EXPECT_EQ(events(), (std::vector<EventNumber>{low, high, late}));
}

// A library call that waits: how it checks again is not visible.
TEST_F(WaitingPatterns, AWaitInsideALibraryHasNoWrongPredicate) {
  threads(1);
  const auto inLibrary = [&](EventNumber number, unsigned line) {
    std::vector<WitnessPosition>& calls = builder.witness().schedule[number - 1].calls;
    calls.insert(calls.begin(), {"/usr/include/future", line, 1, "get"});
  };
  inLibrary(at(5).read(0, "state"), 10);
  inLibrary(builder.object(0, "wait", "c"), 11);
  builder.write(1, "state", 2);
  inLibrary(builder.object(0, "wake", "c"), 11);
  inLibrary(builder.read(0, "state"), 12);
  builder.error(0, ErrorKind::Exception, "");
  EXPECT_EQ(headline(), "");
}

// The wait timed out: no thread said that the condition holds.
TEST_F(WaitingPatterns, AWaitThatTimedOutHasNoWrongPredicate) {
  threads(1);
  at(5).read(0, "items");
  builder.object(0, "wait", "c");
  builder.object(0, "timed wake", "c", "timed out");
  at(7).read(0, "items");
  builder.error(0, ErrorKind::Assertion, "items > 0");
  EXPECT_EQ(headline(), "");
}

TEST_F(WaitingPatterns, LostWakeUp) {
  threads(2);
  const EventNumber check = builder.read(1, "ready");
  const EventNumber change = builder.write(2, "ready", 1);
  const EventNumber signal = builder.object(2, "signal", "c");
  builder.end(2);
  builder.lock(1, "m");
  const EventNumber wait = builder.object(1, "wait", "c");
  builder.unlock(1, "m");
  deadlock();
  waitsFor(1, "wake of c", 5);
  EXPECT_EQ(headline(), "lost wake-up: 'c' is signalled before T1 a waits");
  EXPECT_EQ(events(), (std::vector<EventNumber>{check, change, signal, wait}));
}

// The signal came before the check: its change was seen, and another thread took it.
TEST_F(WaitingPatterns, ASignalBeforeTheCheckIsNotLost) {
  threads(3);
  builder.write(2, "items", 1);
  builder.object(2, "signal", "c");
  builder.end(2);
  builder.write(3, "items", 0);
  builder.end(3);
  builder.lock(1, "m");
  builder.read(1, "items");
  builder.object(1, "wait", "c");
  builder.unlock(1, "m");
  deadlock();
  waitsFor(1, "wake of c", 5);
  EXPECT_EQ(headline(), "missing notify: nothing signals 'c' after T1 a waits");
}

TEST_F(WaitingPatterns, ASignalForAnotherWaiterIsNotLost) {
  threads(3);
  builder.read(1, "ready");
  builder.object(3, "wait", "c");
  builder.write(2, "ready", 1);
  builder.object(2, "signal", "c");
  builder.object(1, "wait", "c");
  builder.object(3, "wake", "c");
  builder.end(3);
  builder.end(2);
  deadlock();
  waitsFor(1, "wake of c", 5);
  EXPECT_EQ(headline().find("lost"), std::string::npos) << headline();
}

TEST_F(WaitingPatterns, MissingNotify) {
  threads(2);
  const EventNumber check = builder.read(1, "done");
  const EventNumber wait = builder.object(1, "wait", "c");
  const EventNumber change = builder.write(2, "done", 1);
  builder.end(2);
  deadlock();
  waitsFor(1, "wake of c", 5);
  EXPECT_EQ(headline(), "missing notify: 'done' changes, nothing signals 'c'");
  EXPECT_EQ(events(), (std::vector<EventNumber>{check, wait, change}));
}

// The thread that would signal is itself blocked: no notification is missing.
TEST_F(WaitingPatterns, AThreadThatIsStuckMissesNoNotify) {
  threads(2);
  builder.read(1, "done");
  builder.object(1, "wait", "c");
  builder.write(2, "done", 1);
  builder.object(2, "sem init", "s");
  deadlock();
  waitsFor(1, "wake of c", 5);
  waitsFor(2, "sem wait of s", 9);
  EXPECT_EQ(headline(), "");
}

TEST_F(WaitingPatterns, WrongConditionVariable) {
  threads(2);
  const EventNumber check = builder.read(1, "n");
  builder.object(1, "wait", "empty");
  const EventNumber change = builder.write(2, "n", 1);
  const EventNumber signal = builder.object(2, "signal", "full");
  builder.end(2);
  deadlock();
  waitsFor(1, "wake of empty", 5);
  EXPECT_EQ(headline(), "wrong condition variable: T1 a waits for 'empty', not for 'full'");
  EXPECT_EQ(events(), (std::vector<EventNumber>{check, change, signal}));
}

TEST_F(WaitingPatterns, ASignalThatOthersWaitForIsNoMistake) {
  threads(3);
  builder.object(3, "wait", "full");
  builder.read(1, "n");
  builder.object(1, "wait", "empty");
  builder.write(2, "n", 1);
  builder.object(2, "signal", "full");
  builder.end(2);
  builder.object(3, "wake", "full");
  builder.end(3);
  deadlock();
  waitsFor(1, "wake of empty", 5);
  EXPECT_EQ(headline().find("wrong"), std::string::npos) << headline();
}

TEST_F(WaitingPatterns, WrongWaiterWoken) {
  threads(3);
  builder.object(1, "wait", "c");
  const EventNumber stuck = builder.object(2, "wait", "c");
  const EventNumber signal = builder.object(3, "signal", "c");
  builder.object(1, "wake", "c");
  const EventNumber again = builder.object(1, "wait", "c");
  builder.end(3);
  deadlock();
  waitsFor(1, "wake of c", 5);
  waitsFor(2, "wake of c", 6);
  EXPECT_EQ(headline(), "wrong waiter woken: one signal of 'c', T1 a waits again");
  EXPECT_EQ(events(), (std::vector<EventNumber>{stuck, signal, again}));
}

TEST_F(WaitingPatterns, OneSignalForSeveralThreads) {
  threads(3);
  builder.read(1, "closed");
  const EventNumber wait = builder.object(1, "wait", "c");
  builder.object(2, "wait", "c");
  const EventNumber change = builder.write(3, "closed", 1), signal = builder.object(3, "signal", "c");
  builder.end(3);
  builder.object(2, "wake", "c");
  builder.end(2);
  deadlock();
  waitsFor(1, "wake of c", 5);
  EXPECT_EQ(headline(), "missing notify: one signal of 'c' for several waiting threads");
  EXPECT_EQ(events(), (std::vector<EventNumber>{wait, change, signal}));
}

// The other thread took what the signal announced.
TEST_F(WaitingPatterns, OneSignalForOneItemIsEnough) {
  threads(3);
  builder.read(1, "items");
  builder.object(1, "wait", "c");
  builder.object(2, "wait", "c");
  builder.write(3, "items", 1);
  builder.object(3, "signal", "c");
  builder.end(3);
  builder.object(2, "wake", "c");
  builder.write(2, "items", 0);
  builder.end(2);
  deadlock();
  waitsFor(1, "wake of c", 5);
  EXPECT_EQ(headline(), "");
}

TEST_F(WaitingPatterns, ABroadcastWakesNoWrongWaiter) {
  threads(3);
  builder.object(1, "wait", "c");
  builder.object(2, "wait", "c");
  builder.object(3, "broadcast", "c");
  builder.object(1, "wake", "c");
  builder.object(1, "wait", "c");
  builder.object(2, "wake", "c");
  builder.object(2, "wait", "c");
  builder.end(3);
  deadlock();
  waitsFor(1, "wake of c", 5);
  waitsFor(2, "wake of c", 6);
  EXPECT_EQ(headline(), "missing notify: nothing signals 'c' after T1 a waits");
}

// --- Locks

TEST_F(WaitingPatterns, ALockCycleIsOneLine) {
  threads(2);
  const EventNumber first = at(5).lock(1, "m"), second = at(8).lock(2, "n");
  deadlock();
  waitsFor(0, "the end of T1 (a)", 3);
  waitsFor(1, "lock of n, held by T2 (b)", 6);
  waitsFor(2, "lock of m, held by T1 (a)", 9);
  EXPECT_EQ(text(), "  lock-order cycle: T1 a has m, wants n; T2 b has n, wants m\n"
                    "     3  T1 a takes m at a.c:5, wants n at line 6\n"
                    "     4  T2 b takes n at a.c:8, wants m at line 9\n");
  EXPECT_EQ(events(), (std::vector<EventNumber>{first, second}));
}

TEST_F(WaitingPatterns, ALongLockCycleIsOneLineStill) {
  constexpr unsigned count = 7;
  threads(count);
  const auto lockOf = [](unsigned i) { return "lock" + std::to_string(i); };
  for (unsigned i = 1; i <= count; i++)
    builder.lock(i, lockOf(i));
  deadlock();
  for (unsigned i = 1; i <= count; i++) {
    const unsigned next = i % count + 1;
    waitsFor(i, "lock of " + lockOf(next) + ", held by T" + std::to_string(next) + " (x)", 6);
  }
  EXPECT_EQ(headline(), "lock-order cycle: T1 (lock1) -> T2 (lock2) -> T3 (lock3) -> T4 (lock4) -> T5 (lock5) -> "
                        "T6 (lock6) -> T7 (lock7) -> T1");
  EXPECT_EQ(events().size(), 3u);
}

TEST_F(WaitingPatterns, AJoinUnderALock) {
  threads(1);
  builder.lock(0, "m");
  builder.fence(1);
  deadlock();
  waitsFor(0, "the end of T1 (a)", 3);
  waitsFor(1, "lock of m, held by T0 (main)", 6);
  EXPECT_EQ(headline(), "join under a lock: T0 main has m, waits for the end of T1; T1 a wants m");
}

TEST_F(WaitingPatterns, CallbackUnderALock) {
  threads(1);
  builder.at("/src/a.c", 5, "publish").lock(1, "m");
  builder.at("/src/a.c", 6, "publish").read(1, "callback");
  deadlock();
  waitsFor(1, "lock of m, held by T1 (a) itself", 9, "subscribe");
  EXPECT_EQ(text(), "  callback under a lock: T1 a asks again for 'm', which it holds\n"
                    "     2  T1 a takes m at a.c:5 in publish\n"
                    "     3  T1 a asks for it again at a.c:9 in subscribe, called under it\n");
}

TEST_F(WaitingPatterns, ALockInAHandler) {
  threads(1);
  builder.at("/src/a.c", 5, "publish").lock(1, "m");
  deadlock();
  builder.witness().error.message = "the handler onSignal of SIGUSR1 waits for m";
  waitsFor(1, "lock of m, held by T1 (a) itself", 9, "onSignal");
  EXPECT_EQ(text(), "  handler under a lock: the handler onSignal of SIGUSR1 waits for m\n"
                    "     2  T1 a takes m at a.c:5 in publish\n"
                    "     2  T1 a is interrupted, and asks for it again at a.c:9 in onSignal\n");
}

TEST_F(WaitingPatterns, ALockTakenTwiceInAFunctionIsNoCallback) {
  threads(1);
  builder.at("/src/a.c", 5, "publish").lock(1, "m");
  deadlock();
  waitsFor(1, "lock of m, held by T1 (a) itself", 9, "publish");
  EXPECT_EQ(headline(), "self-deadlock: T1 a asks again for 'm', which it holds");
}

// The run of the witness goes on: the writer came when nobody held the lock.
TEST_F(WaitingPatterns, AReadLockBehindAWriter) {
  for (const bool isRecursive : {true, false}) {
    builder = WitnessBuilder();
    threads(3);
    at(3);
    const EventNumber taken = builder.object(isRecursive ? 1 : 3, "read lock", "m");
    at(4);
    const EventNumber asks = builder.object(1, "read lock", "m");
    builder.object(1, "rwlock unlock", "m");
    builder.object(isRecursive ? 1 : 3, "rwlock unlock", "m");
    at(8);
    const EventNumber writes = builder.object(2, "write lock", "m");
    builder.object(2, "rwlock unlock", "m");
    deadlock();
    WitnessError& error = builder.witness().error;
    error.thread = 1;
    error.index = builder.witness().schedule[asks - 1].index;
    waitsFor(1, "read lock of m", 4);
    error.waiting.front().what.writer = 2;
    waitsFor(2, "write lock of m, held by T1 (a)", 8);
    EXPECT_EQ(events(), (std::vector<EventNumber>{taken, asks, writes}));
    EXPECT_EQ(headline(), isRecursive
                              ? "recursive read lock: T1 a asks again for 'm', behind a writer that waits for it"
                              : "reader behind a writer: T1 a asks for 'm', and the writer waits for T3 c");
  }
}

TEST_F(WaitingPatterns, ALockNeverGivenBack) {
  threads(2);
  const EventNumber taken = builder.lock(1, "m"), end = builder.end(1), last = builder.fence(2);
  deadlock();
  waitsFor(2, "lock of m, held by T1 (a)", 9);
  EXPECT_EQ(headline(), "lock never given back: T1 a ended and still holds 'm'");
  EXPECT_EQ(events(), (std::vector<EventNumber>{taken, end, last}));
  EXPECT_NE(text().find("T2 b waits for m at a.c:9"), std::string::npos) << text();
}

TEST_F(WaitingPatterns, ALockOfAThreadThatGoesOnIsNotForgotten) {
  threads(2);
  builder.lock(1, "m");
  builder.object(1, "sem init", "s");
  builder.fence(2);
  deadlock();
  waitsFor(1, "sem wait of s", 8);
  waitsFor(2, "lock of m, held by T1 (a)", 9);
  EXPECT_EQ(headline(), "");
}

} // namespace
} // namespace revisit::waiting_patterns_test
