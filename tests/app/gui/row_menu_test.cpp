// The menus of rows: every row of every view, by mouse and by keyboard, and copying rows.
#include "exploration_fixture.h"
#include "model/tables/events_model.h"
#include "model/text.h"
#include "query/timeline/event_text.h"
#include "view/widgets/row_menu.h"

#include <QClipboard>
#include <QMenu>
#include <QTreeView>

namespace revisit::gui::test {
namespace {

class RowMenuTest : public ExplorationTest {
protected:
  void exploreSensor() {
    explore(MainWindow::requestFor({QStringLiteral(SOURCES "/examples/sensor/sensor.c")}));
    ASSERT_TRUE(waitFor([&] { return selection().execution()->isWitness(); }));
  }

  // All rows, also those below others.
  static QModelIndexList rowsOf(const QAbstractItemModel& model, const QModelIndex& parent = {}) {
    QModelIndexList found;
    for (int row = 0; row < model.rowCount(parent); row++) {
      found << model.index(row, 0, parent);
      found << rowsOf(model, found.back());
    }
    return found;
  }

  static QMenu* openMenu() { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); }
  static void close(QMenu* menu) {
    menu->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }

  // As a right-click does, the menu's event included, which comes from the platform.
  static QMenu* rightClick(QAbstractItemView& view, const QModelIndex& index) {
    view.scrollTo(index);
    const QPoint place = view.visualRect(index).center();
    QTest::mouseClick(view.viewport(), Qt::RightButton, {}, place);
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, view.viewport()->mapToGlobal(place));
    QApplication::sendEvent(view.viewport(), &event);
    return openMenu();
  }
  static QMenu* pressMenuKey(QAbstractItemView& view) {
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, view.mapToGlobal(QPoint()));
    QApplication::sendEvent(&view, &event);
    return openMenu();
  }

  static QStringList textsOf(const QMenu& menu) {
    QStringList texts;
    for (const QAction* action : menu.actions())
      if (!action->isSeparator())
        texts << action->text();
    return texts;
  }
  static void choose(QMenu* menu, const QString& text) {
    ASSERT_NE(menu, nullptr);
    for (QAction* action : menu->actions())
      if (action->text().startsWith(text))
        action->trigger();
    close(menu);
  }

  // What the menu of the view's rows is called.
  static QString menuOf(const QAbstractItemView& view, const QModelIndex& index) {
    const QString name = view.objectName();
    if (name == QLatin1String("tree table"))
      return QStringLiteral("treeMenu");
    if (name == QLatin1String("findings list"))
      return QStringLiteral("findings menu");
    if (name == QLatin1String("locals") || name == QLatin1String("watches"))
      return QStringLiteral("valueMenu");
    if (name == QLatin1String("breakpoints"))
      return QStringLiteral("breakpointMenu");
    const bool isOfEvents = name == QLatin1String("events table") || name == QLatin1String("conditions table") ||
                            name == QLatin1String("inputs table");
    EXPECT_TRUE(isOfEvents || !index.data(EventsModel::EventRole).isValid()) << name.toStdString();
    return isOfEvents ? QStringLiteral("eventMenu") : QStringLiteral("rowMenu");
  }
};

TEST_F(RowMenuTest, ARightClickOnEveryRowOfEveryViewShowsTheMenuOfThatRow) {
  exploreSensor();
  raise("runs");
  raiseTable();
  Replay& replay = window().replayActions().link().replay();
  press(Qt::Key_F4);
  replay.toggleLine(*selection().execution()->lineOf(timeline().bug()));
  EXPECT_TRUE(waitFor([&] { return !replay.isBusy(); }));
  std::set<QString> seen;
  for (Pane* pane : window().panes().panes()) {
    raise(pane->info().id.toLatin1().constData());
    for (auto* view : pane->findChildren<QAbstractItemView*>()) {
      if (!view->isVisible() || view->objectName().isEmpty())
        continue; // the list of a combo box
      for (const QModelIndex& index : rowsOf(*view->model())) {
        const QString what = view->objectName() + u' ' + QString::number(index.row());
        SCOPED_TRACE(what.toStdString());
        const QPersistentModelIndex current = view->currentIndex();
        const ExecutionPointer open = selection().execution();
        QMenu* menu = rightClick(*view, index);
        ASSERT_NE(menu, nullptr);
        EXPECT_EQ(menu->objectName(), menuOf(*view, index));
        EXPECT_TRUE(textsOf(*menu).back().startsWith(QStringLiteral("Copy the row")));
        if (const QVariant event = index.data(EventsModel::EventRole); event.isValid()) {
          const std::string name = referenceText(timeline().event(event.toULongLong()));
          EXPECT_TRUE(menu->actions().front()->text().contains(fromText(name)));
        }
        EXPECT_EQ(QModelIndex(current), view->currentIndex()) << "a right-click goes nowhere";
        EXPECT_EQ(open, selection().execution());
        choose(menu, QStringLiteral("Copy the row"));
        EXPECT_EQ(QGuiApplication::clipboard()->text(), rowText(index));
        seen.insert(view->objectName());
      }
    }
  }
  for (const char* name :
       {"tree table", "findings list", "events table", "conditions table", "inputs table", "steps table"})
    EXPECT_TRUE(seen.contains(QLatin1String(name))) << name;
  if (replay.snapshot().trouble.kind == TroubleKind::None) {
    for (const char* name : {"stacks", "locals", "breakpoints"})
      EXPECT_TRUE(seen.contains(QLatin1String(name))) << name;
  }
}

TEST_F(RowMenuTest, TheMenuKeyIsAboutTheRowThatIsSelected) {
  exploreSensor();
  QTableView& events = raiseTable();
  clickRow(events, 2);
  selection().selectEvent(3);
  QMenu* menu = pressMenuKey(events);
  ASSERT_NE(menu, nullptr);
  EXPECT_TRUE(textsOf(*menu).front().contains(fromText(referenceText(timeline().event(3)))));
  close(menu);
  events.setCurrentIndex({});
  EXPECT_EQ(pressMenuKey(events), nullptr) << "there is no row";
  raise("tree");
  clickRow(table(), 0);
  menu = pressMenuKey(table());
  ASSERT_NE(menu, nullptr);
  EXPECT_EQ(menu->objectName(), QStringLiteral("treeMenu"));
  EXPECT_EQ(textsOf(*menu).front(), QStringLiteral("Open execution 1"));
  close(menu);
}

TEST_F(RowMenuTest, TheTreesMenuOpensComparesAndShowsWhatWasRefused) {
  exploreSensor();
  raise("tree");
  const std::uint64_t open = origin().execution;
  int other = -1, refused = -1;
  for (int row = 0; row < rows().rowCount(); row++)
    (executionAt(row) == 0 ? refused : executionAt(row) != open ? other : row) = row;
  ASSERT_GE(std::min(other, refused), 0);
  choose(rightClick(table(), rows().index(other, 0)),
         QStringLiteral("Compare execution %1 with the open one").arg(executionAt(other)));
  Comparer& comparer = stage().comparer();
  ASSERT_TRUE(waitFor([&] { return comparer.compared() != nullptr; }));
  EXPECT_TRUE(isInSight(stage()));
  EXPECT_TRUE(stage().comparisonView().isVisible());
  EXPECT_EQ(origin().execution, open);
  EXPECT_EQ(comparer.compared()->original(Side::B)->origin().execution, executionAt(other));
  choose(rightClick(table(), rows().index(refused, 0)), QStringLiteral("Show where it was tried"));
  EXPECT_EQ(origin().step, run().log()->nodes(static_cast<std::uint32_t>(refused), 1).front().step);
  choose(rightClick(table(), rows().index(other, 0)), QStringLiteral("Open execution %1").arg(executionAt(other)));
  EXPECT_EQ(origin().execution, executionAt(other));
  choose(rightClick(table(), rows().index(other, 0)), QStringLiteral("Copy the id"));
  EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), selection().execution()->witness().executionId);
}

TEST_F(RowMenuTest, ControlCCopiesTheRow) {
  exploreSensor();
  QTableView& events = raiseTable();
  clickRow(events, 3);
  press(Qt::Key_C, Qt::ControlModifier);
  const QString copied = QGuiApplication::clipboard()->text();
  EXPECT_EQ(copied, rowText(events.model()->index(3, 0)));
  EXPECT_EQ(copied.count(u'\t'), EventsModel::columns - 1);
  EXPECT_TRUE(copied.startsWith(QStringLiteral("4\t\t(")) && copied.contains(QStringLiteral("sensor.c:")));
  raise("tree");
  clickRow(table(), 1);
  press(Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->text(), rowText(rows().index(1, 0)));
}

} // namespace
} // namespace revisit::gui::test
