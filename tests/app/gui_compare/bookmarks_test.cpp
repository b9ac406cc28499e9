// Bookmarks: kept, found again, and honest about executions that are not open.
#include "model/tables/bookmarks.h"
#include "model/tables/events_model.h"
#include "pairs.h"
#include "view/panes/bookmarks_pane.h"
#include "window_test.h"
#include "witness/witness.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

namespace revisit::gui::test::bookmarks_test {
namespace {

class BookmarksTest : public WindowTest {
protected:
  // A witness of a program that is not there, as a file.
  QString file(bool isSwapped, const QString& name) {
    const QString path = inFolder(name);
    EXPECT_TRUE(writeWitness(writesInOrder(isSwapped)->witness(), path.toStdString()).ok());
    return path;
  }
  QTableView& table() { return find<QTableView>("bookmarks table"); }
  QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }
  int rows() { return table().model()->rowCount(); }
  QString answer() { return find<QLabel>("bookmarkAnswer").text(); }
  QPushButton& offer() { return find<QPushButton>("openBookmarked"); }
  bool isMarked(EventNumber event) {
    return find<QTableView>("events table")
        .model()
        ->index(static_cast<int>(event) - 1, 0)
        .data(EventsModel::BookmarkRole)
        .toBool();
  }
  void click(const char* button) { QTest::mouseClick(&find<QPushButton>(button), Qt::LeftButton); }
};

TEST_F(BookmarksTest, ControlBMarksTheSelectedEventAndAgainDoesNot) {
  openFile(file(false, QStringLiteral("one.revisit")));
  raise("bookmarks");
  EXPECT_TRUE(answer().contains(QStringLiteral("Ctrl+B"))) << answer().toStdString();
  selection().selectEvent(3);
  press(Qt::Key_B, Qt::ControlModifier);
  ASSERT_EQ(rows(), 1);
  EXPECT_EQ(cell(0, Bookmarks::Event), QStringLiteral("T1 write x = 1  a.c:2"));
  EXPECT_TRUE(isMarked(3));
  EXPECT_FALSE(isMarked(2));
  EXPECT_EQ(selection().current().event, 3u) << "marking moves nothing";
  press(Qt::Key_B, Qt::ControlModifier);
  EXPECT_EQ(rows(), 0);
  EXPECT_FALSE(isMarked(3));
}

TEST_F(BookmarksTest, GoesToTheEvent) {
  openFile(file(false, QStringLiteral("one.revisit")));
  raise("bookmarks");
  selection().selectEvent(3);
  click("toggleBookmark");
  selection().selectEvent(1);
  clickRow(table(), 0);
  click("goToBookmark");
  EXPECT_EQ(selection().current().event, 3u);
  selection().selectEvent(1);
  table().setFocus();
  QTest::keyClick(&table(), Qt::Key_Return);
  EXPECT_EQ(selection().current().event, 3u) << "Return does the same";
  click("deleteBookmark");
  EXPECT_EQ(rows(), 0);
}

TEST_F(BookmarksTest, NamesAndNotesAreKeptOverARestartForTheirBuildOnly) {
  const QString one = file(false, QStringLiteral("one.revisit"));
  openFile(one);
  selection().selectEvent(4);
  press(Qt::Key_B, Qt::ControlModifier);
  QAbstractItemModel& model = *table().model();
  EXPECT_TRUE(model.setData(model.index(0, Bookmarks::Name), QStringLiteral("the write")));
  EXPECT_TRUE(model.setData(model.index(0, Bookmarks::Note), QStringLiteral("why \"here\"?\nö")));
  EXPECT_FALSE(model.setData(model.index(0, Bookmarks::Name), QStringLiteral("  "))) << "a name it has to have";
  EXPECT_FALSE(model.setData(model.index(0, Bookmarks::Event), QStringLiteral("x")));
  restart();
  EXPECT_EQ(rows(), 0) << "no program is open";
  openFile(one);
  ASSERT_EQ(rows(), 1);
  EXPECT_EQ(cell(0, Bookmarks::Name), QStringLiteral("the write"));
  EXPECT_EQ(cell(0, Bookmarks::Note), QStringLiteral("why \"here\"?\nö"));
  EXPECT_TRUE(isMarked(4));
  const QString other = inFolder(QStringLiteral("other build.revisit"));
  ASSERT_TRUE(writeWitness(writesInOrder(false, "bb")->witness(), other.toStdString()).ok());
  openFile(other);
  EXPECT_EQ(rows(), 0) << "another build";
  EXPECT_FALSE(isMarked(4));
}

TEST_F(BookmarksTest, AnExecutionThatIsNotOpenIsSaidAndOffered) {
  const QString one = file(false, QStringLiteral("one.revisit")), two = file(true, QStringLiteral("two.revisit"));
  openFile(one);
  selection().selectEvent(3);
  press(Qt::Key_B, Qt::ControlModifier);
  openFile(two);
  ASSERT_EQ(rows(), 1) << "the same program";
  EXPECT_FALSE(isMarked(3)) << "another execution";
  EXPECT_TRUE(cell(0, Bookmarks::ExecutionId).contains(QStringLiteral("not open")));
  raise("bookmarks");
  clickRow(table(), 0);
  click("goToBookmark");
  EXPECT_TRUE(answer().contains(QStringLiteral("not open"))) << answer().toStdString();
  EXPECT_EQ(offer().text(), QStringLiteral("Open one.revisit"));
  click("openBookmarked");
  ASSERT_TRUE(waitFor([&] { return selection().execution()->path() == one.toStdString(); }));
  EXPECT_TRUE(waitFor([&] { return selection().current().event == 3u; })) << "and the event is selected";
}

TEST_F(BookmarksTest, AFileThatIsGoneIsSaidWithWhatToDo) {
  const QString one = file(false, QStringLiteral("one.revisit"));
  openFile(one);
  selection().selectEvent(3);
  press(Qt::Key_B, Qt::ControlModifier);
  openFile(file(true, QStringLiteral("two.revisit")));
  ASSERT_TRUE(QFile::remove(one));
  raise("bookmarks");
  clickRow(table(), 0);
  click("goToBookmark");
  EXPECT_TRUE(answer().contains(QStringLiteral("is gone"))) << answer().toStdString();
  EXPECT_TRUE(answer().contains(QStringLiteral("--only fedcba9876543210"))) << answer().toStdString();
  EXPECT_FALSE(offer().isVisible());
}

TEST_F(BookmarksTest, SaysWhyNothingCanBeMarked) {
  press(Qt::Key_B, Qt::ControlModifier);
  EXPECT_TRUE(window().message().contains(QStringLiteral("No execution is open"))) << window().message().toStdString();
  openFile(file(false, QStringLiteral("one.revisit")));
  selection().selectPosition(0);
  press(Qt::Key_B, Qt::ControlModifier);
  EXPECT_TRUE(window().message().contains(QStringLiteral("No event is selected"))) << window().message().toStdString();
  EXPECT_EQ(rows(), 0);
  const Result<ExecutionPointer> step = graphAfterStep(logOf(3), 5);
  ASSERT_TRUE(step.ok());
  selection().open(step.value());
  selection().selectEvent(1);
  press(Qt::Key_B, Qt::ControlModifier);
  EXPECT_TRUE(window().message().contains(QStringLiteral("on the way"))) << window().message().toStdString();
  EXPECT_EQ(rows(), 0);
}

TEST_F(BookmarksTest, AnExecutionOfTheExplorationIsShownByItsNumber) {
  const LogPointer log = logOf(12);
  const std::vector<ExecutionPointer> executions = executionsOf(log, 2);
  ASSERT_EQ(executions.size(), 2u);
  selection().open(executions[0]);
  selection().selectEvent(2);
  press(Qt::Key_B, Qt::ControlModifier);
  selection().open(executions[1]);
  raise("bookmarks");
  clickRow(table(), 0);
  click("goToBookmark");
  EXPECT_EQ(offer().text(), QStringLiteral("Show execution 1"));
  click("openBookmarked");
  EXPECT_EQ(selection().execution()->origin().execution, 1u);
  EXPECT_TRUE(waitFor([&] { return selection().current().event == 2u; }));
}

TEST_F(BookmarksTest, GarbageInTheSettingsIsLeftOut) {
  const QVariantMap good =
      toVariant(std::vector<Bookmark>{{QStringLiteral("n"), QStringLiteral("id"), {}, 1, 2, {}, {}}}).front().toMap();
  QVariantMap nameless = good, negative = good;
  nameless.remove(QStringLiteral("name"));
  negative.insert(QStringLiteral("thread"), QStringLiteral("many"));
  const std::vector<Bookmark> read = bookmarksFrom({good, nameless, negative, 7, QStringLiteral("x"), QVariantList{}});
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].index, 2u);
  EXPECT_TRUE(settings().bookmarks(QStringLiteral("none")).isEmpty());
}

TEST_F(BookmarksTest, IsAGoodModel) {
  SelectionModel selection;
  Bookmarks bookmarks(selection);
  QAbstractItemModelTester tester(&bookmarks, QAbstractItemModelTester::FailureReportingMode::Warning);
  QSignalSpy changed(&bookmarks, &Bookmarks::changed);
  selection.open(writesInOrder(false));
  for (EventNumber event = 1; event <= 4; event++) {
    selection.selectEvent(event);
    bookmarks.toggle();
  }
  EXPECT_EQ(changed.count(), 4);
  bookmarks.remove(1);
  bookmarks.remove(7); // there is none
  EXPECT_EQ(bookmarks.rowCount(), 3);
  EXPECT_TRUE(selection.isBookmarked(1));
  EXPECT_FALSE(selection.isBookmarked(2));
  EXPECT_FALSE(bookmarks.goTo(-1));
  selection.open({});
  EXPECT_FALSE(bookmarks.goTo(0));
  bookmarks.setAll({});
  EXPECT_EQ(changed.count(), 5) << "setting all is not the user's doing";
}

} // namespace
} // namespace revisit::gui::test::bookmarks_test
