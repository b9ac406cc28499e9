// The window never blocks: how long it is away from its event loop while it is used. What the clock says depends on
// what else the machine does, so that bound is wide; the bound of the window's own work is the one meant.
#include "../../lldb/witnesses.h"
#include "turn_watch.h"
#include "view/graph/graph_pane.h"
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
  auto& scene = static_cast<GraphPane&>(pane("graph")).scene();
  measure("toggling", [&] {
    for (const Relation relation : allRelations) {
      scene.setShown(relation, !scene.isShown(relation));
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
  auto& view = static_cast<GraphPane&>(pane("graph")).view();
  measure("zooming", [&] {
    for (const Qt::Key key : {Qt::Key_0, Qt::Key_1, Qt::Key_Minus, Qt::Key_Minus, Qt::Key_Minus, Qt::Key_Plus}) {
      QTest::keyClick(&view, key);
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
