// Moves, breakpoints, inspection and mishaps of a replay session.
#include "debugger.h"
#include "hardware_watch.h"
#include "query/timeline/event_text.h"
#include "user_frame.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace revisit::moves_test {
namespace {

using test::Loaded;

const std::string examples = std::string(SOURCES) + "/examples/";
const std::string lostUpdate = examples + "lost_update/lost_update.c";

#define ASSERT_DONE(status)                                                                                            \
  do {                                                                                                                 \
    const auto& done = (status);                                                                                       \
    ASSERT_TRUE(done.ok()) << done.error().what;                                                                       \
  } while (false)

// A program whose functions touch shared memory and locks when a debugger calls them.
constexpr const char* counterProgram = R"(#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count, seen;
int peek(void) {
  pthread_mutex_lock(&mutex);
  int value = count;
  pthread_mutex_unlock(&mutex);
  return value;
}
int depth(int n) {
  char* block = malloc(16);
  int result = n == 0 ? count : depth(n - 1);
  free(block);
  return result;
}
static void* add(void* unused) {
  int before = peek();
  printf("before %d\n", before);
  count = before + 1;
  seen = getchar();
  return unused;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, add, NULL);
  pthread_create(&second, NULL, add, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
#ifndef WANTED
#define WANTED 2
#endif
  assert(count == WANTED);
  return 0;
}
)";

struct Counter {
  Counter() : loaded(sources.write("counter.c", counterProgram)) {}
  ReplaySession* operator->() { return loaded.session.get(); }
  test::TemporaryFolder sources;
  Loaded loaded;
};

std::vector<std::string> stops(ReplaySession& session) {
  std::vector<std::string> lines;
  for (Status status = session.start(); status.ok(); status = session.step(1)) {
    lines.push_back(session.where());
    if (session.standing() == Standing::Gone || session.standing() == Standing::Diverged)
      break;
  }
  return lines;
}

TEST(Inspection, CallingFunctionsOfTheProgramNeverMovesTheSchedule) {
  Counter counter;
  const std::vector<std::string> undisturbed = stops(*counter.loaded.session);
  ASSERT_GT(undisturbed.size(), 10u);
  ASSERT_DONE(counter->start());
  for (std::size_t i = 1; i < undisturbed.size(); i++) {
    ASSERT_DONE(counter->step(1));
    ASSERT_EQ(counter->where(), undisturbed[i]);
    lldb::SBProcess process = counter->process().process();
    lldb::SBExpressionOptions options;
    options.SetStopOthers(true);
    options.SetTryAllThreads(false);
    for (std::uint32_t t = 0; t < process.GetNumThreads(); t++) {
      lldb::SBThread thread = process.GetThreadAtIndex(t);
      const std::optional<std::uint32_t> user = userFrame(thread);
      if (!user)
        continue;
      lldb::SBFrame frame = thread.GetFrameAtIndex(*user);
      const std::int64_t count = frame.EvaluateExpression("count", options).GetValueAsSigned();
      for (const char* call : {"peek()", "depth(5)", "peek() + depth(2)"}) {
        lldb::SBValue value = frame.EvaluateExpression(call, options);
        ASSERT_TRUE(value.GetError().Success()) << call << ": " << value.GetError().GetCString();
        EXPECT_EQ(value.GetValueAsSigned(), std::string(call).find('+') == std::string::npos ? count : 2 * count);
      }
    }
    ASSERT_EQ(counter->where(), undisturbed[i]);
  }
  EXPECT_EQ(counter->process().missed(), 0u);
}

TEST(Inspection, AChangedVariableIsADivergence) {
  Counter counter;
  ASSERT_DONE(counter->goToBug());
  ASSERT_DONE(counter->goTo(3));
  lldb::SBFrame frame = counter->process().process().GetSelectedThread().GetSelectedFrame();
  frame.EvaluateExpression("count = 40");
  ASSERT_DONE(counter->goToEnd());
  EXPECT_EQ(counter->standing(), Standing::Diverged);
  EXPECT_NE(counter->where().find("replay diverged at "), std::string::npos) << counter->where();
  EXPECT_NE(counter->where().find("got the value 40"), std::string::npos) << counter->where();
  ASSERT_DONE(counter->goToBug()); // a new start is the witness again
  EXPECT_EQ(counter->standing(), Standing::AtEvent);
}

TEST(Output, IsShownOnceAndInputIsEmpty) {
  Counter counter;
  ASSERT_DONE(counter->goToBug());
  EXPECT_EQ(counter->process().takeOutput(), "before 0\nbefore 0\n");
  ASSERT_DONE(counter->start());
  ASSERT_DONE(counter->goToBug());
  EXPECT_EQ(counter->process().takeOutput(), "");
  lldb::SBFrame frame = counter->process().process().GetSelectedThread().GetSelectedFrame();
  EXPECT_EQ(frame.EvaluateExpression("seen").GetValueAsSigned(), -1);
}

// --- Breakpoints.

EventNumber only(const Timeline& timeline, const EventFilter& filter) {
  const Result<std::vector<EventNumber>> found = matching(timeline, filter);
  EXPECT_TRUE(found.ok() && found.value().size() == 1);
  return found.ok() && !found.value().empty() ? found.value().front() : 0;
}

TEST(Breakpoints, OnAReadOfAWriteAndOnCoherence) {
  Loaded loaded(lostUpdate);
  ASSERT_TRUE(loaded.session);
  ReplaySession& session = *loaded.session;
  const std::vector<EventNumber> writes = session.timeline().named("balance");
  const EventNumber write1 = only(session.timeline(), {.thread = 1, .kind = EventKind::Write});
  const EventNumber write2 = only(session.timeline(), {.thread = 2, .kind = EventKind::Write});
  const Result<EventBreakpoint> reads = session.breakpoints().add({.readsFrom = write2}, "reads");
  ASSERT_TRUE(reads.ok());
  const Result<EventBreakpoint> later = session.breakpoints().add({.coherenceAfter = write1}, "later");
  ASSERT_TRUE(later.ok());
  ASSERT_DONE(session.continueForward());
  EXPECT_EQ(session.position(), write2);
  ASSERT_DONE(session.continueForward());
  EXPECT_EQ(session.timeline().readsFrom(session.position()), write2);
  ASSERT_DONE(session.continueForward());
  EXPECT_EQ(session.position(), session.timeline().bug());
  ASSERT_DONE(session.continueForward());
  EXPECT_EQ(session.standing(), Standing::AtEnd);
  EXPECT_FALSE(session.continueForward().ok());
  ASSERT_DONE(session.continueBackward());
  EXPECT_EQ(session.timeline().readsFrom(session.position()), write2);
  ASSERT_DONE(session.breakpoints().enable(later.value().id, false));
  ASSERT_DONE(session.continueBackward());
  EXPECT_EQ(session.standing(), Standing::Start);
  EXPECT_FALSE(session.continueBackward().ok());
}

TEST(Breakpoints, OnWhatIsNotThereIsAnError) {
  Loaded loaded(lostUpdate);
  ASSERT_TRUE(loaded.session);
  EXPECT_FALSE(loaded->breakpoints().add({.location = "nothing"}, "nothing").ok());
  EXPECT_FALSE(loaded->breakpoints().add({.number = 1000}, "1000").ok());
  EXPECT_FALSE(loaded->breakpoints().remove(7).ok());
}

TEST(Breakpoints, TheUsersOwnSurviveGoingBack) {
  Loaded loaded(lostUpdate);
  ASSERT_TRUE(loaded.session);
  ReplaySession& session = *loaded.session;
  lldb::SBTarget target = session.process().target();
  lldb::SBBreakpoint breakpoint = target.BreakpointCreateByLocation("lost_update.c", 11);
  ASSERT_EQ(breakpoint.GetNumLocations(), 1u);
  ASSERT_DONE(session.start());
  ASSERT_DONE(session.continueForward());
  EXPECT_EQ(session.standing(), Standing::Between);
  EXPECT_EQ(session.focus(), 1u);
  ASSERT_DONE(session.continueForward());
  EXPECT_EQ(session.focus(), 2u);
  const SchedulePosition second = session.position();
  ASSERT_DONE(session.goTo(1)); // passes none, stops at none
  EXPECT_EQ(session.standing(), Standing::AtEvent);
  ASSERT_DONE(session.goTo(session.timeline().size()));
  EXPECT_EQ(session.standing(), Standing::AtEvent);
  ASSERT_DONE(session.continueBackward());
  EXPECT_EQ(session.standing(), Standing::Between);
  EXPECT_EQ(session.position(), second);
  EXPECT_EQ(session.focus(), 2u);
}

TEST(Watchpoints, StopInTheUsersFrameAndSurviveGoingBack) {
  if (!watchpointsStop())
    GTEST_SKIP() << noWatchpointStops; // native_commands.py asks LLDB alone whether that is true
  Loaded loaded(lostUpdate);
  ASSERT_TRUE(loaded.session);
  ReplaySession& session = *loaded.session;
  ASSERT_DONE(session.start());
  lldb::SBTarget target = session.process().target();
  lldb::SBValue balance = target.FindFirstGlobalVariable("balance");
  lldb::SBError error;
  lldb::SBWatchpoint watchpoint = balance.Watch(true, false, true, error);
  ASSERT_TRUE(error.Success()) << error.GetCString();
  for (int round = 0; round < 2; round++) {
    ASSERT_DONE(session.continueForward());
    EXPECT_EQ(session.standing(), Standing::Between) << session.where();
    lldb::SBFrame frame = session.process().process().GetSelectedThread().GetSelectedFrame();
    EXPECT_STREQ(frame.GetFunctionName(), "pay");
    EXPECT_EQ(session.focus(), 1u);
    ASSERT_DONE(session.continueForward());
    EXPECT_EQ(session.focus(), 2u);
    ASSERT_DONE(session.start());
  }
}

// --- Moves.

TEST(Moves, ByThreadAndTakenBack) {
  Loaded loaded(lostUpdate);
  ASSERT_TRUE(loaded.session);
  ReplaySession& session = *loaded.session;
  ASSERT_DONE(session.stepThread(2, 1));
  EXPECT_EQ(session.focus(), 2u);
  const SchedulePosition first = session.position();
  ASSERT_DONE(session.stepThread(2, 1));
  EXPECT_EQ(session.focus(), 2u);
  const SchedulePosition second = session.position();
  EXPECT_GT(second, first + 1);
  ASSERT_DONE(session.backThread(2, 1));
  EXPECT_EQ(session.position(), first);
  ASSERT_DONE(session.undo());
  EXPECT_EQ(session.position(), second);
  ASSERT_DONE(session.undo());
  EXPECT_EQ(session.position(), first);
  ASSERT_DONE(session.redo());
  EXPECT_EQ(session.position(), second);
  EXPECT_FALSE(session.stepThread(2, 1).ok() && session.stepThread(2, 1).ok());
}

TEST(Moves, ByLinesForwardsAndBackwards) {
  Counter counter;
  ReplaySession& session = *counter.loaded.session;
  const EventNumber lock = session.timeline().ofKind(EventKind::Object).front();
  ASSERT_DONE(session.goTo(lock));
  std::vector<std::string> lines;
  const auto here = [&] {
    return fmt::format("{} {}", session.position(),
                       test::lineOf(session.process().process().GetSelectedThread().GetSelectedFrame()));
  };
  lines.push_back(here());
  for (int i = 0; i < 6; i++) {
    ASSERT_DONE(session.nextLine(1));
    lines.push_back(here());
  }
  EXPECT_NE(lines.back(), lines.front());
  for (int i = 5; i >= 0; i--) {
    ASSERT_DONE(session.previousLine(1));
    EXPECT_EQ(here(), lines[static_cast<std::size_t>(i)]);
  }
}

// --- Mishaps.

TEST(Mishaps, AProgramBuiltAgainIsRefused) {
  test::TemporaryFolder folder;
  const std::string source = folder.write("a.c", counterProgram);
  const std::string program = folder.path() + "/a";
  const auto build = [&](const char* more) {
    return std::system(fmt::format("{} -g {} {} -o {} -lpthread", REVISIT_CC, more, source, program).c_str());
  };
  ASSERT_EQ(build("-DWANTED=2"), 0);
  const std::string witness = test::checkOne(folder.path(), program);
  test::Debugger debugger;
  {
    Result<std::unique_ptr<ReplaySession>> loaded = ReplaySession::load(*debugger, witness);
    ASSERT_TRUE(loaded.ok()) << loaded.error().what;
    ASSERT_DONE(loaded.value()->goToBug());
    ASSERT_EQ(build("-DWANTED=3"), 0); // in the middle of the session
    EXPECT_FALSE(loaded.value()->back(1).ok());
  }
  const Result<std::unique_ptr<ReplaySession>> again = ReplaySession::load(*debugger, witness);
  ASSERT_FALSE(again.ok());
  EXPECT_NE(again.error().what.find("revisit check"), std::string::npos) << again.error().what;
  std::filesystem::remove(program);
  const Result<std::unique_ptr<ReplaySession>> missing = ReplaySession::load(*debugger, witness);
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().what.find("not there"), std::string::npos) << missing.error().what;
}

TEST(Mishaps, ATruncatedWitnessIsRefused) {
  test::TemporaryFolder folder;
  const std::string path = test::checkOne(folder.path(), lostUpdate);
  const auto size = std::filesystem::file_size(path);
  test::Debugger debugger;
  for (const auto kept : {size / 2, size - 3, std::uintmax_t{0}}) {
    std::filesystem::resize_file(path, kept);
    EXPECT_FALSE(ReplaySession::load(*debugger, path).ok());
  }
  EXPECT_FALSE(ReplaySession::load(*debugger, folder.path() + "/none.revisit").ok());
}

TEST(Mishaps, AProgramThatIsKilledOrDetachedCanBeStartedAgain) {
  Loaded loaded(lostUpdate);
  ASSERT_TRUE(loaded.session);
  ReplaySession& session = *loaded.session;
  for (const bool kill : {true, false}) {
    ASSERT_DONE(session.goTo(4));
    lldb::SBProcess process = session.process().process();
    if (kill)
      process.Kill();
    else
      process.Detach();
    lldb::SBListener listener = loaded.debugger->GetListener();
    for (lldb::SBEvent event; listener.GetNextEvent(event);) {
    }
    EXPECT_EQ(session.standing(), Standing::Gone);
    EXPECT_FALSE(session.back(1).ok());
    ASSERT_DONE(session.goToBug());
    EXPECT_EQ(session.standing(), Standing::AtEvent);
  }
}

TEST(Mishaps, AnotherProgramThanTheWitnesssDiverges) {
  Loaded loaded(lostUpdate);
  ASSERT_TRUE(loaded.session);
  Witness witness = loaded->witness();
  // As if T1 did its write before its read.
  const auto event = std::find_if(witness.schedule.begin(), witness.schedule.end(),
                                  [](const WitnessEvent& e) { return e.thread == 1 && e.kind == LabelKind::Read; });
  const auto step = std::find_if(witness.plan.begin(), witness.plan.end(),
                                 [](const WitnessStep& s) { return s.thread == 1 && s.kind == LabelKind::Read; });
  event->kind = step->kind = LabelKind::Write;
  event->reads = false;
  event->writes = true;
  const std::string path = loaded.folder.path() + "/other.revisit";
  ASSERT_DONE(writeWitness(witness, path));
  test::Debugger debugger;
  Result<std::unique_ptr<ReplaySession>> other = ReplaySession::load(*debugger, path);
  ASSERT_TRUE(other.ok()) << other.error().what;
  ASSERT_DONE(other.value()->goToBug());
  EXPECT_EQ(other.value()->standing(), Standing::Diverged);
  EXPECT_NE(other.value()->where().find("replay diverged at 3: expected T1 write balance, got T1 read balance  "
                                        "lost_update.c:10"),
            std::string::npos)
      << other.value()->where();
}

TEST(Mishaps, AFloodOfOutputIsNoHindrance) {
  test::TemporaryFolder folder;
  std::string text = counterProgram;
  text.replace(text.find("  printf(\"before %d\\n\", before);"), 32,
               "  for (int i = 0; i < 60000; i++) puts(\"a line of output that is rather long and says nothing\");");
  Loaded loaded(folder.write("flood.c", text));
  ASSERT_TRUE(loaded.session);
  ASSERT_DONE(loaded->goToBug());
  EXPECT_EQ(loaded->standing(), Standing::AtEvent) << loaded->where();
  EXPECT_GT(loaded->process().takeOutput().size(), 3'000'000u);
}

} // namespace
} // namespace revisit::moves_test
