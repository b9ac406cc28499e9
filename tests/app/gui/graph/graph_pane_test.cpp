// The drawing of the execution, driven by the mouse and the keyboard.
#include "query/timeline/event_text.h"
#include "view/graph/graph_pane.h"
#include "view/graph/minimap.h"
#include "view/graph/relation_bar.h"
#include "window_test.h"

#include <QAction>
#include <QLabel>

namespace revisit::gui::test {
namespace {

class GraphPaneTest : public WindowTest {
protected:
  GraphPane& graph() { return static_cast<GraphPane&>(pane("graph")); }
  GraphScene& scene() { return graph().scene(); }
  GraphView& view() { return graph().view(); }

  QPoint placeOf(NodeIndex node) {
    view().ensureVisible(node);
    return view().mapFromScene(rectOf(scene().state().layout.boxes[node]).center());
  }
  void click(NodeIndex node) { QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, placeOf(node)); }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(&view(), key, modifiers); }
  // Of the kind and text, the first: "write balance".
  EventNumber event(const std::string& text) {
    for (EventNumber number = 1; number <= timeline().size(); number++)
      if (eventText(timeline(), number).starts_with(text))
        return number;
    throw std::logic_error("no event " + text);
  }
};

TEST_F(GraphPaneTest, AClickLooksAtTheEvent) {
  open(Example::LostUpdate);
  for (EventNumber number = 1; number <= timeline().size(); number++) {
    click(nodeOf(number));
    EXPECT_EQ(selection().current().event, number);
    EXPECT_EQ(selection().current().position, number);
    EXPECT_EQ(selection().current().line, selection().execution()->lineOf(number));
    EXPECT_EQ(scene().selectedNode(), nodeOf(number));
  }
}

TEST_F(GraphPaneTest, AClickBesideTheBoxesAndADragLookAtNothing) {
  open(Example::LostUpdate);
  click(0);
  QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, {2, view().viewport()->height() - 3});
  EXPECT_EQ(selection().current().event, 1u);
  const QPoint from = placeOf(3);
  QTest::mousePress(view().viewport(), Qt::LeftButton, {}, from);
  QTest::mouseMove(view().viewport(), from + QPoint(30, 30));
  QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, from + QPoint(30, 30));
  EXPECT_EQ(selection().current().event, 1u);
}

TEST_F(GraphPaneTest, TheStartIsInSightThere) {
  open(Example::Queue);
  view().zoomToActual();
  click(nodeOf(timeline().size()));
  const auto isFirstInSight = [&] {
    const QRect first = view().mapFromScene(rectOf(scene().state().layout.boxes[nodeOf(1)])).boundingRect();
    return view().viewport()->rect().intersects(first);
  };
  ASSERT_FALSE(isFirstInSight()) << "the drawing is too small for this test";
  selection().selectPosition(0);
  EXPECT_TRUE(isFirstInSight());
}

TEST_F(GraphPaneTest, HoveringRaisesTheEdgesOfTheEventAndDescribesIt) {
  open(Example::LostUpdate);
  const EventNumber write = event("write balance");
  QTest::mouseMove(view().viewport(), placeOf(nodeOf(write)));
  ASSERT_EQ(scene().state().hovered, nodeOf(write));
  for (const QGraphicsItem* item : scene().items())
    if (const auto* edge = qgraphicsitem_cast<const EdgeItem*>(item); edge && edge->isVisible()) {
      const bool isIts = edge->edge().from == nodeOf(write) || edge->edge().to == nodeOf(write);
      EXPECT_EQ(scene().state().isRaised(edge->edge()), isIts);
    }
  const QString text = find<QLabel>("description").text();
  EXPECT_TRUE(text.contains(QLatin1String("write balance"))) << text.toStdString();
  EXPECT_TRUE(text.contains(QLatin1String("atomic_store"))) << "the source line: " << text.toStdString();
  QTest::mouseMove(view().viewport(), {2, view().viewport()->height() - 3});
  EXPECT_FALSE(scene().state().hovered.has_value());
}

TEST_F(GraphPaneTest, TheKeyboardWalksAlongProgramOrderAndToOtherColumns) {
  open(Example::LostUpdate);
  click(0);
  const EventGraph& drawn = selection().execution()->graph();
  std::size_t steps = 0;
  for (auto next = timeline().nextOfThread(1); next; next = timeline().nextOfThread(*next), steps++) {
    key(Qt::Key_Down);
    ASSERT_EQ(selection().current().event, *next);
  }
  EXPECT_GT(steps, 2u);
  key(Qt::Key_Down); // there is no more
  EXPECT_EQ(selection().current().event, timeline().eventsOf(0).back());
  key(Qt::Key_Up);
  EXPECT_EQ(selection().current().event, timeline().eventsOf(0).end()[-2]);
  key(Qt::Key_Right);
  EXPECT_EQ(drawn.threadOf(nodeOf(*selection().current().event)), 1u);
  key(Qt::Key_Right);
  EXPECT_EQ(drawn.threadOf(nodeOf(*selection().current().event)), 2u);
  key(Qt::Key_Left);
  EXPECT_EQ(drawn.threadOf(nodeOf(*selection().current().event)), 1u);
}

TEST_F(GraphPaneTest, TheKeyboardFollowsEveryRelationThereAndBack) {
  open(Example::Queue);
  const EventGraph& drawn = selection().execution()->graph();
  std::set<Relation> followed;
  for (const EventEdge& edge : drawn.edges()) {
    const char letter = keyOf(edge.relation);
    const bool isOnly = drawn.neighbours(edge.from, edge.relation, Direction::Forward).size() == 1 &&
                        drawn.neighbours(edge.to, edge.relation, Direction::Backward).size() == 1;
    if (letter == '\0' || !isOnly || edge.relation == Relation::Waiting || !followed.insert(edge.relation).second)
      continue;
    click(edge.to);
    key(static_cast<Qt::Key>(letter));
    EXPECT_EQ(scene().selectedNode(), edge.from) << nameOf(edge.relation);
    key(static_cast<Qt::Key>(letter), Qt::ShiftModifier);
    EXPECT_EQ(scene().selectedNode(), edge.to) << nameOf(edge.relation);
  }
  for (const Relation relation : {Relation::ReadsFrom, Relation::Coherence, Relation::ObjectChain, Relation::Create})
    EXPECT_TRUE(followed.contains(relation)) << nameOf(relation);
}

TEST_F(GraphPaneTest, AThreadThatWaitsIsANodeThatLeadsToWhatItWaitsFor) {
  open(Example::Transfer);
  const EventGraph& drawn = selection().execution()->graph();
  ASSERT_GT(drawn.size(), timeline().size()) << "no thread waits";
  for (NodeIndex node = timeline().size(); node < drawn.size(); node++) {
    click(node);
    EXPECT_EQ(scene().selectedNode(), node);
    EXPECT_EQ(selection().current().line->line, drawn.waitOf(node)->position.line);
    EXPECT_TRUE(find<QLabel>("description").text().contains(QLatin1String("waits for")));
    const auto why = drawn.neighbours(node, Relation::Waiting, Direction::Forward);
    ASSERT_EQ(why.size(), 1u);
    key(Qt::Key_W);
    EXPECT_EQ(scene().selectedNode(), why.front());
  }
}

TEST_F(GraphPaneTest, ZoomingByKeyWheelAndButton) {
  open(Example::Queue);
  key(Qt::Key_1);
  EXPECT_DOUBLE_EQ(view().transform().m11(), 1);
  key(Qt::Key_Plus);
  EXPECT_GT(view().transform().m11(), 1);
  key(Qt::Key_Minus);
  EXPECT_NEAR(view().transform().m11(), 1, 1e-9);
  for (int i = 0; i < 60; i++)
    key(Qt::Key_Minus);
  EXPECT_GT(view().transform().m11(), 0.01) << "the drawing is lost";
  key(Qt::Key_0);
  QApplication::processEvents();
  const QRectF seen = view().mapToScene(view().viewport()->rect()).boundingRect(), whole = scene().sceneRect();
  EXPECT_TRUE(seen.contains(whole)) << seen.x() << ' ' << seen.y() << ' ' << seen.width() << ' ' << seen.height()
                                    << " is in sight of " << whole.width() << ' ' << whole.height();
  const qreal fit = view().transform().m11();
  QWheelEvent wheel({50, 50}, view().viewport()->mapToGlobal(QPointF(50, 50)), {}, {0, 120}, Qt::NoButton,
                    Qt::ControlModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(view().viewport(), &wheel);
  EXPECT_GT(view().transform().m11(), fit);
  action(QStringLiteral("1:1")).trigger();
  EXPECT_NEAR(view().transform().m11(), 1, 1e-9);
  action(QStringLiteral("Fit")).trigger();
  EXPECT_NEAR(view().transform().m11(), fit, 1e-9) << "what fits does not depend on what was in sight";
}

TEST_F(GraphPaneTest, TogglingRelationsMovesNothing) {
  open(Example::Queue);
  const GraphLayout before = scene().state().layout;
  const auto placesOfItems = [&] {
    std::vector<QRectF> places;
    for (const QGraphicsItem* item : scene().items(Qt::AscendingOrder))
      places.push_back(item->sceneBoundingRect());
    std::ranges::sort(places, {}, [](const QRectF& r) { return std::array{r.x(), r.y(), r.width(), r.height()}; });
    return places;
  };
  const std::vector<QRectF> items = placesOfItems();
  const QTransform zoom = view().transform();
  const QPointF seen = view().mapToScene(0, 0);
  auto& bar = *graph().findChild<RelationBar*>();
  const auto isOfWeakModels = [](Relation relation) {
    return relation == Relation::SynchronizesWith || relation == Relation::HappensBefore ||
           relation == Relation::PartialSc;
  };
  for (int pass = 0; pass < 2; pass++)
    for (const Relation relation : allRelations) {
      // The execution is sequentially consistent.
      ASSERT_NE(bar.action(relation)->isVisible(), isOfWeakModels(relation)) << nameOf(relation);
      if (isOfWeakModels(relation))
        continue;
      const bool wasShown = scene().isShown(relation);
      QTest::mouseClick(bar.widgetForAction(bar.action(relation)), Qt::LeftButton);
      EXPECT_NE(scene().isShown(relation), wasShown) << nameOf(relation);
      for (const QGraphicsItem* item : scene().items())
        if (const auto* edge = qgraphicsitem_cast<const EdgeItem*>(item); edge && edge->edge().relation == relation) {
          EXPECT_EQ(edge->isVisible(), !wasShown);
        }
      EXPECT_EQ(scene().state().layout.boxes, before.boxes);
      EXPECT_EQ(scene().state().layout.routes, before.routes);
      EXPECT_EQ(placesOfItems(), items);
      EXPECT_EQ(view().transform(), zoom);
      EXPECT_EQ(view().mapToScene(0, 0), seen);
    }
}

TEST_F(GraphPaneTest, NoTextIsCutAtAnyEvent) {
  for (const Example example : {Example::LostUpdate, Example::Transfer, Example::Sensor, Example::Queue}) {
    open(example);
    const GraphState& state = scene().state();
    const QFontMetricsF metrics(state.boxFont);
    for (NodeIndex node = 0; node < state.texts.size(); node++)
      EXPECT_GE(state.layout.boxes[node].width, metrics.horizontalAdvance(state.texts[node]))
          << state.texts[node].toStdString();
    const QFontMetricsF title(state.titleFont);
    for (unsigned thread = 0; thread < state.titles.size(); thread++)
      EXPECT_GE(state.layout.columns[thread].title.width, title.horizontalAdvance(state.titles[thread]));
  }
}

TEST_F(GraphPaneTest, AClickInTheOverviewMovesTheView) {
  selection().open(longExecution(400));
  auto& minimap = find<Minimap>("minimap");
  const auto isRowInSight = [&](const LayoutRect& box) {
    return view().visibleRect().top() < box.top && box.bottom() < view().visibleRect().bottom();
  };
  selection().selectEvent(1);
  EXPECT_TRUE(isRowInSight(scene().state().layout.boxes.front()));
  QTest::mouseClick(&minimap, Qt::LeftButton, {}, {minimap.width() / 2, minimap.height() - 2});
  EXPECT_TRUE(isRowInSight(scene().state().layout.boxes.back()));
  EXPECT_EQ(selection().current().event, 1u) << "looking elsewhere is no choice";
  QTest::mouseClick(&minimap, Qt::LeftButton, {}, {minimap.width() / 2, 2});
  EXPECT_TRUE(isRowInSight(scene().state().layout.boxes.front()));
}

TEST_F(GraphPaneTest, ASelectionFromElsewhereIsBroughtIntoSight) {
  selection().open(longExecution(400));
  for (const EventNumber number : {timeline().size(), std::size_t{1}, timeline().size() / 2}) {
    selection().selectEvent(number);
    EXPECT_TRUE(view().visibleRect().contains(rectOf(scene().state().layout.boxes[nodeOf(number)]).center()));
  }
}

} // namespace
} // namespace revisit::gui::test
