// The arrangement of the window: what it promises of sizes, that each region fills the window and comes back, the way
// through the regions by keys, and whose sizes are kept.
#include "exploration_fixture.h"
#include "shell/layout/region_frame.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTabBar>
#include <QToolButton>

namespace revisit::gui::test {
namespace {

class LayoutTest : public WindowTest {
protected:
  PaneArea& area() { return window().panes(); }
  QWidget& region(Region region) { return *area().region(region); }
  void resize(int width, int height) {
    window().resize(width, height);
    QTest::qWait(50);
  }
  // Its part of the whole window.
  double share(Region of) {
    return double(region(of).width()) * region(of).height() / (double(window().width()) * window().height());
  }
  std::vector<QRect> places() {
    std::vector<QRect> all;
    for (std::size_t i = 0; i < regionCount; i++) {
      QWidget& each = region(static_cast<Region>(i));
      all.emplace_back(each.mapTo(&window(), QPoint()), each.isVisible() ? each.size() : QSize());
    }
    return all;
  }
  void drag(const char* splitter, int index, int by) {
    auto& parts = find<QSplitter>(splitter);
    QWidget* handle = parts.handle(index);
    const QPoint from = handle->rect().center();
    const QPoint to = from + (parts.orientation() == Qt::Horizontal ? QPoint(by, 0) : QPoint(0, by));
    QTest::mousePress(handle, Qt::LeftButton, {}, from);
    QTest::mouseMove(handle, to);
    QTest::mouseRelease(handle, Qt::LeftButton, {}, to);
    QTest::qWait(20);
  }
};

TEST_F(LayoutTest, TheStageHasTheLargestPart) {
  open(Example::Transfer);
  resize(1280, 800);
  EXPECT_EQ(window().size(), QSize(1280, 800)) << "something needs more room";
  EXPECT_EQ(region(Region::Findings).width(), FindingsFrame::railWidth) << "one bug is no choice";
  EXPECT_GE(share(Region::Stage), 0.46);
  raise("findings");
  EXPECT_GE(share(Region::Stage), 0.38);
  EXPECT_EQ(region(Region::Findings).width(), 200);
  EXPECT_EQ(region(Region::Inspector).width(), 300);
  pane("stage").setFocus();
  press(Qt::Key_M);
  EXPECT_EQ(area().maximised(), Region::Stage);
  EXPECT_GE(share(Region::Stage), 0.85);
}

TEST_F(LayoutTest, WidthsAreThoseOfTheWindow) {
  open(Example::Transfer);
  raise("findings");
  struct Expected {
    int width, findings, inspector;
  };
  for (const auto& [width, findings, inspector] :
       {Expected{1280, 200, 300}, {1440, 240, 340}, {1680, 260, 370}, {1920, 280, 400}, {3840, 280, 400}}) {
    resize(width, 800);
    EXPECT_EQ(region(Region::Findings).width(), findings) << width;
    EXPECT_EQ(region(Region::Inspector).width(), inspector) << width;
  }
}

TEST_F(LayoutTest, EveryStartHasTheSameGeometry) {
  open(Example::Transfer);
  const std::vector<QRect> first = places();
  for (int start = 0; start < 10; start++) {
    window().close();
    restart();
    open(Example::Transfer);
    EXPECT_EQ(places(), first) << start;
  }
}

TEST_F(LayoutTest, EachRegionFillsTheWindowAndComesBack) {
  open(Example::Transfer);
  raise("findings");
  const std::vector<QRect> before = places();
  for (const char* id : {"findings", "stage", "inspector", "source"}) {
    raise(id);
    press(Qt::Key_M);
    std::size_t visible = 0;
    for (const QRect& place : places())
      visible += !place.isEmpty();
    EXPECT_EQ(visible, 1u) << id;
    EXPECT_TRUE(isInSight(pane(id))) << id;
    press(Qt::Key_M);
    EXPECT_EQ(places(), before) << id;
  }
  raise("stage");
  press(Qt::Key_M);
  raise("source"); // which is not in sight
  EXPECT_EQ(places(), before);
}

TEST_F(LayoutTest, AnMThatIsTypedIsAnM) {
  open(Example::Transfer);
  auto& filter = find<QLineEdit>("filter");
  typeInto(filter, QStringLiteral("m"));
  EXPECT_EQ(filter.text(), QStringLiteral("m"));
  EXPECT_FALSE(area().maximised());
}

TEST_F(LayoutTest, F6GoesThroughTheRegionsAndEscapeToTheStage) {
  open(Example::Transfer);
  raise("findings");
  const auto here = [&] {
    for (std::size_t i = 0; i < regionCount; i++)
      if (region(static_cast<Region>(i)).isAncestorOf(QApplication::focusWidget()))
        return static_cast<int>(i);
    return -1; // the time line
  };
  pane("stage").setFocus();
  std::vector<int> visited;
  for (int step = 0; step < 5; step++) {
    visited.push_back(here());
    press(Qt::Key_F6);
  }
  EXPECT_EQ(visited, (std::vector<int>{1, 2, 3, -1, 0}));
  EXPECT_EQ(here(), 1) << "all the way round";
  press(Qt::Key_F6, Qt::ShiftModifier);
  EXPECT_EQ(here(), 0);
  press(Qt::Key_Escape);
  EXPECT_EQ(here(), 1);
}

TEST_F(LayoutTest, ATabHasItsOwnFaces) {
  open(Example::Transfer);
  auto& tabs = find<QTabBar>("windowTabs");
  EXPECT_TRUE(isInSight(pane("inspector")));
  tabs.setCurrentIndex(static_cast<int>(WindowTab::Algorithm));
  EXPECT_TRUE(isInSight(pane("algorithm")));
  EXPECT_FALSE(isInSight(pane("inspector")));
  EXPECT_TRUE(isInSight(pane("stage")));
  tabs.setCurrentIndex(static_cast<int>(WindowTab::Runs));
  EXPECT_TRUE(isInSight(pane("runs")));
  EXPECT_TRUE(waitFor([&] { return share(Region::Stage) >= 0.85; })) << share(Region::Stage);
  tabs.setCurrentIndex(static_cast<int>(WindowTab::Result));
  EXPECT_TRUE(isInSight(pane("inspector")));
  raise("states");
  EXPECT_EQ(tabs.currentIndex(), static_cast<int>(WindowTab::Algorithm));
  open(Example::Sensor);
  raise("stage");
  tabs.setCurrentIndex(static_cast<int>(WindowTab::Result));
  EXPECT_TRUE(isInSight(pane("stage"))) << "the stage of a tab is that tab's";
}

TEST_F(LayoutTest, WhatIsDraggedStaysUntilAnotherProgramIsOpened) {
  open(Example::Transfer);
  const std::vector<QRect> usual = places();
  drag("columns", 2, -100);
  const std::vector<QRect> dragged = places();
  ASSERT_GE(region(Region::Inspector).width(), usual[2].width() + 80);
  selection().selectEvent(2);
  EXPECT_EQ(places(), dragged);
  action(QStringLiteral("Usual sizes")).trigger();
  EXPECT_EQ(places(), usual) << "it can be undone";
  drag("columns", 2, -100);
  open(Example::Sensor);
  EXPECT_EQ(places(), usual) << "another program inherits nothing";
}

TEST_F(LayoutTest, TheLastSessionHasItsSizes) {
  open(Example::Transfer);
  drag("columns", 2, -100);
  const std::vector<QRect> dragged = places();
  window().close();
  restart();
  QTest::mouseClick(&find<QPushButton>("lastSessionButton"), Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] { return selection().execution() != nullptr; }));
  QTest::qWait(50);
  EXPECT_EQ(places(), dragged);
}

class ExploredLayoutTest : public ExplorationTest {
  void SetUp() override {}
};

TEST_F(ExploredLayoutTest, FindingsAreARailWhileThereIsAtMostOne) {
  auto& findings = *qobject_cast<FindingsFrame*>(window().panes().region(Region::Findings));
  explore(writersRequest(2));
  EXPECT_TRUE(findings.isRail());
  EXPECT_FALSE(isInSight(pane("tree")));
  ExplorationRequest request = writersRequest(3);
  request.check.explore.maxExecutions = 3;
  explore(request); // a reason under its heading
  EXPECT_FALSE(findings.isRail());
  EXPECT_TRUE(isInSight(pane("findings")));
  EXPECT_FALSE(isInSight(pane("tree"))) << "folded";
  find<QToolButton>("findingsToRail").click();
  EXPECT_TRUE(findings.isRail());
  find<QToolButton>("findingsRail").click();
  find<QToolButton>("executionsFold").click();
  EXPECT_TRUE(isInSight(pane("tree")));
  EXPECT_TRUE(find<QToolButton>("executionsFold").text().contains(QStringLiteral("Executions 3")));
  explore(writersRequest(2));
  EXPECT_FALSE(findings.isRail()) << "it is as the user left it";
}

} // namespace
} // namespace revisit::gui::test
