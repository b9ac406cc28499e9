// The layout as a pure function, on random shapes: nothing written overlaps, edges lead from box to box past all
// others.
#include "core/graph_lanes.h"
#include "random_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

namespace revisit::gui::test {
namespace {

struct Named {
  std::string name;
  LayoutRect rect;
};

std::string textOf(const Named& part) {
  const LayoutRect& rect = part.rect;
  return part.name + " at " + std::to_string(rect.left) + ',' + std::to_string(rect.top) + ", " +
         std::to_string(rect.width) + 'x' + std::to_string(rect.height);
}

// Everything that has text in it.
std::vector<Named> writtenParts(const GraphLayout& layout) {
  std::vector<Named> parts;
  for (std::size_t thread = 0; thread < layout.columns.size(); thread++)
    parts.push_back({"title " + std::to_string(thread), layout.columns[thread].title});
  for (std::size_t node = 0; node < layout.boxes.size(); node++)
    parts.push_back({"box " + std::to_string(node), layout.boxes[node]});
  for (const GraphLayout::Label& label : layout.labels)
    parts.push_back(
        {std::string("label ") + labelOf(label.relation) + " at " + std::to_string(label.node), label.rect});
  return parts;
}

bool crosses(const LayoutPoint& a, const LayoutPoint& b, const LayoutRect& rect) {
  return std::min(a.x, b.x) < rect.right() && std::max(a.x, b.x) > rect.left && std::min(a.y, b.y) < rect.bottom() &&
         std::max(a.y, b.y) > rect.top;
}

bool isOnBorder(const LayoutPoint& point, const LayoutRect& rect) {
  constexpr double near = 1e-9;
  const auto isAt = [&](double a, double b) { return std::abs(a - b) < near; };
  const bool isWithin = point.x >= rect.left - near && point.x <= rect.right() + near && point.y >= rect.top - near &&
                        point.y <= rect.bottom() + near;
  return isWithin && (isAt(point.x, rect.left) || isAt(point.x, rect.right()) || isAt(point.y, rect.top) ||
                      isAt(point.y, rect.bottom()));
}

bool contains(const LayoutRect& outer, const LayoutRect& inner) {
  return inner.left >= outer.left && inner.top >= outer.top && inner.right() <= outer.right() &&
         inner.bottom() <= outer.bottom();
}

GraphMetrics metricsWithRuler() {
  GraphMetrics metrics;
  metrics.rulerWidth = 24;
  return metrics;
}

// From a single event to a crowd: few threads and many edges, many threads and few edges.
class RandomLayout : public testing::TestWithParam<unsigned> {
protected:
  GraphShape shape() const {
    const unsigned seed = GetParam();
    return randomShape(seed, 1 + seed % 7, 1 + (seed * 5) % 61, (seed * 3) % 140);
  }
};

TEST_P(RandomLayout, NothingWrittenOverlaps) {
  const GraphLayout layout = layOut(shape(), metricsWithRuler());
  const std::vector<Named> parts = writtenParts(layout);
  for (std::size_t i = 0; i < parts.size(); i++) {
    EXPECT_TRUE(contains(layout.bounds, parts[i].rect)) << textOf(parts[i]);
    EXPECT_GE(parts[i].rect.left, metricsWithRuler().rulerWidth) << parts[i].name << " is on the ruler";
    for (std::size_t j = i + 1; j < parts.size(); j++)
      ASSERT_FALSE(parts[i].rect.intersects(parts[j].rect)) << textOf(parts[i]) << " and " << textOf(parts[j]);
  }
}

TEST_P(RandomLayout, EdgesLeadFromBoxToBoxPastTheOthers) {
  const GraphShape shape = this->shape();
  const GraphLayout layout = layOut(shape, metricsWithRuler());
  ASSERT_EQ(layout.routes.size(), shape.edges.size());
  for (std::size_t edge = 0; edge < shape.edges.size(); edge++) {
    const std::vector<LayoutPoint>& route = layout.routes[edge];
    ASSERT_GE(route.size(), 2u);
    EXPECT_TRUE(isOnBorder(route.front(), layout.boxes[shape.edges[edge].from])) << "begin of edge " << edge;
    EXPECT_TRUE(isOnBorder(route.back(), layout.boxes[shape.edges[edge].to])) << "end of edge " << edge;
    for (std::size_t i = 1; i < route.size(); i++) {
      for (std::size_t node = 0; node < layout.boxes.size(); node++)
        ASSERT_FALSE(crosses(route[i - 1], route[i], layout.boxes[node])) << "edge " << edge << ", box " << node;
      for (const GraphLayout::Column& column : layout.columns)
        ASSERT_FALSE(crosses(route[i - 1], route[i], column.title)) << "edge " << edge << " crosses a title";
    }
  }
}

TEST_P(RandomLayout, EachNodeStandsInItsColumnAndRow) {
  const GraphShape shape = this->shape();
  const GraphLayout layout = layOut(shape, metricsWithRuler());
  ASSERT_EQ(layout.boxes.size(), shape.nodes.size());
  for (std::size_t node = 0; node < layout.boxes.size(); node++) {
    const GraphLayout::Column& column = layout.columns[shape.nodes[node].thread];
    EXPECT_EQ(layout.boxes[node].left, column.left);
    EXPECT_LE(layout.boxes[node].right(), column.left + column.width + 1e-9);
    EXPECT_EQ(layout.boxes[node].width, shape.nodes[node].width) << "a text would be cut";
    if (node > 0) {
      EXPECT_GT(layout.boxes[node].top, layout.boxes[node - 1].bottom());
    }
  }
}

TEST_P(RandomLayout, EveryEndOfAnEdgeIsLabelled) {
  const GraphShape shape = this->shape();
  const GraphLayout layout = layOut(shape, metricsWithRuler());
  for (const GraphShape::Edge& edge : shape.edges) {
    const bool isLabelled = std::ranges::any_of(layout.labels, [&](const GraphLayout::Label& label) {
      const std::size_t place = edge.relation == Relation::ProgramOrder ? shape.nodes[edge.to].thread : edge.to;
      return label.relation == edge.relation && label.node == place;
    });
    EXPECT_TRUE(isLabelled) << nameOf(edge.relation) << " into node " << edge.to;
  }
}

TEST_P(RandomLayout, TheSameShapeGivesTheSamePlaces) {
  const GraphLayout one = layOut(shape(), metricsWithRuler()), other = layOut(shape(), metricsWithRuler());
  EXPECT_EQ(one.boxes, other.boxes);
  EXPECT_EQ(one.routes, other.routes);
  EXPECT_EQ(one.bounds, other.bounds);
  ASSERT_EQ(one.labels.size(), other.labels.size());
  for (std::size_t label = 0; label < one.labels.size(); label++)
    EXPECT_EQ(one.labels[label].rect, other.labels[label].rect);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomLayout, testing::Range(0u, 120u));

TEST(GraphLayout, ShapesWithoutNodesOrEdges) {
  GraphShape shape;
  shape.labelWidths.assign(relationCount, 20);
  EXPECT_TRUE(layOut(shape, {}).boxes.empty());
  shape.titleWidths = {60, 80};
  const GraphLayout layout = layOut(shape, {});
  ASSERT_EQ(layout.columns.size(), 2u);
  EXPECT_FALSE(layout.columns[0].title.intersects(layout.columns[1].title));
  EXPECT_TRUE(layout.columns[0].stem.empty()) << "there is no event to lead to";
}

TEST(GraphLayout, TwoThousandEventsTakeATwentiethOfASecond) {
  const GraphShape shape = randomShape(1, 8, 2000, 6000);
  auto best = std::chrono::steady_clock::duration::max();
  for (int attempt = 0; attempt < 5; attempt++) { // the best one: other processes want the processor too
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(layOut(shape, metricsWithRuler()).boxes.size(), 2000u);
    best = std::min(best, std::chrono::steady_clock::now() - begin);
  }
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(best).count();
  RecordProperty("milliseconds", static_cast<int>(ms));
  EXPECT_LT(ms, 50);
}

TEST(GraphLanes, UsersThatShareARowRunApartUntilTheLanesAreUsedUp) {
  const std::vector<LaneUser> users = {{0, 4}, {2, 6}, {5, 9}, {4, 5}, {7, 8}};
  const LanePlan plan = planLanes(users, 8);
  for (std::size_t i = 0; i < users.size(); i++)
    for (std::size_t j = i + 1; j < users.size(); j++)
      EXPECT_TRUE(plan.lanes[i] != plan.lanes[j] || users[i].last < users[j].first || users[j].last < users[i].first)
          << i << " and " << j;
  EXPECT_EQ(plan.count, 3u);
  const LanePlan narrow = planLanes(users, 2);
  EXPECT_EQ(narrow.count, 2u);
  for (const std::size_t lane : narrow.lanes)
    EXPECT_LT(lane, 2u);
}

} // namespace
} // namespace revisit::gui::test
