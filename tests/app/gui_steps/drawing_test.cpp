// Marks on the drawing: seen, told, and moving nothing.
#include "steps_fixture.h"

#include "view/graph/graph_pane.h"
#include "view/graph/mark_items.h"
#include "view/graph/mark_style.h"

#include <QApplication>

namespace revisit::gui::test {

namespace {

ExecutionPointer withoutMarks(const ExecutionPointer& execution) {
  return std::make_shared<const Execution>("plain", Timeline::make(execution->witness()).value());
}

std::vector<LayoutRect> boxesOf(const GraphScene& scene) {
  return scene.state().layout.boxes;
}

template <class Item> std::size_t countItems(const GraphScene& scene, int type) {
  return static_cast<std::size_t>(
      std::ranges::count_if(scene.items(), [&](const QGraphicsItem* item) { return item->type() == type; }));
}

struct Shown {
  explicit Shown(ThemeKind kind = ThemeKind::Light) {
    QApplication::setPalette(themeOf(kind).palette);
    pane.setTheme(themeOf(kind));
    pane.resize(900, 560);
    pane.show();
  }
  void open(const LogPointer& log, std::uint64_t step) { selection.open(graphAfterStep(log, step).value()); }

  SelectionModel selection;
  SourceFiles files;
  GraphPane pane{selection, files};
};

} // namespace

// What a mark would change is where something stands: nothing does. Only the ghost of what is next has no edges.
TEST(Drawing, MarksMoveNothing) {
  Lab lab(twoWritersAndALock());
  lab.explore();
  Shown shown;
  std::size_t marked = 0;
  for (std::uint64_t step = 1; step <= lab.log().stepCount(); step++) {
    const ExecutionPointer graph = graphAfterStep(lab.recorder.log(), step).value();
    shown.selection.open(graph);
    if (graph->graph().next() || graph->marks().nodes.empty())
      continue;
    marked++;
    const std::vector<LayoutRect> with = boxesOf(shown.pane.scene());
    const std::vector<std::vector<LayoutPoint>> routes = shown.pane.scene().state().layout.routes;
    shown.selection.open(withoutMarks(graph));
    EXPECT_EQ(with, boxesOf(shown.pane.scene())) << step;
    EXPECT_EQ(routes, shown.pane.scene().state().layout.routes) << step;
  }
  EXPECT_GT(marked, 20u);
}

TEST(Drawing, HasAWordForEveryMarkAndAnArrowForEveryArrow) {
  Lab lab(twoWritersAndALock());
  lab.explore();
  Shown shown;
  std::size_t arrows = 0;
  for (std::uint64_t step = 1; step <= lab.log().stepCount(); step++) {
    shown.open(lab.recorder.log(), step);
    const GraphMarks& marks = shown.selection.execution()->marks();
    const auto words = static_cast<std::size_t>(
        std::ranges::count_if(marks.nodes, [](NodeMark mark) { return mark != NodeMark::None; }));
    EXPECT_EQ(countItems<BadgeItem>(shown.pane.scene(), BadgeItem::Type), words) << step;
    EXPECT_EQ(countItems<ArrowItem>(shown.pane.scene(), ArrowItem::Type), marks.arrows.size()) << step;
    for (const QGraphicsItem* item : shown.pane.scene().items())
      if (item->type() == ArrowItem::Type) {
        EXPECT_FALSE(item->toolTip().isEmpty());
        EXPECT_TRUE(shown.pane.scene().sceneRect().contains(item->boundingRect()));
      }
    arrows += marks.arrows.size();
  }
  EXPECT_GT(arrows, 10u);
}

// A word stands on its own box and covers no other's text, no label and no other word.
TEST(Drawing, WordsCoverNothingElse) {
  Lab lab(twoWritersAndALock());
  lab.explore();
  Shown shown;
  for (std::uint64_t step = 1; step <= lab.log().stepCount(); step++) {
    shown.open(lab.recorder.log(), step);
    const GraphState& state = shown.pane.scene().state();
    for (const QGraphicsItem* item : shown.pane.scene().items()) {
      if (item->type() != BadgeItem::Type)
        continue;
      const QRectF word = item->boundingRect();
      int boxes = 0;
      for (const LayoutRect& box : state.layout.boxes)
        boxes += word.intersects(rectOf(box));
      EXPECT_EQ(boxes, 1) << step;
      for (const GraphLayout::Label& label : state.layout.labels)
        EXPECT_FALSE(word.intersects(rectOf(label.rect))) << step;
    }
  }
}

// Colour is never all: each mark has a line or a word of its own, in both themes.
TEST(Drawing, MarksAreToldApartWithoutColour) {
  for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
    std::set<QString> words;
    std::set<std::tuple<qreal, bool, bool, bool, QString>> lines;
    for (const NodeMark mark : {NodeMark::Added, NodeMark::Next, NodeMark::Revisited, NodeMark::Candidate,
                                NodeMark::Deleted, NodeMark::Culprit, NodeMark::Common, NodeMark::Differs}) {
      const MarkStyle style = styleOf(mark, false, themeOf(kind));
      EXPECT_TRUE(words.insert(style.badge).second);
      EXPECT_FALSE(style.meaning.isEmpty());
      QString dash;
      for (const qreal part : style.outline.dashPattern())
        dash += QString::number(part) + u' ';
      lines.insert({style.outline.widthF(), style.isDouble, style.isStruck, style.isSteppedBack, dash});
    }
    EXPECT_EQ(lines.size(), 7u); // a culprit and what differs are in different drawings
    const QPen good = penOf(MarkedArrow{}, themeOf(kind)), bad = penOf(MarkedArrow{0, 0, "", true}, themeOf(kind));
    EXPECT_NE(good.style(), bad.style());
    EXPECT_NE(good.color(), bad.color());
  }
}

// Going from step to step leaves the drawing where it was on the screen.
TEST(Drawing, SteppingDoesNotZoomOrScroll) {
  Lab lab(twoWritersAndALock());
  lab.explore();
  Shown shown;
  shown.open(lab.recorder.log(), 4);
  shown.pane.view().zoomBy(0.8);
  const QTransform zoom = shown.pane.view().transform();
  const QPointF corner = shown.pane.view().mapToScene(QPoint(0, 0));
  for (std::uint64_t step = 5; step <= 12; step++) {
    shown.open(lab.recorder.log(), step);
    EXPECT_EQ(shown.pane.view().transform(), zoom);
    EXPECT_EQ(shown.pane.view().mapToScene(QPoint(0, 0)), corner) << step;
  }
}

TEST(Drawing, IsNotBlankInBothThemes) {
  Lab lab(twoWritersAndALock());
  lab.explore();
  for (const auto& [kind, theme] : {std::pair(ThemeKind::Light, "light"), std::pair(ThemeKind::Dark, "dark")}) {
    Shown shown(kind);
    for (const ActionKind action : {ActionKind::Began, ActionKind::Added, ActionKind::RevisitAllowed,
                                    ActionKind::Revisited, ActionKind::RevisitRefused, ActionKind::Displaced,
                                    ActionKind::DisplaceRefused, ActionKind::Chose, ActionKind::Finished}) {
      const std::uint64_t step = action == ActionKind::Added
                                     ? findStep(lab.log(), [](const Step& each) { return each.candidates.size() > 1; })
                                     : firstOf(lab.log(), action);
      ASSERT_NE(step, 0u) << static_cast<int>(action);
      shown.open(lab.recorder.log(), step);
      EXPECT_TRUE(
          isDrawn(shown.pane, QStringLiteral("graph-%1-%2").arg(QLatin1String(theme)).arg(static_cast<int>(action))));
    }
  }
}

} // namespace revisit::gui::test
