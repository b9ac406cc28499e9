// What the window shows of an exploration by itself, and what stays when something else is asked for.
#include "exploration_fixture.h"
#include "view/compare_pane.h"

#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTextBrowser>

namespace revisit::gui::test {
namespace {

TEST_F(ExplorationTest, TheFirstBugIsShownAlsoWhenItComesLate) {
  window().explore(writersRequest(3, 1), true);
  ASSERT_TRUE(waitFor([&] { return run().state() == ExplorationState::Paused; }));
  ASSERT_EQ(origin().execution, 1u);
  ASSERT_EQ(selection().execution()->witness().error.kind, ErrorKind::None);
  EXPECT_FALSE(action(QStringLiteral("Bug")).isEnabled()) << "there is none to go to";
  const auto explanation = [&] { return find<QTextBrowser>("explanationText").toPlainText(); };
  EXPECT_TRUE(explanation().startsWith(QStringLiteral("The end"))) << explanation().toStdString();
  actions().pause()->trigger();
  ASSERT_TRUE(waitForEnd());
  EXPECT_NE(selection().execution()->witness().error.kind, ErrorKind::None) << "the first bug is shown";
  EXPECT_TRUE(waitFor([&] { return table().selectionModel()->hasSelection(); }, 2000));
  EXPECT_EQ(executionAt(table().currentIndex().row()), origin().execution);
  EXPECT_TRUE(action(QStringLiteral("Bug")).isEnabled());
  EXPECT_TRUE(explanation().startsWith(QStringLiteral("The error"))) << explanation().toStdString();
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

TEST_F(ExplorationTest, AnExecutionIsComparedWithTheOpenOneFromItsRow) {
  explore(writersRequest(3, 2));
  const std::uint64_t open = origin().execution;
  const int row = rows().rowCount() - 1;
  ASSERT_NE(executionAt(row), open);
  table().scrollTo(rows().index(row, 0));
  emit table().customContextMenuRequested(table().visualRect(rows().index(row, 0)).center());
  auto* menu = table().findChild<QMenu*>();
  ASSERT_NE(menu, nullptr);
  for (QAction* action : menu->actions())
    if (action->text() == QStringLiteral("Compare with the open one"))
      action->trigger();
  menu->close();
  auto& compare = static_cast<ComparePane&>(pane("compare"));
  ASSERT_TRUE(waitFor([&] { return compare.compared() != nullptr; }));
  EXPECT_TRUE(isInSight(compare));
  EXPECT_EQ(origin().execution, open);
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
