// The window around the panes: position, filter, history, theme, shortcuts, recent files, drag and drop.
#include "model/text.h"
#include "query/interleaving/execution_note.h"
#include "query/timeline/event_text.h"
#include "shell/message_bar.h"
#include "shell/pages/start_page.h"
#include "view/lanes/lane_view.h"
#include "view/widgets/message_text.h"
#include "window_test.h"

#include <QClipboard>
#include <QDropEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QScrollBar>
#include <QUrl>

namespace revisit::gui::test {
namespace {

class ActionsTest : public WindowTest {
protected:
  QString position() { return find<QLabel>("positionText").text(); }
  std::vector<EventNumber> matches() { return selection().matchingEvents(); }

  void drop(const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window(), &event);
    EXPECT_TRUE(waitFor([&] { return !window().isOpening(); }));
    QApplication::processEvents();
  }
};

TEST_F(ActionsTest, AnExecutionIsCopiedAsTextAndAsMarkdown) {
  QAction& asText = action(QStringLiteral("Copy the execution as text"));
  QAction& asMarkdown = action(QStringLiteral("Copy the execution as Markdown"));
  EXPECT_FALSE(asText.isEnabled());
  open(Example::LostUpdate);
  EXPECT_TRUE(asText.isEnabled());
  asText.trigger();
  EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), noteAsText(timeline()));
  asMarkdown.trigger();
  EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), noteAsMarkdown(timeline()));
  EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("### assertion")));
}

TEST_F(ActionsTest, ThePositionIsInSightAndMovesByKeysAndSlider) {
  open(Example::LostUpdate);
  const std::size_t size = timeline().size(), bug = timeline().bug();
  EXPECT_EQ(position(), QStringLiteral("%1/%2 %3%").arg(bug).arg(size).arg(bug * 100 / size));
  press(Qt::Key_Up, Qt::ControlModifier);
  EXPECT_EQ(selection().current().position, bug - 1);
  press(Qt::Key_Down, Qt::ControlModifier);
  EXPECT_EQ(selection().current().position, bug);
  press(Qt::Key_Home, Qt::AltModifier);
  EXPECT_EQ(selection().current().position, 0u);
  EXPECT_EQ(position(), QStringLiteral("0/%1 0%").arg(size));
  press(Qt::Key_Up, Qt::ControlModifier); // there is nothing before
  EXPECT_EQ(selection().current().position, 0u);
  press(Qt::Key_End, Qt::AltModifier);
  EXPECT_EQ(selection().current().position, size);
  press(Qt::Key_B, Qt::ControlModifier);
  EXPECT_EQ(selection().current().position, bug);
  find<LaneView>("laneView").setFocus();
  press(Qt::Key_Left);
  EXPECT_EQ(selection().current().position, bug - 1);
  EXPECT_TRUE(find<QLabel>("positionEvent").text().contains(fromText(eventText(timeline(), bug - 1))));
  press(Qt::Key_Home);
  EXPECT_EQ(selection().current().position, 1u);
  press(Qt::Key_Left);
  EXPECT_EQ(selection().current().position, 0u);
}

TEST_F(ActionsTest, TheFilterFindsAndF3GoesRound) {
  open(Example::LostUpdate);
  press(Qt::Key_F, Qt::ControlModifier);
  auto& filter = find<QLineEdit>("filter");
  ASSERT_TRUE(filter.hasFocus());
  QTest::keyClicks(&filter, QStringLiteral("W balance"));
  ASSERT_EQ(matches().size(), 2u);
  selection().selectPosition(0);
  for (const std::size_t match : {0, 1, 0}) {
    press(Qt::Key_F3);
    EXPECT_EQ(selection().current().event, matches()[match]);
  }
  press(Qt::Key_F3, Qt::ShiftModifier);
  EXPECT_EQ(selection().current().event, matches()[1]);
  filter.setFocus();
  press(Qt::Key_Return);
  EXPECT_EQ(selection().current().event, matches()[0]);
}

TEST_F(ActionsTest, TheWordsOfTheFilter) {
  open(Example::LostUpdate);
  const auto found = [&](const char* text) {
    selection().setFilter(QLatin1String(text));
    std::string all;
    for (const EventNumber event : matches())
      all += eventText(timeline(), event) + "; ";
    return all;
  };
  EXPECT_EQ(found("T1 R"), "read balance = 0; ");
  EXPECT_EQ(found("R T1"), "read balance = 0; ");
  EXPECT_EQ(found("T0 R balance"), "read balance = 20; ");
  EXPECT_EQ(found("C"), "create T1 pay(10); create T2 pay(20); ");
  EXPECT_EQ(found("lost_update.c:21"), "read balance = 20; " + eventText(timeline(), timeline().bug()) + "; ");
  EXPECT_EQ(found("1"), "create T1 pay(10); ");
  EXPECT_EQ(found("(0,1)"), eventText(timeline(), *timeline().numberOf(0, 1)) + "; ");
  EXPECT_EQ(found("T9"), "");
  EXPECT_EQ(found("nowhere.c:1"), "");
  EXPECT_EQ(found("(7,7)"), "");
}

TEST_F(ActionsTest, BackAndForwardGoThroughWhatWasLookedAt) {
  open(Example::LostUpdate);
  QAction& back = action(QStringLiteral("Back"));
  QAction& forward = action(QStringLiteral("Forward"));
  EXPECT_FALSE(back.isEnabled());
  for (const EventNumber event : {2u, 5u, 3u})
    selection().selectEvent(event);
  EXPECT_TRUE(back.isEnabled());
  press(Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(selection().current().event, 5u);
  press(Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(selection().current().event, 2u);
  press(Qt::Key_Right, Qt::AltModifier);
  EXPECT_EQ(selection().current().event, 5u);
  selection().selectEvent(7);
  EXPECT_FALSE(forward.isEnabled()) << "another way was taken";
  const std::string first = selection().execution()->path();
  open(Example::Sensor);
  back.trigger();
  EXPECT_EQ(selection().execution()->path(), first);
  EXPECT_EQ(selection().current().event, 7u);
  forward.trigger();
  EXPECT_EQ(selection().execution()->path(), witnessOf(Example::Sensor));
}

TEST_F(ActionsTest, TheThemeChangesEverywhereAndIsRemembered) {
  open(Example::LostUpdate);
  const auto brightness = [&] {
    const QImage picture = window().grab().toImage();
    qreal sum = 0;
    for (int y = 5; y < picture.height(); y += 10)
      for (int x = 5; x < picture.width(); x += 10)
        sum += picture.pixelColor(x, y).lightnessF();
    return sum / ((picture.height() / 10) * (picture.width() / 10));
  };
  EXPECT_GT(brightness(), 0.7);
  press(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(settings().theme(), ThemeKind::Dark);
  EXPECT_LT(brightness(), 0.35);
  for (Pane* pane : window().panes().panes())
    EXPECT_EQ(&pane->theme(), &themeOf(ThemeKind::Dark));
  restart();
  EXPECT_TRUE(action(QStringLiteral("Dark theme")).isChecked());
  action(QStringLiteral("Dark theme")).trigger();
  EXPECT_EQ(settings().theme(), ThemeKind::Light);
}

TEST_F(ActionsTest, EveryPaneHasAShortcutOfItsOwnThatShowsItAndGivesItTheKeyboard) {
  open(Example::LostUpdate);
  std::set<QString> shortcuts;
  for (const WindowTab tab : {WindowTab::Result, WindowTab::Algorithm, WindowTab::Runs})
    for (Pane* pane : window().panes().panes()) {
      SCOPED_TRACE(pane->info().id.toStdString());
      const QKeySequence shortcut = pane->info().shortcut;
      ASSERT_FALSE(shortcut.isEmpty());
      if (tab == WindowTab::Result) {
        EXPECT_TRUE(shortcuts.insert(shortcut.toString()).second) << "two panes have it";
      }
      window().panes().setTab(tab);
      find<QLineEdit>("filter").setFocus();
      press(shortcut[0].key(), shortcut[0].keyboardModifiers());
      QTest::qWait(20);
      EXPECT_TRUE(waitFor([&] { return isInSight(*pane); }, 3000)) << "it is not in front";
      EXPECT_TRUE(pane->isAncestorOf(QApplication::focusWidget())) << "it has not the keyboard";
    }
}

TEST_F(ActionsTest, NoTwoActionsHaveTheSameShortcut) {
  std::map<QString, QString> owners;
  std::set<const QAction*> actions;
  for (const QAction* action : window().findChildren<QAction*>())
    actions.insert(action);
  for (const QWidget* widget : window().findChildren<QWidget*>()) // actions of menus may belong to others
    for (const QAction* action : widget->actions())
      actions.insert(action);
  for (const QAction* action : actions)
    for (const QKeySequence& shortcut : action->shortcuts()) {
      if (action->shortcutContext() == Qt::WidgetShortcut)
        continue;
      const auto [owner, isFirst] = owners.emplace(shortcut.toString(), action->text());
      EXPECT_TRUE(isFirst) << shortcut.toString().toStdString() << ": " << owner->second.toStdString() << " and "
                           << action->text().toStdString();
    }
  EXPECT_GT(owners.size(), 20u);
}

TEST_F(ActionsTest, AMoveOfTheReplayBringsItsPaneToTheFront) {
  open(Example::LostUpdate);
  for (const char* other : {"stage", "algorithm"}) { // the second stands in another tab
    raise("inspector");
    raise(other);
    ASSERT_FALSE(isInSight(pane("replay")));
    QWidget* focus = QApplication::focusWidget();
    press(Qt::Key_F4);
    EXPECT_TRUE(waitFor([&] { return isInSight(pane("replay")); }, 3000));
    EXPECT_TRUE(other != std::string("stage") || QApplication::focusWidget() == focus) << "the keyboard stays";
    EXPECT_TRUE(waitFor([&] { return !window().replayActions().link().replay().isBusy(); }));
  }
}

TEST_F(ActionsTest, ALongMessageScrollsAndLeavesTheWindowAsItIs) {
  open(Example::LostUpdate);
  const QSize before = window().size(), least = window().minimumSizeHint();
  QStringList lines;
  for (int i = 0; i < 2000; i++)
    lines << QStringLiteral("ld: /a/very/long/path/%1.o: undefined reference to `f'").arg(QString(2000, u'x'));
  auto* bar = window().findChild<MessageBar*>();
  bar->say(MessageBar::Kind::Error, lines.join(u'\n'));
  QTest::qWait(50);
  EXPECT_EQ(window().size(), before);
  EXPECT_LE(window().minimumSizeHint().width(), least.width() + 100);
  EXPECT_LT(bar->height(), 200);
  auto& text = find<MessageText>("messageText");
  EXPECT_TRUE(text.verticalScrollBar()->isVisible());
  EXPECT_EQ(window().message(), lines.join(u'\n')) << "all of it is there";
  bar->say(MessageBar::Kind::Error, QStringLiteral("Short."));
  EXPECT_TRUE(waitFor([&] { return bar->height() < 60; })) << bar->height();
  EXPECT_FALSE(text.verticalScrollBar()->isVisible());
}

TEST_F(ActionsTest, RecentFilesOpenByMenuAndStartPage) {
  open(Example::LostUpdate);
  open(Example::Sensor);
  restart();
  QMenu* menu = nullptr;
  for (QMenu* candidate : window().findChildren<QMenu*>())
    if (candidate->title().contains(QLatin1String("recent")))
      menu = candidate;
  ASSERT_NE(menu, nullptr);
  emit menu->aboutToShow();
  ASSERT_EQ(menu->actions().size(), 2);
  EXPECT_EQ(menu->actions().front()->text(), fromText(witnessOf(Example::Sensor)));
  menu->actions().back()->trigger();
  ASSERT_TRUE(waitFor([&] { return selection().execution() != nullptr; }));
  EXPECT_EQ(selection().execution()->path(), witnessOf(Example::LostUpdate));
  restart();
  auto* start = window().findChild<StartPage*>();
  ASSERT_TRUE(start && start->isVisible());
  emit start->fileChosen(fromText(witnessOf(Example::Sensor)));
  ASSERT_TRUE(waitFor([&] { return selection().execution() != nullptr; }));
  EXPECT_FALSE(start->isVisible());
}

TEST_F(ActionsTest, ADroppedWitnessIsOpened) {
  drop(fromText(witnessOf(Example::LostUpdate)));
  ASSERT_NE(selection().execution(), nullptr);
  EXPECT_EQ(selection().execution()->path(), witnessOf(Example::LostUpdate));
  EXPECT_TRUE(window().windowTitle().contains(QLatin1String("lost_update.revisit")));
  QMimeData text;
  text.setText(QStringLiteral("not a file"));
  QDragEnterEvent enter({50, 50}, Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
  enter.ignore();
  QApplication::sendEvent(&window(), &enter);
  EXPECT_FALSE(enter.isAccepted());
}

} // namespace
} // namespace revisit::gui::test
