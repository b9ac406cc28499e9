// The marks of a step of the algorithm on the stage: seen, told, and moving nothing.
#include "steps_fixture.h"

#include "view/graph/mark_style.h"
#include "view/stage/stage_pane.h"
#include "view/stage/stage_view.h"

#include <QApplication>
#include <QScrollBar>

namespace revisit::gui::test {

namespace {

ExecutionPointer withoutMarks(const ExecutionPointer& execution) {
  return std::make_shared<const Execution>("plain", Timeline::make(execution->witness()).value(), execution->origin(),
                                           GraphMarks{.nodes = {}, .arrows = {}, .gaps = execution->marks().gaps});
}

struct Shown {
  explicit Shown(ThemeKind kind = ThemeKind::Light) {
    QApplication::setPalette(themeOf(kind).palette);
    pane.setTheme(themeOf(kind));
    pane.resize(900, 560);
    pane.show();
  }
  void open(const LogPointer& log, std::uint64_t step) { selection.open(graphAfterStep(log, step).value()); }
  ExecutionStage& stage() { return pane.stage(); }
  // By row: where its text is.
  std::vector<QRectF> texts() {
    std::vector<QRectF> places;
    for (std::size_t row = 0; row < stage().rowCount(); row++)
      places.push_back(pane.view().textRectOf(row));
    return places;
  }

  SelectionModel selection;
  SourceFiles files;
  StagePane pane{selection, files};
};

} // namespace

// What a mark would change is where something stands: nothing does. It may open a fold.
TEST(Drawing, MarksMoveNothing) {
  Lab lab(twoWritersAndALock());
  lab.explore();
  Shown shown;
  shown.selection.setShowsLibraries(true);
  std::size_t marked = 0;
  for (std::uint64_t step = 1; step <= lab.log().stepCount(); step++) {
    const ExecutionPointer graph = graphAfterStep(lab.recorder.log(), step).value();
    shown.selection.open(graph);
    if (graph->graph().next() || graph->marks().nodes.empty())
      continue;
    marked++;
    const std::vector<QRectF> with = shown.texts();
    const int top = shown.pane.view().verticalScrollBar()->value();
    shown.selection.replace(graph, withoutMarks(graph));
    EXPECT_EQ(with, shown.texts()) << step;
    EXPECT_EQ(top, shown.pane.view().verticalScrollBar()->value()) << step;
  }
  EXPECT_GT(marked, 20u);
}

TEST(Drawing, HasEveryMarkAndEveryArrow) {
  Lab lab(twoWritersAndALock());
  lab.explore();
  Shown shown;
  shown.selection.setShowsLibraries(true);
  std::size_t arrows = 0;
  for (std::uint64_t step = 1; step <= lab.log().stepCount(); step++) {
    shown.open(lab.recorder.log(), step);
    if (shown.stage().rowCount() == 0)
      continue;
    const GraphMarks& marks = shown.selection.execution()->marks();
    for (std::size_t row = 0; row < shown.stage().rowCount(); row++) {
      const StageRow of = shown.stage().rows().rows()[row];
      if (of.isGap()) {
        EXPECT_TRUE(shown.stage().lineAt(row).items.empty());
        continue;
      }
      const EventNumber first = of.first;
      EXPECT_EQ(shown.stage().lineAt(row).items.front().mark, first != 0 ? marks.of(nodeOf(first)) : NodeMark::None);
    }
    std::vector<const MarkedArrow*> drawn;
    for (const StageArrow& arrow : shown.stage().arrows(0, shown.stage().rowCount() - 1))
      if (arrow.marked) {
        EXPECT_FALSE(arrow.marked->text.empty());
        drawn.push_back(arrow.marked);
      }
    EXPECT_EQ(drawn.size(), marks.arrows.size()) << step;
    arrows += drawn.size();
  }
  EXPECT_GT(arrows, 10u);
}

// Colour is never all: each mark has a line or a word of its own, in both themes.
TEST(Drawing, MarksAreToldApartWithoutColour) {
  for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
    std::set<QString> words;
    std::set<std::tuple<qreal, bool, bool, QString>> lines;
    for (const NodeMark mark : {NodeMark::Added, NodeMark::Next, NodeMark::Revisited, NodeMark::Candidate,
                                NodeMark::Deleted, NodeMark::Culprit}) {
      const MarkStyle style = styleOf(mark, false, themeOf(kind));
      EXPECT_TRUE(words.insert(style.badge).second);
      EXPECT_FALSE(style.meaning.isEmpty());
      QString dash;
      for (const qreal part : style.outline.dashPattern())
        dash += QString::number(part) + u' ';
      lines.insert({style.outline.widthF(), style.isDouble, style.isStruck, dash});
    }
    EXPECT_EQ(lines.size(), 6u);
    const QPen good = penOf(MarkedArrow{}, themeOf(kind)), bad = penOf(MarkedArrow{0, 0, "", true}, themeOf(kind));
    EXPECT_NE(good.style(), bad.style());
    EXPECT_NE(good.color(), bad.color());
  }
}

// Going from step to step leaves the rows where they were on the screen, as long as what is looked at is in sight.
TEST(Drawing, SteppingDoesNotZoomOrScroll) {
  Lab lab(twoWritersAndALock());
  lab.explore();
  Shown shown;
  shown.open(lab.recorder.log(), 4);
  shown.pane.view().setZoom(1.25);
  const qreal top = shown.pane.view().rectOf(0).top();
  for (std::uint64_t step = 5; step <= 12; step++) {
    if (lab.log().steps(step, 1).front().kind == ActionKind::Finished)
      continue; // an execution, which opens on its own
    shown.open(lab.recorder.log(), step);
    EXPECT_DOUBLE_EQ(shown.pane.view().zoom(), 1.25);
    EXPECT_DOUBLE_EQ(shown.pane.view().rectOf(0).top(), top) << step;
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
