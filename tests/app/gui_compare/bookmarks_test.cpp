// Bookmarks: kept, found again, and honest about executions that are not open.
#include "model/bookmarks.h"
#include "model/tables/events_model.h"
#include "pairs.h"
#include "window_test.h"
#include "witness/witness.h"

#include <QInputDialog>
#include <QMenu>
#include <QSignalSpy>
#include <QTimer>

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
  const std::vector<Bookmark>& all() { return window().bookmarks().bookmarks().all(); }
  // The list that Alt+B opens; closed by the caller.
  QMenu& list() {
    press(Qt::Key_B, Qt::AltModifier);
    return find<QMenu>("bookmarks menu");
  }
  // Chooses the first bookmark of the list.
  void goToFirst() {
    QMenu& menu = list();
    menu.setActiveAction(menu.actions().front());
    QTest::keyClick(&menu, Qt::Key_Return);
    closed();
  }
  void closed() {
    EXPECT_TRUE(waitFor([&] { return !window().findChild<QMenu*>(QStringLiteral("bookmarks menu")); }));
  }
  void rename(const QString& name) {
    QTimer::singleShot(0, [&] {
      auto* dialog = window().findChild<QInputDialog*>();
      ASSERT_NE(dialog, nullptr);
      dialog->setTextValue(name);
      dialog->accept();
    });
    action(QStringLiteral("Name the bookmark…")).trigger();
  }
  bool isMarked(EventNumber event) {
    return find<QTableView>("events table")
        .model()
        ->index(static_cast<int>(event) - 1, 0)
        .data(EventsModel::BookmarkRole)
        .toBool();
  }
};

TEST_F(BookmarksTest, ControlBMarksTheSelectedEventAndAgainDoesNot) {
  openFile(file(false, QStringLiteral("one.revisit")));
  QMenu& empty = list();
  EXPECT_TRUE(empty.actions().front()->text().contains(QStringLiteral("Ctrl+B")));
  empty.close();
  closed();
  selection().selectEvent(3);
  press(Qt::Key_B, Qt::ControlModifier);
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0].event, QStringLiteral("T1 write x = 1  a.c:2"));
  EXPECT_TRUE(isMarked(3));
  EXPECT_FALSE(isMarked(2));
  EXPECT_EQ(selection().current().event, 3u) << "marking moves nothing";
  press(Qt::Key_B, Qt::ControlModifier);
  EXPECT_TRUE(all().empty());
  EXPECT_FALSE(isMarked(3));
}

TEST_F(BookmarksTest, GoesToTheEventAndRemovesIt) {
  openFile(file(false, QStringLiteral("one.revisit")));
  selection().selectEvent(3);
  press(Qt::Key_B, Qt::ControlModifier);
  selection().selectEvent(1);
  goToFirst();
  EXPECT_EQ(selection().current().event, 3u);
  QMenu& menu = list();
  menu.actions().back()->menu()->actions().front()->trigger();
  EXPECT_TRUE(all().empty());
  menu.close();
  closed();
}

TEST_F(BookmarksTest, NamesAreKeptOverARestartForTheirBuildOnly) {
  const QString one = file(false, QStringLiteral("one.revisit"));
  openFile(one);
  selection().selectEvent(4);
  action(QStringLiteral("Name the bookmark…")).trigger();
  EXPECT_TRUE(window().message().contains(QStringLiteral("has no bookmark"))) << window().message().toStdString();
  press(Qt::Key_B, Qt::ControlModifier);
  const QString before = all()[0].name;
  rename(QStringLiteral("  "));
  EXPECT_EQ(all()[0].name, before) << "a name it has to have";
  rename(QStringLiteral("why \"here\"? ö"));
  restart();
  EXPECT_TRUE(all().empty()) << "no program is open";
  openFile(one);
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0].name, QStringLiteral("why \"here\"? ö"));
  EXPECT_TRUE(isMarked(4));
  const QString other = inFolder(QStringLiteral("other build.revisit"));
  ASSERT_TRUE(writeWitness(writesInOrder(false, "bb")->witness(), other.toStdString()).ok());
  openFile(other);
  EXPECT_TRUE(all().empty()) << "another build";
  EXPECT_FALSE(isMarked(4));
}

TEST_F(BookmarksTest, AnExecutionThatIsNotOpenIsOpened) {
  const QString one = file(false, QStringLiteral("one.revisit")), two = file(true, QStringLiteral("two.revisit"));
  openFile(one);
  selection().selectEvent(3);
  press(Qt::Key_B, Qt::ControlModifier);
  openFile(two);
  ASSERT_EQ(all().size(), 1u) << "the same program";
  EXPECT_FALSE(isMarked(3)) << "another execution";
  QMenu& menu = list();
  EXPECT_TRUE(menu.actions().front()->text().contains(QStringLiteral("another execution")));
  menu.close();
  closed();
  goToFirst();
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
  goToFirst();
  EXPECT_TRUE(window().message().contains(QStringLiteral("is gone"))) << window().message().toStdString();
  EXPECT_TRUE(window().message().contains(QStringLiteral("--only fedcba9876543210")));
}

TEST_F(BookmarksTest, SaysWhyNothingCanBeMarked) {
  press(Qt::Key_B, Qt::ControlModifier);
  EXPECT_TRUE(window().message().contains(QStringLiteral("No execution is open"))) << window().message().toStdString();
  openFile(file(false, QStringLiteral("one.revisit")));
  selection().selectPosition(0);
  press(Qt::Key_B, Qt::ControlModifier);
  EXPECT_TRUE(window().message().contains(QStringLiteral("No event is selected"))) << window().message().toStdString();
  EXPECT_TRUE(all().empty());
  const Result<ExecutionPointer> step = graphAfterStep(logOf(3), 5);
  ASSERT_TRUE(step.ok());
  selection().open(step.value());
  selection().selectEvent(1);
  press(Qt::Key_B, Qt::ControlModifier);
  EXPECT_TRUE(window().message().contains(QStringLiteral("on the way"))) << window().message().toStdString();
  EXPECT_TRUE(all().empty());
}

TEST_F(BookmarksTest, AnExecutionOfTheExplorationIsShownByItsNumber) {
  const LogPointer log = logOf(12);
  const std::vector<ExecutionPointer> executions = executionsOf(log, 2);
  ASSERT_EQ(executions.size(), 2u);
  selection().open(executions[0]);
  selection().selectEvent(2);
  press(Qt::Key_B, Qt::ControlModifier);
  selection().open(executions[1]);
  goToFirst();
  EXPECT_EQ(selection().execution()->origin().execution, 1u);
  EXPECT_TRUE(waitFor([&] { return selection().current().event == 2u; }));
}

TEST_F(BookmarksTest, GarbageInTheSettingsIsLeftOut) {
  const QVariantMap good =
      toVariant(std::vector<Bookmark>{{QStringLiteral("n"), QStringLiteral("id"), {}, 1, 2, {}}}).front().toMap();
  QVariantMap nameless = good, negative = good, noted = good;
  noted.insert(QStringLiteral("note"), QStringLiteral("of an earlier version"));
  nameless.remove(QStringLiteral("name"));
  negative.insert(QStringLiteral("thread"), QStringLiteral("many"));
  const std::vector<Bookmark> read =
      bookmarksFrom({good, nameless, negative, 7, QStringLiteral("x"), QVariantList{}, noted});
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].index, 2u);
  EXPECT_EQ(read[1].name, QStringLiteral("n: of an earlier version"));
  EXPECT_TRUE(settings().bookmarks(QStringLiteral("none")).isEmpty());
}

TEST_F(BookmarksTest, SaysWhatTheUserChanged) {
  SelectionModel selection;
  Bookmarks bookmarks(selection);
  QSignalSpy changed(&bookmarks, &Bookmarks::changed);
  selection.open(writesInOrder(false));
  for (EventNumber event = 1; event <= 4; event++) {
    selection.selectEvent(event);
    bookmarks.toggle();
  }
  EXPECT_EQ(changed.count(), 4);
  bookmarks.remove(1);
  EXPECT_EQ(bookmarks.all().size(), 3u);
  EXPECT_TRUE(selection.isBookmarked(1));
  EXPECT_FALSE(selection.isBookmarked(2));
  selection.open({});
  EXPECT_FALSE(bookmarks.goTo(bookmarks.all()[0]));
  bookmarks.setAll({});
  EXPECT_EQ(changed.count(), 5) << "setting all is not the user's doing";
}

} // namespace
} // namespace revisit::gui::test::bookmarks_test
