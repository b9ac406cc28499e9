// Patterns of threads that end early, of exceptions that nothing catches, and what is told where no pattern fits.
#include "pattern_fixture.h"

namespace revisit::ending_patterns_test {
namespace {

class EndingPatterns : public PatternTest {
protected:
  template <class Act> void under(unsigned thread, const Act& act) {
    builder.lock(thread, "m");
    act();
    builder.unlock(thread, "m");
  }
  void fails() {
    builder.join(0, 1);
    at(30).read(0, "done");
    builder.error(0, ErrorKind::Assertion, "done");
  }
};

// A queue of one task, and a worker that looks at the sign to stop before it looks at the queue.
TEST_F(EndingPatterns, AWorkerLeavesWhatIsQueued) {
  threads(1);
  EventNumber queued = 0, stop = 0, look = 0;
  under(1, [&] { at(9).read(1, "size"); });
  under(0, [&] { queued = at(5).write(0, "size", 1); });
  under(0, [&] { stop = at(6).write(0, "stopping", 1); });
  under(1, [&] { look = at(10).read(1, "stopping"); });
  builder.end(1);
  fails();
  EXPECT_EQ(headline(), "early end: T1 sees 'stopping' and ends, 'size' is left");
  EXPECT_EQ(events(), (std::vector<EventNumber>{queued, stop, look}));
}

TEST_F(EndingPatterns, AWorkerThatLooksAtTheQueueLeavesNothing) {
  threads(1);
  under(0, [&] { at(5).write(0, "size", 1); });
  under(0, [&] { at(6).write(0, "stopping", 1); });
  under(1, [&] {
    at(10).read(1, "stopping");
    at(11).read(1, "size");
  });
  builder.end(1);
  fails();
  EXPECT_EQ(headline(), "");
}

TEST_F(EndingPatterns, AWorkerThatWorksAfterTheSignIsNotEarly) {
  threads(1);
  under(1, [&] { at(9).read(1, "size"); });
  under(0, [&] { at(5).write(0, "size", 1); });
  under(0, [&] { at(6).write(0, "stopping", 1); });
  under(1, [&] { at(10).read(1, "stopping"); });
  at(12).write(1, "result", 1);
  builder.end(1);
  fails();
  EXPECT_EQ(headline(), "");
}

TEST_F(EndingPatterns, AThreadThatNobodyHasJoinedMayStillBeAtWork) {
  threads(1);
  under(1, [&] { at(9).read(1, "size"); });
  under(0, [&] { at(5).write(0, "size", 1); });
  under(0, [&] { at(6).write(0, "stopping", 1); });
  under(1, [&] { at(10).read(1, "stopping"); });
  at(30).read(0, "done");
  builder.error(0, ErrorKind::Assertion, "done");
  EXPECT_EQ(headline(), "");
}

// The queue itself was never touched by two threads, so that its accesses are no events.
TEST_F(EndingPatterns, AWorkerHearsNoSignal) {
  threads(1);
  const EventNumber signal = at(5).object(0, "signal", "ready");
  EventNumber stop = 0, look = 0;
  under(0, [&] { stop = at(6).write(0, "stopping", 1); });
  at(7).object(0, "broadcast", "ready");
  under(1, [&] { look = at(10).read(1, "stopping"); });
  builder.end(1);
  fails();
  EXPECT_EQ(headline(), "early end: T1 sees 'stopping' and ends, an earlier signal is unheard");
  EXPECT_EQ(events(), (std::vector<EventNumber>{signal, stop, look}));
}

TEST_F(EndingPatterns, AWorkerThatLooksElsewhereAfterTheSignalMayHaveHeardIt) {
  threads(1);
  at(5).write(0, "size", 1);
  at(5).object(0, "signal", "ready");
  under(0, [&] { at(6).write(0, "stopping", 1); });
  under(1, [&] {
    at(9).read(1, "size");
    at(10).read(1, "stopping");
  });
  builder.end(1);
  fails();
  EXPECT_EQ(headline(), "");
}

TEST_F(EndingPatterns, AnExceptionLeavesADestructor) {
  threads(1);
  at(5).write(0, "closed", 1);
  at(9).read(1, "closed");
  at(9).error(1, ErrorKind::Exception, "of type Closed");
  std::vector<WitnessPosition>& calls = builder.witness().schedule.back().calls;
  EXPECT_EQ(headline(), "");
  calls = {{"", 0, 0, "__clang_call_terminate"}, {"/src/a.c", 20, 1, "pool::Lease::~Lease()"}};
  EXPECT_EQ(headline(), "exception out of a destructor: nothing may leave 'Lease::~Lease'");
  calls[1].function = "stop()";
  EXPECT_EQ(headline(), "exception out of a noexcept function: nothing may leave 'stop'");
  EXPECT_EQ(events(), (std::vector<EventNumber>{2, 3, 4}));
}

// What the failing thread looked at itself at last says nothing. What it read of others before that may.
TEST_F(EndingPatterns, TheLastValueOfAnotherThread) {
  threads(1);
  at(4).write(0, "appended", 2);
  at(5).read(1, "appended");
  at(5).write(1, "durable", 2);
  at(9).read(0, "durable");
  at(11).write(0, "mine", 1);
  at(12).read(0, "mine");
  builder.error(0, ErrorKind::Assertion, "mine == 2");
  EXPECT_EQ(text(), "  last read before the error of what another thread wrote: 'durable', written by\n"
                    "    T1 a\n"
                    "     3  T1 a reads appended = 2 at a.c:5\n"
                    "     4  T1 a writes durable = 2 at a.c:5\n"
                    "     5  T0 main reads durable = 2 at a.c:9\n");
}

// A third thread has read the content too early and passed it on.
TEST_F(EndingPatterns, WhatIsPublishedTooEarlyMayBePassedOn) {
  threads(2);
  const EventNumber set = at(9).write(1, "ready", 1);
  at(5).read(2, "ready");
  const EventNumber read = at(6).read(2, "value");
  const EventNumber late = at(10).write(1, "value", 42);
  at(6).write(2, "shown", 0);
  at(20).read(0, "shown");
  builder.error(0, ErrorKind::Assertion, "shown == 42");
  EXPECT_EQ(headline(), "published too early: T1 a sets 'ready' before 'value'");
  EXPECT_EQ(events(), (std::vector<EventNumber>{set, read, late}));
}

// A counter that both threads update: what the failing one read last is its own, and depends on the other's.
TEST_F(EndingPatterns, AnUpdateOfWhatAnotherThreadLeft) {
  threads(2);
  at(6).add(1, "open", 1);
  at(6).add(2, "open", 1);
  at(8).add(2, "open", 7);
  at(9).error(2, ErrorKind::Exception, "two were open");
  const std::string said = text();
  EXPECT_TRUE(said.starts_with("  last read before the error of what another thread wrote: 'open', written by"))
      << said;
  for (const char* number : {"     3  T1", "     4  T2", "     5  T2"})
    EXPECT_NE(said.find(number), std::string::npos) << said;
  std::vector<EventNumber> told;
  for (const Reason& reason : whyBug(Timeline::make(builder.witness()).value()).reasons)
    if (reason.event)
      told.push_back(*reason.event);
  EXPECT_EQ(std::vector(told.begin(), told.begin() + 3), (std::vector<EventNumber>{3, 4, 5}));
}

} // namespace
} // namespace revisit::ending_patterns_test
