// Exploring in the window: programs and sources, the tree of executions, pausing and cancelling, and what goes wrong.
#include "exploration_fixture.h"
#include "shell/guide.h"
#include "turn_watch.h"
#include "view/graph/revisit_pane.h"
#include "view/graph/state_pane.h"
#include "view/widgets/message_text.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTextBrowser>

#include <algorithm>
#include <fstream>
#include <iostream>

namespace revisit::gui::test {
namespace {

const std::string sensorSource = std::string(SOURCES) + "/examples/sensor/sensor.c";

TEST_F(ExplorationTest, ASourceFileIsExploredAndItsTreeIsTheEngines) {
  const ExplorationRequest request = writersRequest(3, 2);
  explore(request);
  const CheckReport report = reportOf(request);
  EXPECT_EQ(run().status().counts.total(), 6u);
  EXPECT_EQ(run().status().counts.erroneous, report.exploration.counts.erroneous);
  EXPECT_EQ(run().status().planned, 0u);
  const std::vector<TreeNode> nodes = report.log->nodes(0, noLogEntry);
  ASSERT_EQ(rows().rowCount(), static_cast<int>(nodes.size()));
  for (int row = 0; row < rows().rowCount(); row++) {
    const TreeNode& node = nodes[static_cast<std::size_t>(row)];
    EXPECT_EQ(executionAt(row), node.execution) << row;
    EXPECT_EQ(rows().index(row, 0).data(ExplorationTree::DepthRole).toUInt(), node.depth) << row;
    EXPECT_EQ(rows().index(row, 0).data(ExplorationTree::OutcomeRole).toInt(), static_cast<int>(node.outcome)) << row;
  }
  EXPECT_TRUE(answer().startsWith(QStringLiteral("Bug: 1 distinct in 6 executions, all explored")))
      << answer().toStdString();
  ASSERT_NE(selection().execution(), nullptr);
  EXPECT_NE(selection().execution()->witness().error.kind, ErrorKind::None) << "the first bug is shown";
  EXPECT_TRUE(selection().execution()->isWitness());
}

// Threads that never end: there is no execution to show, but there are states.
constexpr const char* turns = R"(
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
atomic_int x;
static void* turn(void* unused) { for (;;) atomic_fetch_xor(&x, 1); return unused; }
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, turn, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
)";

TEST_F(ExplorationTest, ASearchOverStatesIsShownWithoutAnExecution) {
  ExplorationRequest request = MainWindow::requestFor({QString::fromStdString(write("turns.c", turns))});
  request.check.search.algorithm = Algorithm::DlSPor;
  explore(request);
  EXPECT_EQ(run().log()->executionCount(), 0u);
  const StatesPointer states = run().log()->states();
  ASSERT_TRUE(states);
  auto& shown = dynamic_cast<StatePane&>(raise("states"));
  ASSERT_TRUE(waitFor([&] { return window().stepActions().cursor().states() == states; }));
  EXPECT_EQ(shown.notice(), QString());
  EXPECT_EQ(shown.selected(), 0u);
  ASSERT_TRUE(waitFor([&] {
    return dynamic_cast<StateScene*>(find<StateView>("stateView").scene())->picture().graph.nodes.size() ==
           states->stateCount();
  }));
  ASSERT_TRUE(waitFor([&] { return window().stepActions().action(StepMove::NextAction)->isEnabled(); }));
  press(Qt::Key_F7);
  EXPECT_TRUE(waitFor([&] { return window().stepActions().cursor().step() == 2u; }));
  raise("algorithm");
  EXPECT_TRUE(find<QTextBrowser>("stepText").toPlainText().contains(QStringLiteral("fetch xor x")));
}

TEST_F(ExplorationTest, ARowShowsItsExecutionOrWhereItWasRefused) {
  explore(MainWindow::requestFor({QString::fromStdString(sensorSource)}));
  int executions = 0, refused = 0;
  for (int row = 0; row < rows().rowCount(); row++) {
    clickRow(table(), row);
    if (const std::uint64_t number = executionAt(row); number != 0) {
      executions++;
      EXPECT_EQ(origin().execution, number);
      EXPECT_EQ(origin().step, run().log()->stepOf(number));
    } else {
      refused++;
      EXPECT_EQ(origin().step, run().log()->nodes(static_cast<std::uint32_t>(row), 1).front().step);
    }
    EXPECT_EQ(origin().log, run().log());
    EXPECT_EQ(table().currentIndex().row(), row) << "the table stays where it was clicked";
  }
  EXPECT_EQ(executions, 8);
  EXPECT_GT(refused, 0);
}

TEST_F(ExplorationTest, AnExecutionBecomesAWitnessAndNothingMoves) {
  explore(writersRequest(3));
  table().setFocus();
  clickRow(table(), 0);
  const ExecutionPointer before = selection().execution();
  EXPECT_FALSE(before->isWitness());
  ASSERT_TRUE(waitFor([&] { return selection().execution()->isWitness(); }));
  const Witness &graph = before->witness(), &witness = selection().execution()->witness();
  ASSERT_EQ(graph.schedule.size(), witness.schedule.size());
  for (std::size_t i = 0; i < graph.schedule.size(); i++)
    EXPECT_EQ(std::pair(graph.schedule[i].thread, graph.schedule[i].index),
              std::pair(witness.schedule[i].thread, witness.schedule[i].index))
        << "event " << i + 1;
  EXPECT_EQ(graph.executionId, witness.executionId);
  EXPECT_EQ(whyNotReplayable(witness), "");
  EXPECT_EQ(origin().execution, 1u);
}

TEST_F(ExplorationTest, ActionsGoFromExecutionToExecution) {
  explore(writersRequest(3, 2));
  std::vector<std::uint64_t> buggy;
  for (const ExecutionSummary& summary : run().log()->executions(1, 100))
    if (summary.bug)
      buggy.push_back(summary.number);
  ASSERT_EQ(buggy.size(), 2u);
  window().explorationActions().browser().open(1);
  std::vector<std::uint64_t> visited{1};
  while (actions().next()->isEnabled()) {
    press(Qt::Key_PageDown, Qt::ControlModifier);
    visited.push_back(origin().execution);
  }
  EXPECT_EQ(visited, (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_FALSE(actions().nextBuggy()->isEnabled() && buggy.back() == 6);
  press(Qt::Key_PageUp, Qt::ControlModifier);
  EXPECT_EQ(origin().execution, 5u);
  actions().browser().open(1);
  std::vector<std::uint64_t> found;
  if (buggy.front() == 1)
    found.push_back(1);
  while (actions().nextBuggy()->isEnabled()) {
    press(Qt::Key_PageDown, Qt::ControlModifier | Qt::ShiftModifier);
    found.push_back(origin().execution);
  }
  EXPECT_EQ(found, buggy);
  EXPECT_TRUE(actions().nextBuggy()->toolTip().contains(QStringLiteral("No further execution with a bug")));
}

TEST_F(ExplorationTest, TheTreeIsFilteredByOutcomeAndText) {
  explore(writersRequest(3, 2));
  const int all = rows().rowCount();
  restart();
  explore(writersRequest(3, 2));
  EXPECT_EQ(rows().rowCount(), 6) << "at first the executions alone";
  auto& outcomes = find<QComboBox>("outcomes");
  const auto countIn = [&](const QString& choice) {
    outcomes.setCurrentText(choice);
    return rows().rowCount();
  };
  EXPECT_EQ(countIn(QStringLiteral("Executions")), 6);
  EXPECT_EQ(countIn(QStringLiteral("Bugs")), 2);
  EXPECT_EQ(countIn(QStringLiteral("Cut")), 0);
  EXPECT_EQ(countIn(QStringLiteral("Executions")) + countIn(QStringLiteral("Refused")), all);
  for (int row = 0; row < rows().rowCount(); row++)
    EXPECT_EQ(executionAt(row), 0u);
  EXPECT_EQ(countIn(QStringLiteral("With what was refused")), all);
  typeInto(find<QLineEdit>("treeFilter"), QStringLiteral("erroneous"));
  EXPECT_EQ(rows().rowCount(), 2);
  typeInto(find<QLineEdit>("treeFilter"), QStringLiteral("nothing says this"));
  EXPECT_EQ(rows().rowCount(), 0);
  EXPECT_EQ(find<QLabel>("treeCount").text(), QStringLiteral("0 of %1").arg(all));
}

TEST_F(ExplorationTest, ANodeFoldsAwayWhatIsBelowIt) {
  explore(writersRequest(3));
  const int all = rows().rowCount();
  const std::vector<TreeNode> nodes = run().log()->nodes(0, noLogEntry);
  int parent = 1;
  while (rows().index(parent, 0).data(ExplorationTree::FoldRole).toInt() == 0)
    parent++;
  const std::uint32_t depth = nodes[static_cast<std::size_t>(parent)].depth;
  int below = 0;
  for (std::size_t i = static_cast<std::size_t>(parent) + 1; i < nodes.size() && nodes[i].depth > depth; i++)
    below++;
  ASSERT_GT(below, 0);
  table().setFocus();
  clickRow(table(), parent);
  press(Qt::Key_Left);
  EXPECT_EQ(rows().rowCount(), all - below);
  EXPECT_EQ(table().currentIndex().row(), parent);
  EXPECT_EQ(rows().index(parent, 0).data(ExplorationTree::FoldRole).toInt(), 2);
  press(Qt::Key_Right);
  EXPECT_EQ(rows().rowCount(), all);
}

TEST_F(ExplorationTest, PausesGoesOnByOneAndKeepsWhatWasFoundWhenCancelled) {
  window().explore(writersRequest(11), true);
  ASSERT_TRUE(waitFor([&] { return run().state() == ExplorationState::Paused && run().status().counts.total() == 1; }));
  EXPECT_GT(run().status().planned, 0u);
  for (std::uint64_t count = 2; count <= 4; count++) {
    actions().step()->trigger();
    ASSERT_TRUE(waitFor([&] {
      return run().state() == ExplorationState::Paused && run().status().counts.total() == count;
    })) << run().status().counts.total();
    EXPECT_EQ(origin().execution, count) << "the one that was asked for is shown";
  }
  actions().pause()->trigger();
  ASSERT_TRUE(waitFor([&] { return run().status().counts.total() > 50; }));
  actions().pause()->trigger();
  ASSERT_TRUE(waitFor([&] { return run().state() == ExplorationState::Paused; }));
  QTest::qWait(300);
  const std::uint64_t paused = run().log()->executionCount();
  QTest::qWait(300);
  EXPECT_EQ(run().log()->executionCount(), paused);
  actions().cancel()->trigger();
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(run().state(), ExplorationState::Ended);
  EXPECT_GE(run().status().counts.total(), paused);
  EXPECT_LT(run().status().counts.total(), 39916800u);
  EXPECT_TRUE(answer().contains(QStringLiteral("; cancelled"))) << answer().toStdString();
  actions().browser().open(3);
  EXPECT_EQ(origin().execution, 3u);
}

TEST_F(ExplorationTest, WhatDoesNotCompileIsSaidInTheSource) {
  openFile(QString::fromStdString(witnessOf(Example::LostUpdate)));
  const ExecutionPointer shown = selection().execution();
  const std::string path = write("broken.c", "int main(void) {\n  return undeclared;\n}\n");
  window().openFile(QString::fromStdString(path));
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(run().state(), ExplorationState::Failed);
  EXPECT_TRUE(answer().startsWith(QStringLiteral("Does not compile: broken.c:2: use of undeclared identifier")))
      << answer().toStdString();
  ASSERT_EQ(selection().messages().size(), 1u);
  EXPECT_EQ(selection().messages().front().place.file, path);
  EXPECT_EQ(selection().messages().front().place.line, 2u);
  EXPECT_TRUE(isInSight(pane("source")));
  EXPECT_EQ(find<QComboBox>("sourceChoice").currentText().toStdString(), path);
  EXPECT_EQ(selection().execution(), shown) << "what is open stays";
  write("broken.c", "int main(void) {\n  return 0;\n}\n");
  actions().explore()->trigger();
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(run().state(), ExplorationState::Ended);
  EXPECT_TRUE(selection().messages().empty());
  EXPECT_TRUE(answer().startsWith(QStringLiteral("Safe: no error in 1 execution"))) << answer().toStdString();
}

TEST_F(ExplorationTest, WhatCannotBeExploredIsSaid) {
  window().openFile(QStringLiteral("/bin/true"));
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(run().state(), ExplorationState::Failed);
  EXPECT_TRUE(answer().contains(QStringLiteral("revisit-cc"))) << answer().toStdString();
  window().openFile(inFolder(QStringLiteral("missing.c")));
  ASSERT_TRUE(waitForEnd());
  EXPECT_TRUE(answer().contains(QStringLiteral("no such file"))) << answer().toStdString();
  EXPECT_TRUE(pane("tree").notice().contains(QStringLiteral("could not be explored")));
}

TEST_F(ExplorationTest, ACrashIsAnExecutionAndAHangEnds) {
  ExplorationRequest request =
      MainWindow::requestFor({QString::fromStdString(write("crash.c", "int main(void) { *(volatile int*)8 = 1; }\n"))});
  explore(request);
  EXPECT_EQ(run().status().counts.erroneous, 1u);
  EXPECT_EQ(selection().execution()->witness().error.kind, ErrorKind::NullDereference);
  request = MainWindow::requestFor({QString::fromStdString(write("hang.c", "int main(void) { for (;;) { } }\n"))});
  request.check.bounds.watchdogMs = 500;
  window().explore(request);
  ASSERT_TRUE(waitForEnd());
  EXPECT_TRUE(run().state() == ExplorationState::Failed || run().status().counts.total() == 1);
  const ExplorationCounts& counts = run().status().counts;
  EXPECT_FALSE(answer().startsWith(QStringLiteral("Safe"))) << answer().toStdString();
  EXPECT_TRUE(answer().contains(QStringLiteral("watchdog")) || counts.erroneous + counts.deadlocked != 0)
      << answer().toStdString();
}

TEST_F(ExplorationTest, AnExecutionBeyondTheStepsThatAreKeptIsFoundAgain) {
  run().start(writersRequest(3), {.steps = true, .maxSteps = 25, .maxNodes = 5});
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(run().status().counts.total(), 6u) << "all are counted";
  ASSERT_EQ(run().log()->stepOf(4), 0u);
  ASSERT_GE(run().log()->executionCount(), 4u);
  EXPECT_TRUE(find<QLabel>("treeCount").text().endsWith(u'+'));
  actions().browser().open(4);
  EXPECT_TRUE(find<LinkedText>("witnessNotice").text().contains(QStringLiteral("being found again")));
  ASSERT_TRUE(waitFor([&] { return origin().execution == 4; }));
  EXPECT_TRUE(selection().execution()->isWitness());
  EXPECT_EQ(selection().execution()->witness().executionId, run().log()->executions(4, 1).front().id.text());
}

TEST_F(ExplorationTest, TheGuideExploresItsExample) {
  action(QStringLiteral("How the algorithm works")).trigger();
  auto& guide = static_cast<RevisitPane&>(pane("algorithm"));
  EXPECT_TRUE(waitFor([&] { return isInSight(guide); }));
  const Result<QString> example = exampleFile(QLatin1String(guideExample));
  ASSERT_TRUE(example);
  emit guide.exploreAsked(example.value());
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(run().state(), ExplorationState::Ended) << run().error().toStdString();
  EXPECT_GT(run().log()->stepCount(), 10u);
}

// The resident memory of this process, in MiB.
double residentMiB() {
  std::ifstream status("/proc/self/statm");
  double pages = 0;
  status >> pages >> pages;
  return pages * 4096 / (1024 * 1024);
}

class LongExplorationTest : public ExplorationTest {};

TEST_F(LongExplorationTest, AHundredThousandExecutionsLeaveTheWindowResponsiveAndSmall) {
  // They go through all rows at every change.
  qDeleteAll(window().findChildren<QAbstractItemModelTester*>());
  open(Example::LostUpdate); // fonts and icons are loaded with the first
  QTest::qWait(100);
  ExplorationRequest request = writersRequest(9);
  request.check.explore.maxExecutions = 100000;
  const double before = residentMiB();
  const TurnWatch watch;
  window().explore(request);
  ASSERT_TRUE(waitForEnd(120000));
  EXPECT_EQ(run().status().counts.total(), 100000u);
  EXPECT_TRUE(waitFor([&] { return rows().rowCount() == static_cast<int>(run().log()->nodeCount()); }));
  EXPECT_GE(rows().rowCount(), 100000);
  QTest::qWait(20);
  std::cout << "away for " << watch.longestGap() << " ms, at work for " << watch.longestWork() << " ms; "
            << residentMiB() << " MiB, before " << before << " MiB\n";
  EXPECT_LT(residentMiB(), 500);
  // What the clock says depends on what else the machine does.
  EXPECT_LT(watch.longestWork(), 50);
  EXPECT_LT(watch.longestGap(), 1000);
  // A row far behind is shown at once. What else the machine does makes work longer, never shorter.
  double showing = 1000;
  for (int attempt = 0; attempt < 3; attempt++) {
    clickRow(table(), 0);
    QTest::qWait(20);
    const TurnWatch clicking;
    QTest::qWait(20);
    clickRow(table(), rows().rowCount() - 1);
    QTest::qWait(40);
    showing = std::min(showing, clicking.longestWork());
  }
  std::cout << "showing the last one: at work for " << showing << " ms\n";
  EXPECT_LT(showing, 50);
  const TurnWatch typing;
  QTest::qWait(20);
  find<QLineEdit>("treeFilter").setText(QStringLiteral("write x"));
  EXPECT_TRUE(waitFor([&] { return rows().rowCount() == static_cast<int>(run().log()->nodeCount()) - 1; }))
      << "all but the first node are about a write";
  find<QLineEdit>("treeFilter").setText(QStringLiteral("every choice"));
  EXPECT_TRUE(waitFor([&] { return rows().rowCount() == 1; }));
  find<QLineEdit>("treeFilter").setText(QStringLiteral("-write"));
  EXPECT_TRUE(waitFor([&] { return rows().rowCount() == 1; })) << "the first node alone is about no write";
  QTest::qWait(20);
  std::cout << "filtering: at work for " << typing.longestWork() << " ms\n";
  EXPECT_LT(typing.longestWork(), 50);
}

} // namespace
} // namespace revisit::gui::test
