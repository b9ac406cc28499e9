// The arrows of marks cover nothing that is written, and are told apart.
#include "lab.h"

#include "core/arrow_layout.h"
#include "core/logged_execution.h"

namespace revisit::gui::test {

using namespace revisit::test;

namespace {

// As the drawing measures, with letters of one width.
GraphShape shapeOf(const Execution& execution) {
  GraphShape shape;
  shape.titleWidths.assign(execution.witness().threads.size(), 60);
  for (NodeIndex node = 0; node < execution.graph().size(); node++)
    shape.nodes.push_back({execution.graph().threadOf(node), 60.0 + static_cast<double>(node * 37 % 50)});
  for (const EventEdge& edge : execution.graph().edges())
    shape.edges.push_back({edge.relation, edge.from, edge.to});
  shape.labelWidths.assign(relationCount, 22);
  return shape;
}

LayoutRect rectOf(const LayoutPoint& a, const LayoutPoint& b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x) + 0.01, std::abs(a.y - b.y) + 0.01};
}

// What the part of an arrow may touch is its own two boxes.
void expectFree(const LayoutRect& part, const GraphLayout& layout, const MarkedArrow& arrow) {
  for (const GraphLayout::Label& label : layout.labels)
    EXPECT_FALSE(part.intersects(label.rect));
  for (const GraphLayout::Column& column : layout.columns)
    EXPECT_FALSE(part.intersects(column.title));
  for (NodeIndex node = 0; node < layout.boxes.size(); node++)
    if (node != arrow.from && node != arrow.to) {
      EXPECT_FALSE(part.intersects(layout.boxes[node]));
    }
}

void expectArrow(const ArrowLayout::Arrow& placed, const MarkedArrow& arrow, const GraphLayout& layout) {
  for (std::size_t i = 1; i < placed.route.size(); i++) {
    const LayoutPoint &a = placed.route[i - 1], &b = placed.route[i];
    EXPECT_TRUE(a.x == b.x || a.y == b.y);
    expectFree(rectOf(a, b), layout, arrow);
  }
  expectFree(placed.label, layout, arrow);
  EXPECT_GT(placed.label.left, layout.bounds.right());
  // From the one box to the other.
  const LayoutRect &from = layout.boxes[arrow.from], &to = layout.boxes[arrow.to];
  EXPECT_EQ(placed.route.front().y, from.bottom());
  EXPECT_TRUE(placed.route.front().x > from.left && placed.route.front().x < from.right());
  EXPECT_TRUE(placed.route.back().y > to.top && placed.route.back().y < to.bottom());
  EXPECT_TRUE(placed.route.back().x > to.left && placed.route.back().x < to.right());
}

} // namespace

TEST(ArrowLayout, CoversNothingThatIsWritten) {
  std::uint64_t arrows = 0;
  for (std::uint64_t seed = 1; seed <= 60 && !HasFailure(); seed++) {
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 15;
    lab.explore();
    for (std::uint64_t step = 1; step <= lab.log().stepCount() && !HasFailure(); step++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " step " << step);
      const ExecutionPointer graph = graphAfterStep(lab.recorder.log(), step).value();
      const GraphMetrics metrics;
      const GraphLayout layout = layOut(shapeOf(*graph), metrics);
      const std::vector<MarkedArrow>& marked = graph->marks().arrows;
      const ArrowLayout placed = placeArrows(marked, std::vector<double>(marked.size(), 90), layout, metrics);
      ASSERT_EQ(placed.arrows.size(), marked.size());
      for (std::size_t i = 0; i < marked.size(); i++) {
        expectArrow(placed.arrows[i], marked[i], layout);
        EXPECT_LE(placed.arrows[i].label.right(), placed.bounds.right());
        EXPECT_LE(placed.arrows[i].label.bottom(), placed.bounds.bottom());
        for (std::size_t other = 0; other < i; other++)
          EXPECT_FALSE(placed.arrows[i].label.intersects(placed.arrows[other].label));
      }
      arrows += marked.size();
    }
  }
  EXPECT_GT(arrows, 1000u);
}

// Where two arrows run side by side, they have lanes of their own.
TEST(ArrowLayout, ArrowsThatRunSideBySideHaveTheirOwnLanes) {
  GraphShape shape;
  shape.titleWidths = {60};
  shape.labelWidths.assign(relationCount, 22);
  for (int node = 0; node < 5; node++)
    shape.nodes.push_back({0, 60});
  const GraphMetrics metrics;
  const GraphLayout layout = layOut(shape, metrics);
  const ArrowLayout placed =
      placeArrows({{4, 0, "a", false}, {4, 1, "b", false}, {2, 3, "c", true}}, {10, 10, 10}, layout, metrics);
  EXPECT_NE(placed.arrows[0].route[2].x, placed.arrows[1].route[2].x);
  EXPECT_NE(placed.arrows[0].route[2].x, placed.arrows[2].route[2].x);
  EXPECT_NE(placed.arrows[1].route[2].x, placed.arrows[2].route[2].x);
}

TEST(ArrowLayout, WithoutArrowsTheBoundsAreThoseOfTheDrawing) {
  GraphShape shape;
  shape.titleWidths = {60};
  shape.labelWidths.assign(relationCount, 22);
  shape.nodes.push_back({0, 60});
  const GraphLayout layout = layOut(shape, {});
  EXPECT_EQ(placeArrows({}, {}, layout, {}).bounds, layout.bounds);
}

} // namespace revisit::gui::test
