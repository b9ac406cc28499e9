// The replay core over LLDB: every event forwards, backwards and in any order shows the same.
#include "base/file_name.h"
#include "debugger.h"
#include "program/positions.h"
#include "query/timeline/event_reference.h"
#include "query/timeline/event_text.h"
#include "user_frame.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <random>

namespace revisit::session_test {
namespace {

using test::Loaded;
using test::view;

const std::string examples = std::string(SOURCES) + "/examples/";
const std::string cases = std::string(SOURCES) + "/tests/programs/cases/";
const std::string paper = std::string(SOURCES) + "/tests/programs/paper/";

#define ASSERT_DONE(status)                                                                                            \
  do {                                                                                                                 \
    const auto& done = (status);                                                                                       \
    ASSERT_TRUE(done.ok()) << done.error().what;                                                                       \
  } while (false)

bool standsAtItsError(ReplaySession& session) {
  const ErrorKind kind = session.witness().error.kind;
  const bool waits = kind == ErrorKind::Deadlock || kind == ErrorKind::Livelock;
  if (waits)
    return session.standing() == Standing::AtEnd;
  return session.standing() == Standing::AtEvent && session.position() == session.timeline().bug();
}

// What the event did is what the program's memory shows right after it.
void expectMemory(ReplaySession& session) {
  if (session.standing() != Standing::AtEvent)
    return;
  const WitnessEvent& event = session.timeline().event(session.position());
  const std::optional<std::uint64_t> value = event.written ? event.written : event.seen;
  if ((!event.reads && !event.writes) || !value)
    return;
  std::uint64_t found = 0;
  lldb::SBError error;
  session.process().process().ReadMemory(event.address, &found, event.size, error);
  EXPECT_TRUE(error.Success());
  EXPECT_EQ(found, *value) << session.where();
}

// --- Every program that has a bug.

// The stop line names a file of the user's, and everything in sight can be read.
void expectReadable(ReplaySession& session) {
  test::readLocals(session);
  if (session.standing() != Standing::AtEvent)
    return;
  const WitnessPosition* place = shownPosition(session.timeline().event(session.position()).calls);
  ASSERT_NE(place, nullptr) << session.where();
  EXPECT_FALSE(isSystemFile(place->file)) << session.where() << " in " << place->file;
}

class EveryWitness : public testing::TestWithParam<test::BuggyProgram> {};

TEST_P(EveryWitness, ShowsAllAtEveryEventAndStandsAtTheLineOfItsError) {
  std::vector<std::string> options = GetParam().options;
  options.emplace_back("--keep-going");
  const test::TemporaryFolder folder;
  test::Debugger debugger;
  for (const std::string& path : test::check(folder.path(), GetParam().source, options)) {
    Result<std::unique_ptr<ReplaySession>> loaded = ReplaySession::load(*debugger, path);
    ASSERT_TRUE(loaded.ok()) << loaded.error().what;
    ReplaySession& session = *loaded.value();
    for (Status moved = session.start(); moved.ok(); moved = session.step(1)) {
      ASSERT_TRUE(session.standing() == Standing::Start || session.standing() == Standing::AtEvent ||
                  session.standing() == Standing::AtEnd)
          << session.where();
      expectReadable(session);
      expectMemory(session);
    }
    EXPECT_EQ(session.standing(), Standing::AtEnd) << session.where();
    EXPECT_EQ(session.process().missed(), 0u);
    ASSERT_DONE(session.goToBug());
    EXPECT_TRUE(standsAtItsError(session)) << session.where();
    lldb::SBFrame frame = session.process().process().GetSelectedThread().GetSelectedFrame();
    const WitnessError& error = session.witness().error;
    const std::string file = fileName(error.file);
    EXPECT_EQ(test::lineOf(frame), fmt::format("{}:{}", file, error.line));
    const std::optional<unsigned> thread =
        session.process().witnessThread(session.process().process().GetSelectedThread());
    EXPECT_EQ(thread, error.thread);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, EveryWitness, testing::ValuesIn(test::buggyPrograms()),
                         [](const auto& param) { return param.param.title; });

// --- Whole executions.

struct Example {
  const char* title;
  std::string source;
  std::vector<std::string> options;
  friend std::ostream& operator<<(std::ostream& out, const Example& example) { return out << example.title; }
};

class WholeExecution : public testing::TestWithParam<Example> {};

// Each thread of the execution is one of the debugger's, and stands in the line of its next event.
void expectThreads(ReplaySession& session) {
  if (session.standing() != Standing::AtEvent)
    return;
  const Timeline& timeline = session.timeline();
  for (unsigned thread = 0; thread < session.witness().threads.size(); thread++) {
    const std::optional<EventNumber> creation = timeline.creationOf(thread);
    const bool exists = thread == 0 || (creation && *creation <= session.position());
    // The debugger sees a thread from when its creator stands before its creation.
    const bool comes = creation && *creation == timeline.nextOf(timeline.event(*creation).thread, session.position());
    const std::optional<EventNumber> next = timeline.nextOf(thread, session.position());
    lldb::SBThread found = session.process().threadOf(thread);
    if (!exists) {
      EXPECT_FALSE(found.IsValid() && !comes) << "T" << thread << " at " << session.where();
      continue;
    }
    if (!next || !isScheduled(timeline.event(*next).kind) || thread == timeline.event(session.position()).thread)
      continue;
    ASSERT_TRUE(found.IsValid()) << "T" << thread << " at " << session.where();
    const WitnessPosition* place = shownPosition(timeline.event(*next).calls);
    const std::optional<std::uint32_t> frame = userFrame(found);
    ASSERT_TRUE(place != nullptr && frame) << "T" << thread << " at " << session.where();
    if (isSystemFile(timeline.event(*next).calls.front().file))
      continue; // library code on the way between two lines of the user's
    const std::optional<EventNumber> last = timeline.lastOf(thread, session.position());
    if (last && timeline.childOf(*last) == timeline.event(session.position()).thread &&
        timeline.event(*last).kind == LabelKind::Create)
      continue; // still in the creation: the new thread runs to its first step before its creator goes on
    EXPECT_EQ(test::lineOf(found.GetFrameAtIndex(*frame)), fmt::format("{}:{}", fileName(place->file), place->line))
        << "T" << thread << " at " << session.where();
  }
}

TEST_P(WholeExecution, ShowsTheSameForwardsBackwardsAndInAnyOrder) {
  Loaded loaded(GetParam().source, GetParam().options);
  ASSERT_TRUE(loaded.session);
  ReplaySession& session = *loaded.session;
  const std::size_t size = session.timeline().size();
  std::vector<std::string> seen;
  ASSERT_DONE(session.start());
  seen.push_back(view(session));
  for (std::size_t position = 1; position <= size; position++) {
    ASSERT_DONE(session.step(1));
    ASSERT_EQ(session.standing(), Standing::AtEvent) << session.where();
    ASSERT_EQ(session.position(), position);
    expectMemory(session);
    expectThreads(session);
    seen.push_back(view(session));
  }
  ASSERT_DONE(session.step(1));
  ASSERT_EQ(session.standing(), Standing::AtEnd) << session.where();
  EXPECT_EQ(session.process().missed(), 0u);
  EXPECT_FALSE(session.step(1).ok());
  const std::string end = view(session);

  for (std::size_t position = size + 1; position-- > 0;) {
    ASSERT_DONE(session.back(1));
    ASSERT_EQ(session.position(), position);
    ASSERT_EQ(view(session), seen[position]);
  }
  EXPECT_FALSE(session.back(1).ok());

  std::mt19937 random(1);
  for (int i = 0; i < 100; i++) {
    const std::size_t position = random() % (size + 2);
    if (position > size)
      ASSERT_DONE(session.goToEnd());
    else
      ASSERT_DONE(session.goTo(position));
    ASSERT_EQ(view(session), position > size ? end : seen[position]);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, WholeExecution,
                         testing::Values(Example{"lost_update", examples + "lost_update/lost_update.c", {}},
                                         Example{"deadlock", examples + "deadlock/transfer.c", {}},
                                         Example{"sensor", examples + "sensor/sensor.c", {}},
                                         Example{"null_write", cases + "null_write.c", {}},
                                         Example{"uncaught", cases + "uncaught.cpp", {}},
                                         Example{"wait_for_ever", cases + "wait_for_ever.c", {}},
                                         Example{"shared_number", cases + "shared_number.cpp", {"-DWRONG"}},
                                         Example{"exit_early", cases + "exit_early.c", {}}),
                         [](const auto& param) { return std::string(param.param.title); });

// --- What it costs. Figures are generous: the machine that runs the tests has other things to do.

TEST(Cost, AnyMoveInALongExecutionIsQuick) {
  Loaded loaded(paper + "sv_stack2.c", {"-DN=18"});
  ASSERT_TRUE(loaded.session);
  ReplaySession& session = *loaded.session;
  const std::size_t size = session.timeline().size();
  ASSERT_GE(size, 200u);
  ASSERT_DONE(session.start());
  using Clock = std::chrono::steady_clock;
  const auto seconds = [](Clock::time_point since) {
    return std::chrono::duration<double>(Clock::now() - since).count();
  };
  std::vector<double> steps, jumps;
  for (std::size_t i = 0; i < size; i++) {
    const auto before = Clock::now();
    ASSERT_DONE(session.step(1));
    steps.push_back(seconds(before));
  }
  std::mt19937 random(2);
  for (int i = 0; i < 20; i++) {
    const auto before = Clock::now();
    ASSERT_DONE(session.goTo(random() % (size + 1)));
    jumps.push_back(seconds(before));
  }
  std::ranges::sort(steps);
  std::ranges::sort(jumps);
  RecordProperty("events", static_cast<int>(size));
  RecordProperty("step_median_us", static_cast<int>(steps[steps.size() / 2] * 1e6));
  RecordProperty("goto_worst_ms", static_cast<int>(jumps.back() * 1e3));
  EXPECT_LT(steps[steps.size() / 2], 0.05);
  EXPECT_LT(jumps.back(), 1.5);
}

} // namespace
} // namespace revisit::session_test
