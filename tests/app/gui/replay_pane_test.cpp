// The embedded debugger: keys, stacks, variables, breakpoints, on a real program.
#include "model/replay/hover_values.h"
#include "model/text.h"
#include "query/timeline/event_text.h"
#include "view/widgets/message_text.h"
#include "view/widgets/source_editor.h"
#include "window_test.h"

#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTreeView>

#include <filesystem>

namespace revisit::gui::test {
namespace {

class ReplayPaneTest : public WindowTest {
protected:
  void SetUp() override {
    if (!std::filesystem::exists(REVISIT_LLDB_SERVER))
      GTEST_SKIP() << "lldb-server is missing: install lldb-19";
    open(Example::LostUpdate);
    raise("replay");
  }
  Replay& replay() { return window().replayActions().link().replay(); }
  void moveBy(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    press(key, modifiers);
    wait();
  }
  void wait() {
    ASSERT_TRUE(waitFor([&] { return !replay().isBusy(); })) << "the replay does not come to a stop";
    ASSERT_EQ(replay().snapshot().trouble.sentence, "");
  }
  // The text of the row that begins with that name, column by column; empty when there is none.
  static QStringList rowOf(const QAbstractItemModel& model, const QString& name, const QModelIndex& parent = {}) {
    for (int row = 0; row < model.rowCount(parent); row++) {
      const QModelIndex first = model.index(row, 0, parent);
      if (!first.data().toString().startsWith(name)) {
        if (const QStringList found = rowOf(model, name, first); !found.isEmpty())
          return found;
        continue;
      }
      QStringList cells;
      for (int column = 0; column < model.columnCount(parent); column++)
        cells << model.index(row, column, parent).data().toString();
      return cells;
    }
    return {};
  }
  QStringList stack(const char* name) { return rowOf(*find<QTreeView>("stacks").model(), QLatin1String(name)); }
  QStringList local(const char* name) { return rowOf(*find<QTreeView>("locals").model(), QLatin1String(name)); }
};

// What nobody sees: the pane's own replay stays where it is.
TEST_F(ReplayPaneTest, ANameThatThePointerRestsOnHasItsValueFromAReplayOfItsOwn) {
  HoverValues values(selection());
  QString said;
  QObject::connect(&values, &HoverValues::found, &values, [&](const QString& words) { said = words; });
  const auto ask = [&](const QString& name) {
    said.clear();
    values.ask(name);
    return waitFor([&] { return !said.isEmpty(); });
  };
  const EventNumber write = timeline().ofKind(EventKind::Write).front();
  selection().selectEvent(write);
  ASSERT_TRUE(ask(QStringLiteral("balance")));
  EXPECT_EQ(said, QStringLiteral("balance = 10"));
  selection().selectEvent(write - 1);
  ASSERT_TRUE(ask(QStringLiteral("balance")));
  EXPECT_EQ(said, QStringLiteral("balance = 0")) << "at the position that is selected now";
  EXPECT_EQ(replay().snapshot().standing, Standing::Gone);
}

TEST_F(ReplayPaneTest, TheBugWithItsStackAndVariables) {
  moveBy(Qt::Key_F4);
  EXPECT_EQ(replay().snapshot().position, timeline().bug());
  EXPECT_FALSE(stack("T0 main").isEmpty());
  const QStringList frame = stack("main");
  ASSERT_EQ(frame.size(), 2);
  EXPECT_TRUE(frame[1].startsWith(QLatin1String("lost_update.c:"))) << frame[1].toStdString();
  EXPECT_FALSE(local("first").isEmpty());
  EXPECT_FALSE(local("second").isEmpty());
  EXPECT_TRUE(find<QLabel>("replayStatus").text().contains(QLatin1String("100%")));
}

TEST_F(ReplayPaneTest, StepsForwardAndBackToTheBug) {
  moveBy(Qt::Key_F4);
  const SchedulePosition bug = timeline().bug();
  moveBy(Qt::Key_F11, Qt::ShiftModifier);
  EXPECT_EQ(replay().snapshot().position, bug - 1);
  EXPECT_EQ(selection().current().position, bug - 1) << "the window follows the replay";
  moveBy(Qt::Key_F11, Qt::ShiftModifier);
  EXPECT_EQ(selection().current().position, bug - 2);
  moveBy(Qt::Key_F11);
  moveBy(Qt::Key_F11);
  EXPECT_EQ(selection().current().position, bug);
}

TEST_F(ReplayPaneTest, EventByEventFromTheStart) {
  moveBy(Qt::Key_F4, Qt::ShiftModifier);
  EXPECT_EQ(replay().snapshot().position, 0u);
  for (SchedulePosition position = 1; position <= 5; position++) {
    moveBy(Qt::Key_F11);
    ASSERT_EQ(selection().current().position, position);
  }
  ASSERT_EQ(eventText(timeline(), 5), "write balance = 10");
  EXPECT_EQ(local("before").value(1), QStringLiteral("0")) << "what T1 read";
}

TEST_F(ReplayPaneTest, GoHereTakesTheReplayToWhatIsLookedAt) {
  selection().selectEvent(4);
  moveBy(Qt::Key_Return, Qt::ControlModifier);
  EXPECT_EQ(replay().snapshot().position, 4u);
  auto& place = find<QLineEdit>("replayPlace");
  typeInto(place, QStringLiteral("7"));
  QTest::keyClick(&place, Qt::Key_Return);
  wait();
  EXPECT_EQ(selection().current().position, 7u);
}

TEST_F(ReplayPaneTest, AnExpressionIsWatchedFromStopToStop) {
  selection().selectEvent(5);
  moveBy(Qt::Key_Return, Qt::ControlModifier);
  auto& field = find<QLineEdit>("expression");
  typeInto(field, QStringLiteral("balance"));
  QTest::keyClick(&field, Qt::Key_Return);
  wait();
  const auto watched = [&] { return rowOf(*find<QTreeView>("watches").model(), QStringLiteral("balance")).value(1); };
  EXPECT_EQ(watched(), QStringLiteral("10"));
  moveBy(Qt::Key_F4);
  EXPECT_EQ(watched(), QStringLiteral("20"));
}

TEST_F(ReplayPaneTest, ABreakpointAtALineStopsTheReplay) {
  raise("source");
  auto& editor = find<SourceEditor>("sourceEditor");
  int line = 0;
  while (!editor.text(line).contains(QLatin1String("atomic_store(&balance")))
    line++;
  editor.setFocus();
  editor.setCursorPosition(line, 0);
  QTest::keyClick(&editor, Qt::Key_F9);
  wait();
  EXPECT_NE(editor.markersAtLine(line) & 4u, 0u) << "it is not marked";
  EXPECT_EQ(find<QTableView>("breakpoints").model()->rowCount(), 1);
  moveBy(Qt::Key_F4, Qt::ShiftModifier);
  moveBy(Qt::Key_F5);
  ASSERT_NE(replay().snapshot().frame(), nullptr);
  EXPECT_EQ(replay().snapshot().frame()->line->line, static_cast<unsigned>(line) + 1);
  QTest::keyClick(&editor, Qt::Key_F9);
  wait();
  EXPECT_EQ(find<QTableView>("breakpoints").model()->rowCount(), 0);
  EXPECT_EQ(editor.markersAtLine(line) & 4u, 0u);
}

TEST_F(ReplayPaneTest, KillEndsTheProgram) {
  moveBy(Qt::Key_F4);
  window().replayActions().endProgram()->trigger();
  wait();
  EXPECT_TRUE(find<QLabel>("replayStatus").text().startsWith(QLatin1String("The program does not run")))
      << find<QLabel>("replayStatus").text().toStdString();
  EXPECT_TRUE(stack("T0").isEmpty());
  EXPECT_TRUE(local("first").isEmpty());
}

TEST_F(ReplayPaneTest, EveryDisabledMoveSaysWhy) {
  for (const ReplayMove move : allReplayMoves) {
    const QAction& action = *window().replayActions().action(move);
    EXPECT_TRUE(action.isEnabled() || action.toolTip().contains(u'\n')) << action.text().toStdString();
  }
}

// Needs no debugger: it is about its lack.
class ReplayWithoutServerTest : public WindowTest {
protected:
  ReplayWithoutServerTest() : m_before(qgetenv("LLDB_DEBUGSERVER_PATH")) {
    qputenv("LLDB_DEBUGSERVER_PATH", "/nowhere/lldb-server");
  }
  ~ReplayWithoutServerTest() override {
    if (m_before.isEmpty())
      qunsetenv("LLDB_DEBUGSERVER_PATH");
    else
      qputenv("LLDB_DEBUGSERVER_PATH", m_before);
  }

private:
  QByteArray m_before;
};

TEST_F(ReplayWithoutServerTest, SaysWhatToInstall) {
  open(Example::LostUpdate);
  raise("replay");
  press(Qt::Key_F4);
  Replay& replay = window().replayActions().link().replay();
  ASSERT_TRUE(waitFor([&] { return !replay.isBusy(); }));
  const auto& trouble = find<MessageText>("replayTrouble");
  EXPECT_TRUE(trouble.isVisible());
  EXPECT_TRUE(trouble.text().contains(QLatin1String("/nowhere/lldb-server"))) << trouble.text().toStdString();
  EXPECT_TRUE(trouble.text().contains(QLatin1String("install it"))) << trouble.text().toStdString();
  EXPECT_EQ(pane("stage").notice(), QString()) << "the rest works";
}

} // namespace
} // namespace revisit::gui::test
