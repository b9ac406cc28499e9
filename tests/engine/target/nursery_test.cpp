// Runs in a nursery, whose memory is put back after each, against runs that have a process of their own: the same
// records, fingerprints and output.
#include "target/native_oracle.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace revisit::nursery_test {
namespace {

struct Runner {
  ExpressionPool pool;
  std::unique_ptr<NativeOracle> oracle;

  Runner(const std::string& name, bool freshRuns) {
    auto made = NativeOracle::create(pool, std::string(REVISIT_NATIVE_DIR "/") + name, {},
                                     {.freshRuns = freshRuns, .watchdogMs = 200});
    EXPECT_TRUE(made.ok()) << made.error().what;
    if (made)
      oracle = std::move(*made);
  }
  // The trace of a run, and its output.
  RunImage run(const Plan& plan) {
    Result<Recording> recording = oracle->run(plan);
    EXPECT_TRUE(recording.ok()) << (recording ? "" : recording.error().what);
    last = recording ? *recording : Recording();
    return {oracle->lastTrace(), last.output};
  }
  Recording last;
};

// The plan of the whole run, or of its first steps.
Plan planOf(const Recording& recording, std::size_t steps) {
  Plan plan;
  for (const RecordedStep& step : recording.steps)
    if (isScheduled(step.label.kind) && !step.pending && !step.label.awaits && plan.steps.size() < steps)
      plan.steps.push_back({step.thread, step.label.kind});
  return plan;
}

// Makes the same runs in both ways. Returns how many of them were in a nursery.
unsigned compare(const std::string& program, unsigned runs) {
  Runner reused(program, false), fresh(program, true);
  unsigned inNursery = 0;
  Plan plan;
  for (unsigned i = 0; i < runs; i++) {
    EXPECT_TRUE(reused.run(plan) == fresh.run(plan)) << "run " << i;
    inNursery += reused.oracle->ranInNursery();
    EXPECT_FALSE(fresh.oracle->ranInNursery());
    plan = i % 2 == 0 ? planOf(fresh.last, i) : Plan();
  }
  return inNursery;
}

class InNursery : public testing::TestWithParam<const char*> {};

TEST_P(InNursery, ARunIsAsInAFreshProcess) {
  EXPECT_GT(compare(GetParam(), 16), 8u);
}

INSTANTIATE_TEST_SUITE_P(Native, InNursery,
                         testing::Values("bulk_copy", "condition", "counter", "deadlock", "exits", "heap", "leftovers",
                                         "locals", "mixed_size", "mutex_kinds", "one_time", "waiting", "semaphore"),
                         [](const auto& info) { return std::string(info.param); });

// These have errors, which a fresh run confirms; or they do what the memory does not show.
class OftenFresh : public testing::TestWithParam<const char*> {};

TEST_P(OftenFresh, ARunIsAsInAFreshProcess) {
  compare(GetParam(), 10);
}

INSTANTIATE_TEST_SUITE_P(Native, OftenFresh, testing::Values("errors", "exceptions", "kernel_state", "library_write"),
                         [](const auto& info) { return std::string(info.param); });

TEST(Nursery, ARunThatChangesTheKernelIsTheLastOne) {
  EXPECT_LT(compare("kernel_state", 12), 4u) << "the next runs have a process of their own for some time";
}

TEST(Nursery, IsReplacedAfterManyRuns) {
  Runner runner("counter", false);
  for (int i = 0; i == 0 || runner.last.locationsChanged; i++)
    runner.run({});
  const RunImage first = runner.run({});
  unsigned fresh = 0;
  for (unsigned i = 0; i < 2500; i++) {
    ASSERT_TRUE(runner.run({}) == first) << "run " << i;
    fresh += !runner.oracle->ranInNursery();
  }
  EXPECT_GE(fresh, 2u) << "one after each thousand, to compare";
  EXPECT_LE(fresh, 6u);
}

TEST(Nursery, IsLeftForGoodWhenItIsDistrusted) {
  Runner runner("counter", false);
  while (!runner.oracle->ranInNursery())
    runner.run({});
  EXPECT_TRUE(runner.oracle->distrustRuns());
  EXPECT_FALSE(runner.oracle->distrustRuns()) << "nothing is left to be distrusted";
  for (unsigned i = 0; i < 5; i++) {
    runner.run({});
    EXPECT_FALSE(runner.oracle->ranInNursery());
  }
}

// A trace with one record.
struct Trace {
  RevisitChannel* const channel = static_cast<RevisitChannel*>(mmap(
      nullptr, sizeof(RevisitChannel), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));

  ~Trace() { munmap(channel, sizeof(RevisitChannel)); }
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;
  explicit Trace(RevisitRecordKind kind, std::uint8_t op = 0, std::uint32_t chain = 0, std::uint8_t flags = 0) {
    channel->outcome = REVISIT_OUTCOME_OVER;
    channel->recordCount = channel->recordLimit = 1;
    channel->records[0].kind = static_cast<std::uint8_t>(kind);
    channel->records[0].op = op;
    channel->records[0].chain = chain;
    channel->records[0].flags = flags;
  }
};

TEST(RunDoubts, AnErrorIsConfirmedOnceForEachPlace) {
  RunDoubts doubts;
  const Trace here(REVISIT_ERROR, 1, 5), there(REVISIT_ERROR, 1, 6);
  EXPECT_TRUE(doubts.needsFreshRun(*here.channel, 0));
  EXPECT_TRUE(doubts.confirms(*here.channel));
  EXPECT_FALSE(doubts.needsFreshRun(*here.channel, 0));
  EXPECT_TRUE(doubts.needsFreshRun(*there.channel, 0));
  EXPECT_FALSE(doubts.confirms(*here.channel)) << "the fresh run has another error";
}

TEST(RunDoubts, WhatEndsEarlyOrFindsMemoryChangedIsConfirmed) {
  RunDoubts doubts;
  Trace load(REVISIT_LOAD);
  EXPECT_FALSE(doubts.needsFreshRun(*load.channel, 0));
  EXPECT_TRUE(doubts.needsFreshRun(*load.channel, 9));
  load.channel->outcome = REVISIT_OUTCOME_NONE;
  EXPECT_TRUE(doubts.needsFreshRun(*load.channel, 0));
  load.channel->outcome = REVISIT_OUTCOME_DIVERGED;
  EXPECT_TRUE(doubts.needsFreshRun(*load.channel, 0));
  EXPECT_FALSE(doubts.confirms(*Trace(REVISIT_LOAD).channel)) << "the fresh run follows the plan";
  EXPECT_TRUE(doubts.needsFreshRun(*Trace(REVISIT_LOAD, 0, 0, REVISIT_FLAG_HIDDEN).channel, 0));
}

} // namespace
} // namespace revisit::nursery_test
