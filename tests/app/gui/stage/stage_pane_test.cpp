// The stage and the time line, driven by the mouse and the keyboard.
#include "query/timeline/event_text.h"
#include "view/lanes/lane_view.h"
#include "view/lanes/time_line.h"
#include "window_test.h"
#include "witness_builder.h"

#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>

namespace revisit::gui::test {
namespace {

class StagePaneTest : public WindowTest {
protected:
  ExecutionStage& drawn() { return stage().stage(); }
  StageView& view() { return stage().view(); }
  std::size_t rowOf(NodeIndex node) {
    return node < timeline().size() ? drawn().rows().rowOf(node + 1)
                                    : drawn().rows().rowOfWait(node - timeline().size());
  }
  NodeIndex selectedNode() {
    const std::size_t row = drawn().selectedRow().value();
    const EventNumber first = drawn().rows().rows()[row].first;
    return first != 0 ? nodeOf(first) : timeline().size() + row - drawn().rows().rowOfWait(0);
  }
  QPoint placeOf(NodeIndex node) {
    view().ensureVisible(rowOf(node));
    return view().rectOf(rowOf(node)).center().toPoint();
  }
  bool isInSight(std::size_t row) {
    const auto rows = view().wholeRows();
    return rows && row >= rows->first && row <= rows->second;
  }
  void click(NodeIndex node) { QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, placeOf(node)); }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(&view(), key, modifiers); }
};

TEST_F(StagePaneTest, AClickLooksAtTheEvent) {
  open(Example::LostUpdate);
  for (EventNumber number = 1; number <= timeline().size(); number++) {
    click(nodeOf(number));
    EXPECT_EQ(selection().current().event, number);
    EXPECT_EQ(selection().current().position, number);
    EXPECT_EQ(selection().current().line, selection().execution()->lineOf(number));
    EXPECT_EQ(selectedNode(), nodeOf(number));
  }
}

TEST_F(StagePaneTest, AClickOnTheHeadsOrBelowTheRowsLooksAtNothing) {
  open(Example::LostUpdate);
  window().resize(1280, 1400); // with room below the rows
  QTest::qWait(50);
  click(0);
  QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, {40, 5});
  if (view().rectOf(drawn().rowCount() - 1).bottom() < view().viewport()->height() - 3)
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, {40, view().viewport()->height() - 2});
  EXPECT_EQ(selection().current().event, 1u);
  EXPECT_FALSE(view().rowAt({40, 5}));
  EXPECT_FALSE(view().rowAt({40, 100'000}));
}

TEST_F(StagePaneTest, ATipTellsTheEventInFullAndItsLineOfTheSource) {
  open(Example::LostUpdate);
  EventNumber write = 1;
  while (!eventText(timeline(), write).starts_with("write balance"))
    write++;
  const QString tip = drawn().tipAt(drawn().rows().rowOf(write), Half::Whole);
  EXPECT_TRUE(tip.contains(QLatin1String("write balance"))) << tip.toStdString();
  EXPECT_TRUE(tip.contains(QLatin1String("atomic_store"))) << "the source line: " << tip.toStdString();
}

TEST_F(StagePaneTest, OnlyTheRelationsOfTheSelectedEventAreStressed) {
  open(Example::LostUpdate);
  const EventGraph& graph = selection().execution()->graph();
  const auto stressed = [&] {
    std::vector<StageArrow> arrows = drawn().arrows(0, drawn().rowCount() - 1);
    std::erase_if(arrows, [](const StageArrow& arrow) { return !arrow.isOfSelected; });
    return arrows;
  };
  for (EventNumber number = 1; number <= timeline().size(); number++) {
    selection().selectEvent(number);
    std::size_t expected = 0;
    for (const std::size_t edge : graph.incident(nodeOf(number)))
      expected += graph.edges()[edge].relation != Relation::ProgramOrder;
    const std::vector<StageArrow> arrows = stressed();
    EXPECT_EQ(arrows.size(), expected) << number;
    for (const StageArrow& arrow : arrows)
      EXPECT_TRUE(arrow.from.row == drawn().selectedRow() || arrow.to.row == drawn().selectedRow());
  }
  for (const Relation relation : allRelations)
    drawn().setShown(relation, false);
  EXPECT_TRUE(stressed().empty());
}

// Which relations are drawn is a menu; what it changes moves no row.
TEST_F(StagePaneTest, TogglingRelationsMovesNothing) {
  open(Example::Queue);
  const int top = view().verticalScrollBar()->value();
  const std::size_t rows = drawn().rowCount();
  for (int pass = 0; pass < 2; pass++)
    for (const Relation relation : allRelations) {
      if (relation == Relation::ProgramOrder)
        continue;
      const bool wasShown = drawn().isShown(relation);
      auto* entry = find<QToolButton>("relationsMenu")
                        .menu()
                        ->findChild<QAction*>(QLatin1String("show-") + QLatin1String(labelOf(relation)));
      ASSERT_NE(entry, nullptr) << nameOf(relation);
      EXPECT_EQ(entry->isChecked(), wasShown);
      entry->trigger();
      EXPECT_NE(drawn().isShown(relation), wasShown) << nameOf(relation);
      EXPECT_EQ(view().verticalScrollBar()->value(), top);
      EXPECT_EQ(drawn().rowCount(), rows);
    }
}

TEST_F(StagePaneTest, ARaceIsAnEdgeBetweenBothAccesses) {
  WitnessBuilder builder;
  builder.at("/src/a.c", 1).variable("x");
  builder.create(0, "one");
  builder.at("/src/a.c", 2).write(0, "x", 1);
  builder.at("/src/a.c", 3).read(1, "x");
  WitnessError& error = builder.witness().error;
  error = {ErrorKind::Race, "", "/src/a.c", 3, 1};
  error.index = 0;
  error.other = WitnessOther{};
  error.other->thread = 0;
  error.other->index = 1;
  selection().open(std::make_shared<const Execution>("race.revisit", Timeline::make(builder.witness()).value()));
  const std::vector<StageArrow> arrows = drawn().arrows(0, drawn().rowCount() - 1);
  const auto race = std::ranges::find_if(arrows, [](const StageArrow& arrow) { return arrow.isRace; });
  ASSERT_NE(race, arrows.end());
  EXPECT_EQ(race->from.row, 1u);
  EXPECT_EQ(race->to.row, 2u);
}

TEST_F(StagePaneTest, TheKeyboardWalksByRowsByThreadsAndToOtherColumns) {
  open(Example::LostUpdate);
  const EventGraph& graph = selection().execution()->graph();
  click(0);
  for (EventNumber next = 2; next <= timeline().size(); next++) {
    key(Qt::Key_Down);
    ASSERT_EQ(selection().current().event, next);
  }
  key(Qt::Key_Down); // there is no more
  EXPECT_EQ(selection().current().event, timeline().size());
  key(Qt::Key_Home);
  EXPECT_EQ(selection().current().event, 1u);
  std::size_t steps = 0;
  for (auto next = timeline().nextOfThread(1); next; next = timeline().nextOfThread(*next), steps++) {
    key(Qt::Key_Down, Qt::ShiftModifier);
    ASSERT_EQ(selection().current().event, *next);
  }
  EXPECT_GT(steps, 2u);
  key(Qt::Key_Down, Qt::ShiftModifier);
  EXPECT_EQ(selection().current().event, timeline().eventsOf(0).back());
  key(Qt::Key_Up, Qt::ShiftModifier);
  EXPECT_EQ(selection().current().event, timeline().eventsOf(0).end()[-2]);
  for (const auto& [to, thread] : {std::pair(Qt::Key_Right, 1u), {Qt::Key_Right, 2u}, {Qt::Key_Left, 1u}}) {
    key(to);
    EXPECT_EQ(graph.threadOf(selectedNode()), thread);
  }
  key(Qt::Key_End);
  EXPECT_EQ(selection().current().event, timeline().size());
}

TEST_F(StagePaneTest, TheKeyboardFollowsEveryRelationThereAndBack) {
  open(Example::Queue);
  const EventGraph& graph = selection().execution()->graph();
  std::set<Relation> followed;
  for (const EventEdge& edge : graph.edges()) {
    const char letter = keyOf(edge.relation);
    const bool isOnly = graph.neighbours(edge.from, edge.relation, Direction::Forward).size() == 1 &&
                        graph.neighbours(edge.to, edge.relation, Direction::Backward).size() == 1;
    if (letter == '\0' || !isOnly || edge.relation == Relation::Waiting || !followed.insert(edge.relation).second)
      continue;
    click(edge.to);
    key(static_cast<Qt::Key>(letter));
    EXPECT_EQ(selectedNode(), edge.from) << nameOf(edge.relation);
    key(static_cast<Qt::Key>(letter), Qt::ShiftModifier);
    EXPECT_EQ(selectedNode(), edge.to) << nameOf(edge.relation);
  }
  for (const Relation relation : {Relation::ReadsFrom, Relation::Coherence, Relation::ObjectChain, Relation::Create})
    EXPECT_TRUE(followed.contains(relation)) << nameOf(relation);
}

TEST_F(StagePaneTest, AThreadThatWaitsIsARowThatLeadsToWhatItWaitsFor) {
  open(Example::Transfer);
  const EventGraph& graph = selection().execution()->graph();
  ASSERT_GT(graph.size(), timeline().size()) << "no thread waits";
  for (NodeIndex node = timeline().size(); node < graph.size(); node++) {
    click(node);
    EXPECT_EQ(selectedNode(), node);
    EXPECT_EQ(selection().current().line->line, graph.waitOf(node)->position.line);
    EXPECT_TRUE(view().accessibleDescription().contains(QLatin1String("waits for")));
    const auto why = graph.neighbours(node, Relation::Waiting, Direction::Forward);
    ASSERT_EQ(why.size(), 1u);
    key(Qt::Key_W);
    EXPECT_EQ(selectedNode(), why.front());
  }
}

TEST_F(StagePaneTest, ZoomsFromOneToTwoByKeyAndWheel) {
  open(Example::Queue);
  const auto zoomByKeys = [&](Qt::Key which) {
    for (int i = 0; i < 9; i++)
      key(which, Qt::ControlModifier);
    return view().zoom();
  };
  EXPECT_DOUBLE_EQ(view().zoom(), 1);
  const qreal row = view().rectOf(0).height();
  EXPECT_DOUBLE_EQ(row, 24);
  EXPECT_DOUBLE_EQ(zoomByKeys(Qt::Key_Plus), 2);
  EXPECT_DOUBLE_EQ(view().rectOf(0).height(), 48);
  EXPECT_DOUBLE_EQ(zoomByKeys(Qt::Key_Minus), 1) << "no smaller than it can be read";
  QWheelEvent wheel({50, 50}, view().viewport()->mapToGlobal(QPointF(50, 50)), {}, {0, 120}, Qt::NoButton,
                    Qt::ControlModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(view().viewport(), &wheel);
  EXPECT_GT(view().zoom(), 1);
  key(Qt::Key_1);
  EXPECT_DOUBLE_EQ(view().zoom(), 1);
}

// Of an execution of any length: it shows rows, and the selected one stays in sight at any zoom.
TEST_F(StagePaneTest, FitIsNeverBlank) {
  for (const unsigned events : {3u, 400u, 30'000u}) {
    selection().open(longExecution(events));
    key(Qt::Key_End);
    key(Qt::Key_Plus, Qt::ControlModifier);
    EXPECT_TRUE(isInSight(*drawn().selectedRow()));
    key(Qt::Key_Home);
    EXPECT_TRUE(isInSight(*drawn().selectedRow()));
    action(QStringLiteral("Fit")).trigger();
    EXPECT_DOUBLE_EQ(view().zoom(), 1);
    const auto rows = view().wholeRows();
    ASSERT_TRUE(rows);
    EXPECT_GE(rows->second - rows->first + 1, std::min<std::size_t>(drawn().rowCount(), 5));
    std::set<QRgb> colours;
    const QImage picture = view().grab(QRect(0, 30, view().width(), view().height() - 30)).toImage();
    for (int y = 0; y < picture.height(); y += 2)
      for (int x = 0; x < picture.width(); x += 2)
        colours.insert(picture.pixel(x, y));
    EXPECT_GT(colours.size(), 8u) << events;
  }
}

TEST_F(StagePaneTest, ASelectionFromElsewhereIsBroughtIntoSight) {
  selection().open(longExecution(400));
  ASSERT_TRUE(waitFor([&] { return view().wholeRows().has_value(); })) << "the view gets its size";
  for (const EventNumber number : {timeline().size(), std::size_t{1}, timeline().size() / 2}) {
    selection().selectEvent(number);
    EXPECT_TRUE(isInSight(drawn().rows().rowOf(number))) << number;
  }
}

TEST_F(StagePaneTest, ManyThreadsShareTheLastColumn) {
  WitnessBuilder builder;
  builder.at("/src/a.c", 1).variable("x");
  for (int i = 0; i < 16; i++)
    builder.create(0, "worker");
  for (unsigned thread = 1; thread <= 16; thread++)
    for (unsigned i = 0; i < (thread > 9 ? 3u : 1u); i++)
      builder.at("/src/a.c", 10 * thread + i).write(thread, "x", i);
  selection().open(std::make_shared<const Execution>("many.revisit", Timeline::make(builder.witness()).value()));
  const std::vector<QString> heads = drawn().heads();
  ASSERT_EQ(heads.size(), StageColumns::mostThreads + 1);
  EXPECT_EQ(heads.back(), QStringLiteral("9 other threads"));
  EXPECT_EQ(heads.front(), QStringLiteral("T0 main")) << "it has the most events";
  const StageItem item = drawn().lineAt(drawn().rows().rowOf(timeline().eventsOf(1).front())).items.front();
  EXPECT_EQ(item.column, StageColumns::mostThreads);
  EXPECT_TRUE(item.text.startsWith(QStringLiteral("T1 W x"))) << item.text.toStdString();
}

TEST_F(StagePaneTest, TheTableIsTheSameRows) {
  open(Example::Transfer);
  raise("stage");
  press(Qt::Key_T);
  EventsTable& table = stage().table();
  ASSERT_TRUE(table.isVisible());
  ASSERT_EQ(static_cast<std::size_t>(table.model()->rowCount()), drawn().rowCount());
  for (int row = 0; row < table.model()->rowCount(); row++) {
    const unsigned cause = drawn().rows().rows()[static_cast<std::size_t>(row)].cause;
    EXPECT_EQ(table.model()->index(row, EventsModel::Cause).data().toString(),
              cause == 0 ? QString() : QString::number(cause));
  }
  clickRow(table, table.model()->rowCount() - 1);
  EXPECT_EQ(drawn().selectedRow(), drawn().rowCount() - 1) << "a thread that waits";
  press(Qt::Key_T);
  EXPECT_TRUE(view().isVisible());
  EXPECT_TRUE(view().hasFocus()) << "the keyboard stays on the stage";
}

class TimeLineTest : public WindowTest {
protected:
  LaneView& lanes() { return find<LaneView>("laneView"); }
};

TEST_F(TimeLineTest, HasALaneForEachThreadAndSelectsByClickAndDrag) {
  open(Example::Queue);
  EXPECT_EQ(lanes().laneCount(), selection().execution()->witness().threads.size());
  for (EventNumber event = 1; event <= timeline().size(); event += 3) {
    QTest::mouseClick(&lanes(), Qt::LeftButton, {}, lanes().placeOf(event).toPoint());
    EXPECT_EQ(selection().current().event, event);
  }
  const EventNumber last = timeline().size();
  QTest::mousePress(&lanes(), Qt::LeftButton, {}, lanes().placeOf(2).toPoint());
  QMouseEvent move(QEvent::MouseMove, lanes().placeOf(last), lanes().mapToGlobal(lanes().placeOf(last)), Qt::NoButton,
                   Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&lanes(), &move);
  QTest::mouseRelease(&lanes(), Qt::LeftButton, {}, lanes().placeOf(last).toPoint());
  EXPECT_EQ(selection().current().event, last);
}

TEST_F(TimeLineTest, KeysMoveAlongAndAcrossTheLanes) {
  open(Example::Queue);
  lanes().setFocus();
  press(Qt::Key_Home);
  EXPECT_EQ(selection().current().event, 1u);
  press(Qt::Key_Right);
  EXPECT_EQ(selection().current().event, 2u);
  press(Qt::Key_Left);
  EXPECT_EQ(selection().current().event, 1u);
  press(Qt::Key_Down);
  EXPECT_EQ(timeline().event(*selection().current().event).thread, 1u);
  press(Qt::Key_Up);
  EXPECT_EQ(timeline().event(*selection().current().event).thread, 0u);
  press(Qt::Key_End);
  EXPECT_EQ(selection().current().event, timeline().size());
}

TEST_F(TimeLineTest, TheWheelZoomsAroundTheMouseAndTheSelectionStaysInSight) {
  selection().open(longExecution(5000));
  EXPECT_DOUBLE_EQ(lanes().first(), 0);
  EXPECT_DOUBLE_EQ(lanes().last(), static_cast<double>(timeline().size()));
  const QPointF place(lanes().width() / 2.0, 20);
  const EventNumber under = *lanes().eventAt({place.x(), 1000});
  for (int i = 0; i < 12; i++) {
    QWheelEvent wheel(place, lanes().mapToGlobal(place), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&lanes(), &wheel);
  }
  EXPECT_LT(lanes().last() - lanes().first(), 500);
  EXPECT_NEAR(static_cast<double>(*lanes().eventAt({place.x(), 1000})), static_cast<double>(under), 3);
  for (const EventNumber event : {EventNumber{1}, timeline().size(), EventNumber{2500}}) {
    selection().selectEvent(event);
    EXPECT_LE(lanes().first(), static_cast<double>(event) - 1);
    EXPECT_GE(lanes().last(), static_cast<double>(event));
  }
  lanes().setFocus();
  press(Qt::Key_0);
  EXPECT_DOUBLE_EQ(lanes().last() - lanes().first(), static_cast<double>(timeline().size()));
}

TEST_F(TimeLineTest, TheCauseIsMarkedInRed) {
  open(Example::LostUpdate);
  ASSERT_FALSE(selection().execution()->cause().empty());
  const QImage picture = lanes().grab().toImage();
  const QColor red = themeOf(ThemeKind::Light).bug;
  for (const EventNumber event : selection().execution()->cause()) {
    const QPoint centre = lanes().placeOf(event).toPoint();
    bool isThere = false;
    for (int x = centre.x() - 7; x <= centre.x() + 7; x++)
      isThere = isThere || picture.pixelColor(x, centre.y()) == red;
    EXPECT_TRUE(isThere) << event;
  }
}

} // namespace
} // namespace revisit::gui::test
