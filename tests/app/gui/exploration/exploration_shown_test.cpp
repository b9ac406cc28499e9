// What the window shows of an exploration by itself, and what stays when something else is asked for.
#include "exploration_fixture.h"

#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QTextBrowser>
#include <QToolButton>

namespace revisit::gui::test {
namespace {

TEST_F(ExplorationTest, TheFirstBugIsShownAlsoWhenItComesLate) {
  window().explore(writersRequest(3, 1), true);
  ASSERT_TRUE(waitFor([&] { return run().state() == ExplorationState::Paused; }));
  ASSERT_EQ(origin().execution, 1u);
  ASSERT_EQ(selection().execution()->witness().error.kind, ErrorKind::None);
  EXPECT_FALSE(action(QStringLiteral("Bug")).isEnabled()) << "there is none to go to";
  const auto explanation = [&] { return find<QTextBrowser>("causeText").toPlainText(); };
  EXPECT_TRUE(explanation().startsWith(QStringLiteral("How it ends"))) << explanation().toStdString();
  actions().pause()->trigger();
  ASSERT_TRUE(waitForEnd());
  EXPECT_NE(selection().execution()->witness().error.kind, ErrorKind::None) << "the first bug is shown";
  EXPECT_TRUE(waitFor([&] { return table().selectionModel()->hasSelection(); }, 2000));
  EXPECT_EQ(executionAt(table().currentIndex().row()), origin().execution);
  EXPECT_TRUE(action(QStringLiteral("Bug")).isEnabled());
  EXPECT_TRUE(explanation().startsWith(QStringLiteral("Cause"))) << explanation().toStdString();
}

TEST_F(ExplorationTest, ABugDoesNotTakeTheUserAway) {
  window().explore(writersRequest(3, 1), true);
  ASSERT_TRUE(waitFor([&] { return run().state() == ExplorationState::Paused; }));
  selection().selectEvent(2);
  actions().pause()->trigger();
  ASSERT_TRUE(waitForEnd());
  EXPECT_GT(run().status().counts.erroneous, 0u);
  EXPECT_EQ(origin().execution, 1u);
  EXPECT_EQ(selection().current().event, std::optional<EventNumber>(2));
}

TEST_F(ExplorationTest, TheSourceIsShownAlsoWhenNothingHappensInIt) {
  const std::string path = write("nothing.c", "int main(void) { return 3; }\n");
  explore(MainWindow::requestFor({QString::fromStdString(path)}));
  ASSERT_TRUE(waitFor([&] { return selection().execution()->isWitness(); }));
  EXPECT_EQ(find<QComboBox>("sourceChoice").currentText().toStdString(), path);
  EXPECT_EQ(pane("source").notice(), QString());
}

TEST_F(ExplorationTest, ASourceThatIsChangedAfterwardsIsShownWithAWarning) {
  const std::string text = "#include <assert.h>\nint main(void) { assert(0); }\n";
  const std::string path = write("changed.c", text);
  explore(MainWindow::requestFor({QString::fromStdString(path)}));
  auto& warning = find<QLabel>("sourceWarning");
  EXPECT_FALSE(warning.isVisible());
  QTest::qWait(20); // a file's time is that of the clock's last tick
  write("changed.c", "// new\n" + text);
  ASSERT_TRUE(waitFor([&] { return selection().execution()->isWitness(); }));
  const ExecutionPointer shown = selection().execution();
  selection().open({});
  selection().open(shown);
  EXPECT_TRUE(warning.isVisible());
  EXPECT_TRUE(warning.text().contains(QStringLiteral("Explore again")));
  explore(run().request());
  EXPECT_FALSE(warning.isVisible());
}

TEST_F(ExplorationTest, TheRowOfWhatIsShownIsSelectedAlsoWhenItWasTheCurrentOne) {
  explore(writersRequest(2));
  table().setFocus();
  actions().browser().open(1);
  table().selectionModel()->clear();
  // As a table does that gets the keyboard: its row is the current one, and not selected.
  table().selectionModel()->setCurrentIndex(rows().index(1, 0), QItemSelectionModel::NoUpdate);
  EXPECT_EQ(origin().execution, executionAt(1));
  EXPECT_TRUE(table().selectionModel()->isRowSelected(1));
}

TEST_F(ExplorationTest, TheRowOfAnExecutionIsDroppedOnCompare) {
  explore(writersRequest(3, 2));
  const std::uint64_t open = origin().execution;
  const QModelIndex row = rows().index(rows().rowCount() - 1, 0);
  ASSERT_NE(executionAt(row.row()), open);
  ASSERT_TRUE(rows().flags(row) & Qt::ItemIsDragEnabled);
  raise("stage");
  stage().showComparison(true);
  Comparer& compare = stage().comparer();
  const std::unique_ptr<QMimeData> data(rows().mimeData({row}));
  QDragEnterEvent enter({50, 50}, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&stage(), &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(50, 50), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&stage(), &drop);
  ASSERT_TRUE(waitFor([&] { return compare.compared() != nullptr; }));
  EXPECT_EQ(compare.compared()->original(Side::A)->origin().execution, open);
  EXPECT_EQ(compare.compared()->original(Side::B)->origin().execution, executionAt(row.row()));
  QMimeData text;
  text.setText(QStringLiteral("no row"));
  QDragEnterEvent other({50, 50}, Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
  other.ignore();
  QApplication::sendEvent(&stage(), &other);
  EXPECT_FALSE(other.isAccepted());
}

TEST_F(ExplorationTest, ARowThatIsPressedIsShownWhenItWasAClick) {
  explore(writersRequest(3, 2));
  actions().browser().open(1);
  table().setFocus();
  int row = 0;
  while (executionAt(row) != 4)
    row++;
  table().scrollTo(rows().index(row, 0));
  const QPoint place = table().visualRect(rows().index(row, 0)).center();
  QTest::mousePress(table().viewport(), Qt::LeftButton, {}, place);
  EXPECT_EQ(origin().execution, 1u) << "it may be dragged";
  QTest::mouseRelease(table().viewport(), Qt::LeftButton, {}, place);
  EXPECT_EQ(origin().execution, 4u);
  press(Qt::Key_Up);
  EXPECT_EQ(origin().execution != 0 ? origin().execution : 4, executionAt(row - 1) != 0 ? executionAt(row - 1) : 4);
}

TEST_F(ExplorationTest, CompareBeginsWithTheNearestExecutionThatEndsOtherwise) {
  explore(MainWindow::requestFor({QStringLiteral(SOURCES "/examples/sensor/sensor.c")}));
  raise("stage");
  stage().showComparison(true);
  Comparer& compare = stage().comparer();
  ASSERT_TRUE(waitFor([&] { return compare.compared() != nullptr && !compare.isBusy(); }));
  const ComparedExecution& compared = *compare.compared();
  EXPECT_EQ(compared.original(Side::A), selection().execution());
  const auto isWrong = [](const Execution& execution) { return execution.witness().error.kind != ErrorKind::None; };
  EXPECT_TRUE(isWrong(*compared.original(Side::A)));
  EXPECT_FALSE(isWrong(*compared.original(Side::B)));
  const auto common = [&](const ExecutionPointer& other) {
    return ComparedExecution(selection().execution(), other).comparison().common;
  };
  for (const ExecutionSummary& summary : run().log()->executions(1, 100))
    if (!summary.bug && summary.kind == ExecutionKind::Complete) {
      const Result<ExecutionPointer> other = gui::executionOf(run().log(), summary.number);
      EXPECT_LE(common(other.value()), compared.comparison().common) << summary.number << " is nearer";
    }
  const std::uint64_t first = compared.original(Side::B)->origin().execution;
  actions().browser().open(first);
  EXPECT_TRUE(waitFor([&] {
    return compare.compared() && compare.compared()->original(Side::A)->origin().execution != 0 && !compare.isBusy();
  }));
}

TEST_F(ExplorationTest, CompareKnowsTheInputsOfBoth) {
  explore(MainWindow::requestFor({QStringLiteral(SOURCES "/examples/sensor/sensor.c")}));
  raise("stage");
  stage().showComparison(true);
  Comparer& compare = stage().comparer();
  const auto sentence = [&] { return find<QLabel>("sentence").text(); };
  ASSERT_TRUE(waitFor([&] { return compare.compared() && compare.compared()->original(Side::B)->isWitness(); }))
      << sentence().toStdString();
  EXPECT_FALSE(sentence().contains(QStringLiteral("not asked for"))) << sentence().toStdString();
  EXPECT_FALSE(sentence().contains(QStringLiteral("not known"))) << sentence().toStdString();
}

TEST_F(ExplorationTest, WhatWasExploredStaysWhenItCannotBeExploredAgain) {
  explore(writersRequest(3, 2));
  const LogPointer log = run().log();
  const int count = rows().rowCount();
  const ExecutionPointer shown = selection().execution();
  write("writers.c", "int main(void) { return undeclared; }\n");
  actions().explore()->trigger();
  ASSERT_TRUE(waitForEnd());
  ASSERT_EQ(run().state(), ExplorationState::Failed);
  EXPECT_EQ(run().log(), log);
  EXPECT_EQ(rows().rowCount(), count);
  EXPECT_EQ(pane("tree").notice(), QString());
  EXPECT_EQ(selection().execution()->origin().log, log);
  actions().browser().open(4);
  EXPECT_EQ(origin().execution, 4u);
  EXPECT_TRUE(waitFor([&] { return selection().execution()->isWitness(); })) << "it can be found again";
  write("writers.c", writers);
  actions().explore()->trigger();
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(run().state(), ExplorationState::Ended);
  EXPECT_NE(run().log(), log);
}

TEST_F(ExplorationTest, OneMoreOfAFinishedExplorationExploresNothingAway) {
  explore(writersRequest(3));
  const LogPointer log = run().log();
  EXPECT_FALSE(actions().step()->isEnabled());
  EXPECT_TRUE(actions().step()->toolTip().contains(QStringLiteral("ended"))) << "it says why";
  press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
  actions().browser().step();
  QTest::qWait(100);
  EXPECT_EQ(run().log(), log);
  EXPECT_EQ(run().state(), ExplorationState::Ended);
}

TEST_F(ExplorationTest, TheProgramOfAWitnessIsExploredAgain) {
  open(Example::Sensor);
  ASSERT_TRUE(actions().explore()->isEnabled());
  press(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(waitForEnd());
  ASSERT_EQ(run().state(), ExplorationState::Ended) << run().error().toStdString();
  EXPECT_EQ(run().status().counts.total(), 8u);
  selection().open({});
  ExplorationRequest request = writersRequest(3, 2);
  request.check.bounds.unroll = 7;
  explore(request);
  ASSERT_TRUE(waitFor([&] { return selection().execution()->isWitness(); }));
  const ExplorationRequest again = requestFrom(selection().execution()->witness());
  EXPECT_EQ(again.files, request.files);
  EXPECT_EQ(again.compilerFlags, request.compilerFlags);
  EXPECT_EQ(again.check.bounds.unroll, 7u);
  EXPECT_TRUE(again.check.explore.keepGoing);
}

TEST_F(ExplorationTest, TheLastExplorationGoesOnAtTheSameExecution) {
  explore(writersRequest(3, 2));
  actions().browser().open(4);
  selection().selectEvent(3);
  const std::string id = selection().execution()->witness().executionId;
  window().close();
  restart();
  EXPECT_EQ(selection().execution(), nullptr);
  QTest::mouseClick(&find<QPushButton>("lastSessionButton"), Qt::LeftButton);
  ASSERT_TRUE(waitForEnd());
  ASSERT_EQ(run().state(), ExplorationState::Ended) << run().error().toStdString();
  EXPECT_EQ(run().request().compilerFlags, (std::vector<std::string>{"-DN=3", "-DBAD=2"}));
  ASSERT_NE(selection().execution(), nullptr);
  EXPECT_EQ(selection().execution()->witness().executionId, id);
  EXPECT_EQ(origin().execution, 4u);
  EXPECT_EQ(selection().current().event, std::optional<EventNumber>(3));
}

} // namespace
} // namespace revisit::gui::test
