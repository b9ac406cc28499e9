// The example that people learn the algorithm from, explored in the window.
#include "steps_fixture.h"

#include "shell/main_window.h"
#include "shell/pane_area.h"
#include "view/graph/revisit_pane.h"

#include <QTemporaryDir>
#include <QTextBrowser>

namespace revisit::gui::test {

namespace {

class GuidedExample : public testing::Test {
protected:
  GuidedExample() : m_settings(m_folder.filePath(QStringLiteral("settings.ini"))), window(m_settings) {
    window.resize(1500, 900);
    window.show();
  }

  void explore(const QString& file) {
    window.openFile(QStringLiteral(EXAMPLES "/revisits/") + file);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.exploration().state() >= ExplorationState::Ended; }, 60000));
    ASSERT_EQ(window.exploration().state(), ExplorationState::Ended) << window.message().toStdString();
  }
  RevisitPane& pane() { return static_cast<RevisitPane&>(*window.panes().pane(QStringLiteral("algorithm"))); }
  QString text() { return pane().findChild<QTextBrowser*>(QStringLiteral("stepText"))->toPlainText(); }
  std::uint64_t step() { return window.selection().execution()->origin().step; }

private:
  QTemporaryDir m_folder;
  Settings m_settings;

protected:
  MainWindow window;
};

} // namespace

TEST_F(GuidedExample, TheMenuGoesThroughTheSteps) {
  explore(QStringLiteral("two_writers.c"));
  window.panes().raise(pane());
  ASSERT_TRUE(QTest::qWaitFor([&] { return pane().notice().isEmpty(); }));
  QTest::keyClick(&window, Qt::Key_F7, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(step(), 1u);
  QTest::keyClick(&window, Qt::Key_F8);
  EXPECT_TRUE(text().startsWith(QStringLiteral("A revisit is allowed"))) << text().toStdString();
  EXPECT_EQ(window.selection().current().line->line, 14u); // the write, in the source
  QTest::keyClick(&window, Qt::Key_F8);
  EXPECT_TRUE(text().startsWith(QStringLiteral("A revisit is done"))) << text().toStdString();
  QTest::keyClick(&window, Qt::Key_F8);
  EXPECT_TRUE(text().startsWith(QStringLiteral("A revisit is refused"))) << text().toStdString();
  EXPECT_TRUE(
      text().contains(QStringLiteral("✗ (0,2) read x = 2 reads from a write that was added later, by a revisit")));
}

// Every pane follows; none takes the window elsewhere, whichever has the keyboard.
TEST_F(GuidedExample, EveryStepIsReachedFromEveryPane) {
  explore(QStringLiteral("two_writers.c"));
  const std::uint64_t count = window.exploration().log()->stepCount();
  for (Pane* with : window.panes().panes()) {
    SCOPED_TRACE(with->info().id.toStdString());
    window.selection().open(graphAfterStep(window.exploration().log(), 1).value());
    window.panes().raise(*with);
    for (std::uint64_t number = 1; number <= count; number++) {
      ASSERT_EQ(step(), number);
      QTest::keyClick(&window, Qt::Key_F7);
    }
  }
}

TEST_F(GuidedExample, AGraphOnTheWayHasNoError) {
  explore(QStringLiteral("two_writers.c"));
  const auto explanation = [this] {
    return window.findChild<QTextBrowser*>(QStringLiteral("eventText"))->toPlainText();
  };
  const LogPointer log = window.exploration().log();
  window.selection().open(graphAfterStep(log, firstOf(*log, ActionKind::RevisitAllowed)).value());
  EXPECT_TRUE(window.findChild<QTextBrowser*>(QStringLiteral("causeText"))->isHidden());
  EXPECT_TRUE(explanation().contains(QStringLiteral("on the way")));
  window.selection().open(executionOf(log, 1).value());
  EXPECT_FALSE(window.findChild<QTextBrowser*>(QStringLiteral("causeText"))->isHidden());
  EXPECT_FALSE(explanation().contains(QStringLiteral("on the way")));
}

TEST_F(GuidedExample, IsNotBlankInBothThemes) {
  for (const char* file : {"two_writers", "lock_turns"}) {
    explore(QLatin1String(file) + QStringLiteral(".c"));
    for (const auto& [kind, theme] : {std::pair(ThemeKind::Light, "light"), std::pair(ThemeKind::Dark, "dark")}) {
      window.setTheme(kind);
      window.panes().raise(pane());
      const LogPointer log = window.exploration().log();
      for (const ActionKind action :
           {ActionKind::Added, ActionKind::RevisitAllowed, ActionKind::RevisitRefused, ActionKind::Displaced}) {
        const std::uint64_t number = firstOf(*log, action);
        if (number == 0)
          continue;
        window.selection().open(graphAfterStep(log, number).value());
        EXPECT_TRUE(isDrawn(window, QStringLiteral("window-%1-%2-%3")
                                        .arg(QLatin1String(file), QLatin1String(theme))
                                        .arg(static_cast<int>(action))));
      }
    }
  }
}

} // namespace revisit::gui::test
