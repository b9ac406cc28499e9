// The window never blocks: how long it is away from its event loop while it is used. What the clock says depends on
// what else the machine does, so that bound is wide; the bound of the window's own work is the one meant.
#include "../../lldb/witnesses.h"
#include "turn_watch.h"
#include "view/lanes/lane_view.h"
#include "view/lanes/time_line.h"
#include "window_test.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>

#include <iostream>

namespace revisit::gui::test {
namespace {

constexpr double mostWork = 50;       // ms
constexpr double maxAway = 500;       // ms, on a machine that does other things too
constexpr unsigned manyEvents = 2000; // an execution far longer than most

class ResponsivenessTest : public WindowTest {
protected:
  // Those that watch the models in other tests take a quarter of a turn's time.
  ResponsivenessTest() { qDeleteAll(window().findChildren<QAbstractItemModelTester*>()); }

  // `what` is done and what follows from it; then the turns are looked at.
  template <class Action> void measure(const char* what, Action action) {
    TurnWatch watch;
    QTest::qWait(20);
    action();
    QTest::qWait(60);
    std::cout << what << ": away for " << watch.longestGap() << " ms, at work for " << watch.longestWork() << " ms\n";
    RecordProperty(std::string(what) + ".work", std::to_string(watch.longestWork()));
    EXPECT_LT(watch.longestWork(), mostWork) << what;
    EXPECT_LT(watch.longestGap(), maxAway) << what;
  }
  void openLong() { selection().open(longExecution(manyEvents)); }
};

TEST_F(ResponsivenessTest, Opening) {
  const revisit::test::TemporaryFolder folder;
  const QString path = QString::fromStdString(longWitness(folder.path(), manyEvents));
  openFile(QString::fromStdString(witnessOf(Example::LostUpdate))); // fonts and icons are loaded with the first
  measure("opening", [&] { openFile(path); });
  EXPECT_EQ(timeline().size(), selection().execution()->graph().size());
}

TEST_F(ResponsivenessTest, Selecting) {
  openLong();
  QTest::qWait(100);
  measure("selecting", [&] {
    for (EventNumber event = 1; event <= timeline().size(); event += 17) {
      selection().selectEvent(event);
      QApplication::processEvents();
    }
  });
}

TEST_F(ResponsivenessTest, Toggling) {
  openLong();
  QTest::qWait(100);
  measure("toggling", [&] {
    for (const Relation relation : allRelations) {
      stage().stage().setShown(relation, !stage().stage().isShown(relation));
      QApplication::processEvents();
    }
  });
}

TEST_F(ResponsivenessTest, Filtering) {
  openLong();
  QTest::qWait(100);
  measure("filtering", [&] {
    for (const char letter : std::string("T1 lock")) {
      QTest::keyClick(&find<QLineEdit>("filter"), letter);
      QApplication::processEvents();
    }
  });
}

TEST_F(ResponsivenessTest, ZoomingAndScrolling) {
  openLong();
  QTest::qWait(100);
  StageView& view = stage().view();
  measure("zooming", [&] {
    for (const Qt::Key key : {Qt::Key_Plus, Qt::Key_Plus, Qt::Key_Minus, Qt::Key_Minus, Qt::Key_Plus}) {
      QTest::keyClick(&view, key, Qt::ControlModifier);
      QApplication::processEvents();
    }
    for (const Qt::Key key : {Qt::Key_Home, Qt::Key_PageDown, Qt::Key_PageDown, Qt::Key_End, Qt::Key_0}) {
      QTest::keyClick(&view, key);
      QApplication::processEvents();
    }
  });
}

// The stage, its table and the time line of an execution of 100,000 events: what is in sight is what costs. Without the
// other panes, each of which has its own bounds.
class LongStageTest : public ResponsivenessTest {
protected:
  LongStageTest() : m_pane(m_selection, m_files), m_line(m_selection) {
    m_pane.resize(700, 420);
    m_line.resize(900, 100);
    m_pane.show();
    m_line.show();
    m_selection.open(longExecution(100'000));
    QTest::qWait(200);
  }

  SelectionModel m_selection;
  SourceFiles m_files;
  StagePane m_pane;
  TimeLine m_line;
};

TEST_F(LongStageTest, Opening) {
  const ExecutionPointer other = longExecution(100'000);
  measure("opening 100,000 events", [&] { m_selection.open(other); });
  ASSERT_GE(other->timeline().size(), 99'000u);
}

TEST_F(LongStageTest, MovingSelectingAndFolding) {
  StageView& view = m_pane.view();
  measure("moving in 100,000 events", [&] {
    for (const Qt::Key key : {Qt::Key_Home, Qt::Key_PageDown, Qt::Key_Down, Qt::Key_Right, Qt::Key_R, Qt::Key_O,
                              Qt::Key_End, Qt::Key_PageUp, Qt::Key_Left, Qt::Key_F, Qt::Key_0}) {
      QTest::keyClick(&view, key);
      QApplication::processEvents();
    }
    const std::vector<Fold> folds = m_selection.closedFolds();
    if (!folds.empty())
      for (int i = 0; i < 4; i++) {
        m_selection.toggleFold(folds.front().first);
        QApplication::processEvents();
      }
  });
}

TEST_F(LongStageTest, TheTable) {
  m_pane.showTable(true);
  QTest::qWait(100);
  measure("the table of 100,000 events", [&] {
    for (EventNumber event = 1; event <= 100'000; event += 9973) {
      m_selection.selectEvent(std::min<EventNumber>(event, m_selection.execution()->timeline().size()));
      QApplication::processEvents();
    }
  });
}

TEST_F(LongStageTest, TheTimeLine) {
  LaneView& lanes = m_line.lanes();
  measure("the time line of 100,000 events", [&] {
    for (double events = 100'000; events > 10; events /= 3) {
      lanes.zoomTo(events, 40'000);
      QApplication::processEvents();
    }
    lanes.zoomTo(1e9, 0);
    for (int x = 100; x < 880; x += 60) {
      QTest::mouseClick(&lanes, Qt::LeftButton, {}, {x, 20});
      QApplication::processEvents();
    }
  });
}

TEST_F(ResponsivenessTest, ReplayingToTheBug) {
  open(Example::LostUpdate);
  QTest::qWait(100);
  Replay& replay = window().replayActions().link().replay();
  measure("replaying", [&] {
    replay.move(ReplayMove::Bug);
    EXPECT_TRUE(waitFor([&] { return !replay.isBusy(); }));
  });
}

TEST(TurnWatchTest, SeesAThreadThatIsAway) {
  TurnWatch watch;
  QTest::qWait(20);
  EXPECT_LT(watch.longestWork(), 40);
  QTest::qSleep(80);
  QTest::qWait(20);
  EXPECT_GE(watch.longestGap(), 75);
}

} // namespace
} // namespace revisit::gui::test
