// Whole native runs: the content of the Recording, repeatability, plans, and the same results with fibers and OS
// threads.
#include "describe.h"

#include "program/cut.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace revisit::native_run_test {
namespace {

struct Runner {
  ExpressionPool pool;
  std::unique_ptr<NativeOracle> oracle;

  explicit Runner(const std::string& name, NativeOptions options = {}) {
    options.watchdogMs = 300;
    auto made = NativeOracle::create(pool, std::string(REVISIT_NATIVE_DIR "/") + name, {}, options);
    EXPECT_TRUE(made.ok()) << made.error().what;
    if (made)
      oracle = std::move(*made);
  }
  // A run after all shared memory is known.
  Recording run(const Plan& plan = {}) {
    for (int attempt = 0; oracle && attempt < 5; attempt++) {
      Result<Recording> recording = oracle->run(plan);
      EXPECT_TRUE(recording.ok()) << (recording ? "" : recording.error().where + ": " + recording.error().what);
      if (!recording)
        return {};
      if (!recording->locationsChanged)
        return std::move(*recording);
    }
    ADD_FAILURE() << "the set of shared memory does not become stable";
    return {};
  }
  std::string text(const Recording& recording) { return test::describe(recording, *oracle, pool); }
};

Plan planOf(const Recording& recording) {
  Plan plan;
  for (const RecordedStep& step : recording.steps)
    if (isScheduled(step.label.kind) && !step.pending && !step.label.awaits)
      plan.steps.push_back({step.thread, step.label.kind});
  return plan;
}

std::size_t count(const Recording& recording, LabelKind kind) {
  return static_cast<std::size_t>(std::count_if(recording.steps.begin(), recording.steps.end(),
                                                [&](const RecordedStep& step) { return step.label.kind == kind; }));
}

std::vector<ErrorKind> errors(const Recording& recording) {
  std::vector<ErrorKind> result;
  for (const RecordedStep& step : recording.steps)
    if (step.label.kind == LabelKind::Error)
      result.push_back(step.label.error);
  return result;
}

class EveryProgram : public testing::TestWithParam<const char*> {};

TEST_P(EveryProgram, RepeatsItself) {
  Runner runner(GetParam());
  const std::string first = runner.text(runner.run());
  EXPECT_EQ(first, runner.text(runner.run()));
}

TEST_P(EveryProgram, IsTheSameOnOsThreads) {
  Runner fibers(GetParam());
  Runner threads(GetParam(), {.osThreads = true});
  EXPECT_EQ(fibers.text(fibers.run()), threads.text(threads.run()));
}

TEST_P(EveryProgram, IsTheSameWithEverythingShared) {
  Runner runner(GetParam(), {.allAccesses = true});
  const std::string first = runner.text(runner.run());
  EXPECT_EQ(first, runner.text(runner.run()));
}

TEST_P(EveryProgram, FollowsItsOwnPlan) {
  Runner runner(GetParam());
  const Recording recording = runner.run();
  if (count(recording, LabelKind::AwaitFailed) == 0) {
    EXPECT_EQ(runner.text(recording), runner.text(runner.run(planOf(recording))));
  }
}

INSTANTIATE_TEST_SUITE_P(Native, EveryProgram,
                         testing::Values("bulk_copy", "condition", "counter", "deadlock", "endless", "errors",
                                         "exceptions", "exits", "heap", "library_write", "locals", "mixed_size",
                                         "mutex_kinds", "one_time", "waiting", "semaphore"),
                         [](const auto& info) { return std::string(info.param); });

TEST(NativeRun, SharedAccessesAndLocksAreSteps) {
  Runner runner("counter");
  const Recording recording = runner.run();
  EXPECT_EQ(recording.output, "x=2\n");
  EXPECT_EQ(count(recording, LabelKind::Object), 4u);
  EXPECT_EQ(count(recording, LabelKind::Write), 2u);
  EXPECT_EQ(count(recording, LabelKind::Join), 2u);
  EXPECT_TRUE(recording.incidents.empty());
  const RecordedStep& lock = recording.steps[2];
  EXPECT_EQ(runner.oracle->objectName(lock.label.object), "m");
  EXPECT_EQ(runner.oracle->callChain(lock.label.position).front().function, "f");
  EXPECT_EQ(runner.oracle->threadName(ThreadId(1)), "f(0)");
}

TEST(NativeRun, APlanBringsAnotherOrder) {
  Runner runner("counter");
  runner.run();
  Plan plan;
  plan.steps = {{ThreadId(0), LabelKind::Create}, {ThreadId(0), LabelKind::Create}, {ThreadId(2), LabelKind::Object}};
  const Recording recording = runner.run(plan);
  EXPECT_EQ(recording.steps[2].thread, ThreadId(2));
  EXPECT_EQ(recording.steps[3].thread, ThreadId(2)) << "thread 1 waits for the lock";
}

TEST(NativeRun, APlanThatCannotBeFollowedIsADivergence) {
  Runner runner("counter");
  runner.run();
  Plan plan;
  plan.steps = {{ThreadId(0), LabelKind::Create}, {ThreadId(1), LabelKind::Read}};
  const Result<Recording> recording = runner.oracle->run(plan);
  ASSERT_FALSE(recording.ok());
  EXPECT_NE(recording.error().what.find("(step 2 of 2)"), std::string::npos) << recording.error().what;
}

TEST(NativeRun, ErrorsEndTheirThreadOnly) {
  Runner runner("errors");
  const Recording recording = runner.run();
  EXPECT_EQ(errors(recording),
            (std::vector{ErrorKind::Signal, ErrorKind::Signal, ErrorKind::Arithmetic, ErrorKind::DoubleFree}));
  EXPECT_EQ(count(recording, LabelKind::Exit), 1u);
}

TEST(NativeRun, AnUncaughtExceptionIsNamed) {
  Runner runner("exceptions");
  const Recording recording = runner.run();
  ASSERT_EQ(errors(recording), std::vector{ErrorKind::Exception});
  for (const RecordedStep& step : recording.steps)
    if (step.label.kind == LabelKind::Error) {
      EXPECT_EQ(runner.oracle->errorMessage(step.label.position), "uncaught exception of type int");
    }
  EXPECT_TRUE(recording.incidents.empty());
  EXPECT_EQ(runner.oracle->threadName(ThreadId(1)), "work(0)");
}

TEST(NativeRun, AnEndlessComputationIsStoppedWhereItIs) {
  Runner runner("endless");
  const Recording recording = runner.run();
  ASSERT_EQ(errors(recording), std::vector{ErrorKind::DoesNotEnd});
  for (const RecordedStep& step : recording.steps)
    if (step.label.kind == LabelKind::Error) {
      EXPECT_EQ(runner.oracle->callChain(step.label.position).front().function, "f");
    }
}

TEST(NativeRun, AComputationThatMayEndIsCut) {
  Runner runner("counts_on");
  const Recording recording = runner.run();
  EXPECT_EQ(errors(recording), std::vector<ErrorKind>{});
  ASSERT_EQ(count(recording, LabelKind::Cut), 1u);
  for (const RecordedStep& step : recording.steps)
    if (step.label.kind == LabelKind::Cut) {
      EXPECT_EQ(step.label.argument, static_cast<std::uint64_t>(CutBy::Computation));
      EXPECT_EQ(step.thread, ThreadId(1)) << "main only waits";
    }
}

TEST(NativeRun, WaitingThreadsSayWhatForAtTheEnd) {
  Runner runner("deadlock");
  const Recording recording = runner.run();
  const auto pending = std::count_if(recording.steps.begin(), recording.steps.end(),
                                     [](const RecordedStep& step) { return step.pending; });
  EXPECT_EQ(pending, 2);
}

TEST(NativeRun, AWaitingLoopFailsOneRoundAndGoesOn) {
  Runner runner("waiting");
  const Recording recording = runner.run();
  EXPECT_EQ(count(recording, LabelKind::AwaitFailed), 1u);
  EXPECT_EQ(recording.steps.back().label.kind, LabelKind::Exit);
  EXPECT_EQ(recording.steps.back().label.value, Value::concrete(42));
}

TEST(NativeRun, APartOfALocationIsUpdated) {
  Runner runner("mixed_size");
  const Recording recording = runner.run();
  EXPECT_TRUE(errors(recording).empty());
  std::size_t inserts = 0;
  for (const RecordedStep& step : recording.steps)
    if (step.label.kind == LabelKind::Rmw && step.label.rmw == RmwOp::Insert) {
      inserts++;
      EXPECT_EQ(runner.oracle->locationSize(step.label.location), 4u);
    }
  EXPECT_EQ(inserts, 2u);
  EXPECT_EQ(recording.steps.back().label.value, Value::concrete(0));
}

TEST(NativeRun, ACopyIsSplitAtTheFieldsItCovers) {
  Runner runner("bulk_copy");
  const Recording recording = runner.run();
  for (const RecordedStep& step : recording.steps)
    if (step.label.location.valid()) {
      EXPECT_LE(runner.oracle->locationSize(step.label.location), 8u);
    }
}

TEST(NativeRun, ALibrarysWritesAreSeen) {
  Runner runner("library_write");
  const Recording recording = runner.run();
  bool hidden = false, unmodelled = false;
  for (const Incident& incident : recording.incidents) {
    hidden |= incident.kind == Incident::Kind::HiddenWrite && incident.detail.starts_with("buf");
    unmodelled |= incident.kind == Incident::Kind::UnmodelledCall && incident.detail == "memfrob";
  }
  EXPECT_TRUE(hidden);
  EXPECT_TRUE(unmodelled);
}

TEST(NativeRun, ProgramsThatCheckThemselvesFindNothing) {
  for (const char* name : {"heap", "locals", "one_time"}) {
    Runner runner(name);
    const Recording recording = runner.run();
    EXPECT_EQ(runner.text(recording).find("error"), std::string::npos) << name << '\n' << runner.text(recording);
    EXPECT_EQ(count(recording, LabelKind::Exit), 1u) << name;
  }
}

TEST(NativeRun, MutexesAnswerLikeRealOnes) {
  Runner runner("mutex_kinds");
  const Recording recording = runner.run();
  ASSERT_EQ(errors(recording), std::vector{ErrorKind::UnlockNotOwner}) << "only the last, deliberate one";
  for (const RecordedStep& step : recording.steps)
    if (step.label.kind == LabelKind::Error) {
      EXPECT_EQ(runner.oracle->callChain(step.label.position).front().line, 17u);
    }
}

TEST(NativeRun, HandlersRunBeforeTheExit) {
  Runner runner("exits");
  const Recording recording = runner.run();
  EXPECT_EQ(recording.output, "leaving\n");
  std::vector<std::uint64_t> written;
  for (const RecordedStep& step : recording.steps)
    if (step.label.kind == LabelKind::Write)
      written.push_back(step.label.value.bits);
  EXPECT_EQ(written, (std::vector<std::uint64_t>{1, 12, 127}));
  EXPECT_EQ(count(recording, LabelKind::End), 1u) << "the other thread ran on";
}

} // namespace
} // namespace revisit::native_run_test
