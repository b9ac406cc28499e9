// What an exploration does while something else happens to it: other explorations, pauses, witnesses that are made.
#include "exploration_fixture.h"

#include <QDragEnterEvent>
#include <QMimeData>

#include <sched.h>

namespace revisit::gui::test {
namespace {

// This process on one processor, for as long as it is there.
class OneProcessor {
public:
  OneProcessor() {
    sched_getaffinity(0, sizeof m_before, &m_before);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int processor = 0; processor < CPU_SETSIZE && CPU_COUNT(&one) == 0; processor++)
      if (CPU_ISSET(processor, &m_before))
        CPU_SET(processor, &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OneProcessor() { sched_setaffinity(0, sizeof m_before, &m_before); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

private:
  cpu_set_t m_before{};
};

class ExplorationRunTest : public ExplorationTest {
protected:
  bool waitForPause() {
    return waitFor([&] { return run().state() == ExplorationState::Paused && run().status().counts.total() > 0; });
  }
  bool waitForWitness() {
    return waitFor([&] { return selection().execution() && selection().execution()->isWitness(); }, 10000);
  }
};

TEST_F(ExplorationRunTest, OneProcessorIsEnoughForAWitnessWhileTheExplorationWaits) {
  const OneProcessor processor;
  restart();
  window().explore(writersRequest(8), true);
  ASSERT_TRUE(waitForPause());
  actions().browser().open(1);
  actions().browser().makeWitness();
  EXPECT_TRUE(waitForWitness());
}

TEST_F(ExplorationRunTest, GoingOnAfterAPauseDoesNotEndAtTheNextExecution) {
  window().explore(writersRequest(11), true);
  run().pause();
  run().resume();
  EXPECT_TRUE(waitFor([&] { return run().status().counts.total() > 50; }, 10000)) << run().status().counts.total();
}

TEST_F(ExplorationRunTest, WhatIsOpenCanBeReplayedAfterAnotherProgramWasExplored) {
  explore(writersRequest(3));
  ASSERT_TRUE(waitForWitness());
  const ExecutionPointer first = selection().execution();
  explore(writersRequest(2));
  ASSERT_NE(selection().execution()->origin().log, first->origin().log);
  while (selection().execution() != first && selection().canGoBack())
    selection().goBack();
  ASSERT_EQ(selection().execution(), first);
  EXPECT_EQ(whyNotReplayable(first->witness()), "");
}

TEST_F(ExplorationRunTest, AnExecutionWithoutStepsIsFoundAgainAndGoneTo) {
  const ExplorationRequest request = writersRequest(3);
  const std::vector<ExecutionSummary> found = reportOf(request).log->executions(1, 100);
  run().start(request, LogOptions{.maxSteps = 3});
  actions().browser().expect(QString::fromStdString(found.back().id.text()), 2);
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(run().state(), ExplorationState::Ended);
  ASSERT_TRUE(waitFor([&] { return selection().execution() != nullptr; }));
  EXPECT_EQ(selection().execution()->witness().executionId, found.back().id.text());
  EXPECT_EQ(selection().current().event, std::optional<EventNumber>(2));
}

TEST_F(ExplorationRunTest, AnotherExplorationIsShownThoughAnExecutionIsBeingFoundAgain) {
  run().start(writersRequest(3), LogOptions{.maxSteps = 3});
  ASSERT_TRUE(waitForEnd());
  actions().browser().open(5);
  explore(writersRequest(2));
  EXPECT_TRUE(waitFor([&] { return selection().execution() && origin().log == run().log(); }, 3000));
}

TEST_F(ExplorationRunTest, WhoWentElsewhereStaysThereWhenAnExecutionIsFoundAgain) {
  run().start(writersRequest(3), LogOptions{.maxSteps = 3});
  ASSERT_TRUE(waitForEnd() && waitForWitness());
  actions().browser().open(5);
  const ExecutionPointer other = executionOf(Example::LostUpdate);
  selection().open(other);
  ASSERT_TRUE(waitFor([&] { return run().witnessOf(5) != nullptr; }));
  EXPECT_EQ(selection().execution(), other);
}

TEST_F(ExplorationRunTest, WhatCannotBeFoundAgainIsSaid) {
  run().start(writersRequest(3), LogOptions{.maxSteps = 3});
  ASSERT_TRUE(waitForEnd() && waitForWitness());
  QFile::remove(QString::fromStdString(selection().execution()->witness().program.path));
  actions().browser().open(5);
  EXPECT_TRUE(waitFor([&] { return actions().browser().witnessNotice().contains(QStringLiteral("cannot be found")); }))
      << actions().browser().witnessNotice().toStdString();
}

TEST_F(ExplorationRunTest, TheTitleNamesTheProgramThatIsBeingBuilt) {
  window().explore(MainWindow::requestFor({QString::fromStdString(write("first.c", writers))}));
  EXPECT_TRUE(window().windowTitle().contains(QStringLiteral("first.c")));
  window().explore(MainWindow::requestFor({QString::fromStdString(write("second.c", writers))}));
  EXPECT_TRUE(window().windowTitle().contains(QStringLiteral("second.c"))) << window().windowTitle().toStdString();
}

TEST_F(ExplorationRunTest, AWitnessThatFailsIsNotSaidOfAnotherExecution) {
  explore(writersRequest(3));
  ASSERT_TRUE(waitForWitness());
  actions().browser().open(1);
  actions().browser().makeWitness();
  ASSERT_TRUE(waitForWitness());
  QFile::remove(QString::fromStdString(selection().execution()->witness().program.path));
  actions().browser().open(2);
  actions().browser().makeWitness();
  actions().browser().open(3);
  std::uint64_t failed = 0;
  QObject::connect(&run(), &ExplorationRun::witnessFailed, &run(), [&](std::uint64_t number) { failed = number; });
  ASSERT_TRUE(waitFor([&] { return failed == 2; }, 200));
  EXPECT_EQ(actions().browser().witnessNotice(), QString());
  ASSERT_TRUE(waitFor([&] { return failed == 3; }));
  EXPECT_TRUE(actions().browser().witnessNotice().contains(QStringLiteral("cannot be replayed")));
}

TEST_F(ExplorationRunTest, TwoWitnessesAreNotTakenForSources) {
  explore(writersRequest(2));
  const LogPointer log = run().log();
  window().openFiles({QString::fromStdString(witnessOf(Example::LostUpdate)), inFolder(QStringLiteral("writers.c"))});
  EXPECT_TRUE(window().message().contains(QStringLiteral("one witness"))) << window().message().toStdString();
  EXPECT_EQ(run().log(), log) << "what was explored stays";
  EXPECT_FALSE(run().isActive());
}

constexpr const char* messagePassing = R"(C MP
{ x = 0; y = 0; }
P0 (atomic_int *x, atomic_int *y) {
  atomic_store(x, 1);
  atomic_store(y, 1);
}
P1 (atomic_int *x, atomic_int *y) {
  int r0 = atomic_load(y);
  int r1 = atomic_load(x);
}
exists (1:r0=1 /\ 1:r1=0)
)";

TEST_F(ExplorationRunTest, ALitmusTestIsExploredLikeASource) {
  const std::string test = write("mp.litmus", messagePassing);
  window().openFile(QString::fromStdString(test));
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(run().state(), ExplorationState::Ended) << run().error().toStdString();
  EXPECT_EQ(run().status().counts.total(), 3u);
  ASSERT_TRUE(waitForWitness());
  EXPECT_EQ(selection().execution()->files(), std::vector<std::string>{test}) << "the lines are those of the test";
}

TEST_F(ExplorationRunTest, AWrongLitmusTestIsSaid) {
  window().openFile(QString::fromStdString(write("mp.litmus", "X86 MP\n")));
  ASSERT_TRUE(waitForEnd());
  EXPECT_NE(run().state(), ExplorationState::Ended);
  EXPECT_TRUE(run().error().contains(QStringLiteral("the assembly language of X86"))) << run().error().toStdString();
}

TEST_F(ExplorationRunTest, TheHistoryHoldsTwoExplorations) {
  std::vector<std::weak_ptr<const ExplorationLog>> logs;
  for (int i = 0; i < 3; i++) {
    explore(writersRequest(2));
    logs.push_back(run().log());
  }
  EXPECT_TRUE(waitFor([&] { return logs[0].expired(); })) << "nobody keeps the first";
  while (selection().canGoBack())
    selection().goBack();
  EXPECT_EQ(origin().log, logs[1].lock());
}

TEST_F(ExplorationRunTest, WhatIsThrownIsSaid) {
  ExplorationRequest request = writersRequest(2);
  request.check.explore.cancelled = []() -> bool { throw std::runtime_error("no memory is left"); };
  window().explore(request);
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(run().state(), ExplorationState::Failed);
  EXPECT_TRUE(answer().contains(QStringLiteral("no memory is left"))) << answer().toStdString();
}

TEST_F(ExplorationRunTest, SomethingThatIsNoFileIsNotDropped) {
  QMimeData nothing;
  nothing.setData(QStringLiteral("text/uri-list"), "");
  QDragEnterEvent entering({10, 10}, Qt::CopyAction, &nothing, Qt::LeftButton, Qt::NoModifier);
  entering.ignore();
  QApplication::sendEvent(&window(), &entering);
  EXPECT_FALSE(entering.isAccepted());
}

} // namespace
} // namespace revisit::gui::test
