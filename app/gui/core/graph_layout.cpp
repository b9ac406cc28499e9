#include "graph_layout.h"

#include "graph_lanes.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace revisit::gui {
namespace {

enum class Side : std::uint8_t { Left, Right };

// Edges that share a lane: edges of one relation with one event in common.
using Bundle = std::tuple<Relation, std::size_t>;

// In these relations many edges begin at one node; in the others many edges end at one.
bool fansOut(Relation relation) {
  return relation != Relation::FromReads && relation != Relation::Waiting;
}

class Layouter {
public:
  Layouter(const GraphShape& shape, const GraphMetrics& metrics) : m_shape(shape), m_metrics(metrics) {}

  GraphLayout make() {
    findSides();
    bundleEdges();
    placeColumns();
    placeBoxes();
    placeLabels();
    route();
    return std::move(m_layout);
  }

private:
  struct Gutter {
    std::vector<LaneUser> users;
    std::map<Bundle, std::size_t> bundles; // to users
    LanePlan plan;
    double forLeft = 0;  // width of labels for the column on its left
    double forRight = 0; // width of labels for the column on its right
    double lanesAt = 0;  // x of the first lane
  };
  struct Entry { // where an edge enters its target node
    Side side = Side::Left;
    std::size_t gutter = 0, user = 0;
  };

  bool isLaned(std::size_t edge) const { return m_shape.edges[edge].relation != Relation::ProgramOrder; }
  unsigned threadOf(std::size_t node) const { return m_shape.nodes[node].thread; }
  double rowMiddle(std::size_t row) const {
    const GraphMetrics& m = m_metrics;
    return m.margin + m.titleHeight + m.labelHeight + 2 * m.labelGap + m.rowHeight * (static_cast<double>(row) + 0.5);
  }
  double labelWidth(Relation relation) const { return m_shape.labelWidths[indexOf(relation)]; }

  // An edge enters from the side of its source; one within a thread enters from the right.
  void findSides() {
    m_entries.resize(m_shape.edges.size());
    m_entering.resize(m_shape.nodes.size());
    for (std::size_t i = 0; i < m_shape.edges.size(); i++) {
      if (!isLaned(i))
        continue;
      const GraphShape::Edge& edge = m_shape.edges[i];
      const unsigned from = threadOf(edge.from), to = threadOf(edge.to);
      m_entries[i].side = from < to ? Side::Left : Side::Right;
      m_entries[i].gutter = from < to ? to : to + 1;
      m_entering[edge.to][static_cast<std::size_t>(m_entries[i].side)][indexOf(edge.relation)] = true;
    }
  }

  void bundleEdges() {
    m_gutters.resize(m_shape.titleWidths.size() + 1);
    for (std::size_t i = 0; i < m_shape.edges.size(); i++) {
      if (!isLaned(i))
        continue;
      const GraphShape::Edge& edge = m_shape.edges[i];
      Gutter& gutter = m_gutters[m_entries[i].gutter];
      const auto [first, last] = std::minmax(edge.from, edge.to);
      const Bundle bundle{edge.relation, fansOut(edge.relation) ? edge.from : edge.to};
      const auto [place, isNew] = gutter.bundles.try_emplace(bundle, gutter.users.size());
      if (isNew)
        gutter.users.push_back({first, last});
      LaneUser& user = gutter.users[place->second];
      user = {std::min(user.first, first), std::max(user.last, last)};
      m_entries[i].user = place->second;
    }
    for (Gutter& gutter : m_gutters)
      gutter.plan = planLanes(gutter.users, m_metrics.maximumLanes);
  }

  // The width of the labels on one side of a node, including the arrow's head; 0 without labels.
  double labelRoom(std::size_t node, Side side) const {
    double room = 0;
    for (const Relation relation : allRelations)
      if (m_entering[node][static_cast<std::size_t>(side)][indexOf(relation)])
        room += labelWidth(relation) + m_metrics.labelGap;
    return room == 0 ? 0 : room + m_metrics.arrowRoom;
  }

  void placeColumns() {
    const std::size_t threads = m_shape.titleWidths.size();
    m_layout.columns.resize(threads);
    for (std::size_t thread = 0; thread < threads; thread++)
      m_layout.columns[thread].width = std::max(m_shape.titleWidths[thread], m_metrics.stemInset + m_metrics.labelGap +
                                                                                 labelWidth(Relation::ProgramOrder));
    for (const GraphShape::Node& node : m_shape.nodes)
      m_layout.columns[node.thread].width = std::max(m_layout.columns[node.thread].width, node.width);
    for (std::size_t node = 0; node < m_shape.nodes.size(); node++) {
      const unsigned thread = threadOf(node);
      // Its box is narrower than the column.
      const double beyond = m_shape.nodes[node].width - m_layout.columns[thread].width;
      Gutter& right = m_gutters[thread + 1];
      right.forLeft = std::max(right.forLeft, labelRoom(node, Side::Right) + beyond);
      m_gutters[thread].forRight = std::max(m_gutters[thread].forRight, labelRoom(node, Side::Left));
    }
    double x = m_metrics.rulerWidth + m_metrics.margin;
    for (std::size_t i = 0; i < m_gutters.size(); i++) {
      x += placeGutter(m_gutters[i], x, i == 0 || i == threads);
      if (i < threads) {
        GraphLayout::Column& column = m_layout.columns[i];
        column.left = x;
        column.title = {x, m_metrics.margin, m_shape.titleWidths[i], m_metrics.titleHeight};
        x += column.width;
      }
    }
    m_layout.bounds = {0, 0, x + m_metrics.margin, rowMiddle(m_shape.nodes.size()) + m_metrics.margin};
  }

  // Returns the gutter's width.
  double placeGutter(Gutter& gutter, double left, bool isOutside) const {
    const double lanes = static_cast<double>(gutter.plan.count + 1) * m_metrics.laneGap;
    const double needed = gutter.users.empty() ? 0 : gutter.forLeft + lanes + gutter.forRight;
    const double width = isOutside ? needed : std::max(needed, m_metrics.minimumGutter);
    const double spare = width - needed;
    gutter.lanesAt = left + gutter.forLeft + m_metrics.laneGap + spare / 2;
    return width;
  }

  void placeBoxes() {
    for (std::size_t row = 0; row < m_shape.nodes.size(); row++) {
      GraphLayout::Column& column = m_layout.columns[threadOf(row)];
      m_layout.boxes.push_back(
          {column.left, rowMiddle(row) - m_metrics.boxHeight / 2, m_shape.nodes[row].width, m_metrics.boxHeight});
      if (column.stem.empty()) {
        const double x = column.left + m_metrics.stemInset;
        column.stem = {{x, column.title.bottom()}, {x, m_layout.boxes.back().top}};
      }
    }
  }

  void placeLabels() {
    for (std::size_t thread = 0; thread < m_layout.columns.size(); thread++) {
      const GraphLayout::Column& column = m_layout.columns[thread];
      if (!column.stem.empty())
        m_layout.labels.push_back(
            {Relation::ProgramOrder,
             thread,
             {column.left + m_metrics.stemInset + m_metrics.labelGap, column.title.bottom() + m_metrics.labelGap,
              labelWidth(Relation::ProgramOrder), m_metrics.labelHeight}});
    }
    for (std::size_t node = 0; node < m_shape.nodes.size(); node++) {
      double left = m_layout.boxes[node].left - m_metrics.arrowRoom;
      double right = m_layout.boxes[node].right() + m_metrics.arrowRoom;
      for (const Relation relation : allRelations) {
        const double width = labelWidth(relation);
        const double top = port(node, relation) - m_metrics.labelHeight / 2;
        if (m_entering[node][static_cast<std::size_t>(Side::Left)][indexOf(relation)]) {
          m_layout.labels.push_back({relation, node, {left - width, top, width, m_metrics.labelHeight}});
          left -= width + m_metrics.labelGap;
        }
        if (m_entering[node][static_cast<std::size_t>(Side::Right)][indexOf(relation)]) {
          m_layout.labels.push_back({relation, node, {right, top, width, m_metrics.labelHeight}});
          right += width + m_metrics.labelGap;
        }
      }
    }
  }

  // The height at which edges of a relation meet a node. Only accesses have several such heights.
  double port(std::size_t node, Relation relation) const {
    const double middle = rowMiddle(node);
    return relation == Relation::ReadsFrom   ? middle - m_metrics.portGap
           : relation == Relation::FromReads ? middle + m_metrics.portGap
                                             : middle;
  }

  void route() {
    m_layout.routes.resize(m_shape.edges.size());
    for (std::size_t i = 0; i < m_shape.edges.size(); i++) {
      const GraphShape::Edge& edge = m_shape.edges[i];
      const LayoutRect& from = m_layout.boxes[edge.from];
      const LayoutRect& to = m_layout.boxes[edge.to];
      if (!isLaned(i)) {
        const double x = to.left + m_metrics.stemInset;
        m_layout.routes[i] = {{x, from.bottom()}, {x, to.top}};
        continue;
      }
      const Gutter& gutter = m_gutters[m_entries[i].gutter];
      const double lane =
          gutter.lanesAt + m_metrics.laneGap * static_cast<double>(gutter.plan.lanes[m_entries[i].user]);
      const double start = lane > from.left ? from.right() : from.left;
      const double end = m_entries[i].side == Side::Left ? to.left : to.right();
      const double startY = port(edge.from, edge.relation), endY = port(edge.to, edge.relation);
      m_layout.routes[i] = {{start, startY}, {lane, startY}, {lane, endY}, {end, endY}};
    }
  }

  const GraphShape& m_shape;
  const GraphMetrics& m_metrics;
  GraphLayout m_layout;
  std::vector<Gutter> m_gutters;                                          // gutter i is left of column i
  std::vector<Entry> m_entries;                                           // by edge
  std::vector<std::array<std::array<bool, relationCount>, 2>> m_entering; // by node and side
};

} // namespace

GraphLayout layOut(const GraphShape& shape, const GraphMetrics& metrics) {
  return Layouter(shape, metrics).make();
}

} // namespace revisit::gui
