#include "arrow_layout.h"

#include "graph_lanes.h"

#include <algorithm>
#include <map>

namespace revisit::gui {
namespace {

constexpr double attachInset = 8; // from a box's right side
constexpr double headDepth = 4;   // how far a head reaches into its box
constexpr double labelSpace = 6;  // between the lanes and the labels

class ArrowPlacer {
public:
  ArrowPlacer(const std::vector<MarkedArrow>& arrows, const std::vector<double>& labelWidths, const GraphLayout& layout,
              const GraphMetrics& metrics)
      : m_arrows(arrows), m_widths(labelWidths), m_layout(layout), m_metrics(metrics) {}

  ArrowLayout make() {
    ArrowLayout placed{{}, m_layout.bounds};
    std::vector<LaneUser> users;
    for (const MarkedArrow& arrow : m_arrows) {
      users.push_back({std::min(arrow.from, arrow.to), std::max(arrow.from, arrow.to)});
      m_uses[arrow.from]++;
      m_uses[arrow.to]++;
    }
    const LanePlan plan = planLanes(users, users.size());
    const double firstLane = m_layout.bounds.right();
    const double labelsAt = firstLane + m_metrics.laneGap * static_cast<double>(plan.count) + labelSpace;
    for (std::size_t i = 0; i < m_arrows.size(); i++) {
      const double lane = firstLane + m_metrics.laneGap * static_cast<double>(plan.lanes[i]);
      placed.arrows.push_back({routeOf(m_arrows[i], lane), {}, {}});
      placeLabel(i, lane, labelsAt, placed);
      const LayoutRect& label = placed.arrows.back().label;
      placed.bounds.width = std::max(placed.bounds.width, label.right() + m_metrics.margin);
      placed.bounds.height = std::max(placed.bounds.height, label.bottom() + m_metrics.labelGap);
    }
    return placed;
  }

private:
  // The height between the node's row and the next row.
  double below(NodeIndex node) const {
    const LayoutRect& box = m_layout.boxes[node];
    return box.top + m_metrics.boxHeight / 2 + m_metrics.rowHeight / 2;
  }

  std::vector<LayoutPoint> routeOf(const MarkedArrow& arrow, double lane) const {
    const LayoutRect& from = m_layout.boxes[arrow.from];
    const LayoutRect& to = m_layout.boxes[arrow.to];
    const double begin = from.right() - attachInset, end = to.right() - attachInset;
    const double beginY = below(arrow.from), endY = below(arrow.to);
    return {{begin, from.bottom()}, {begin, beginY}, {lane, beginY},
            {lane, endY},           {end, endY},     {end, to.bottom() - headDepth}};
  }

  // Puts the label at the end that the arrow shares with fewer other arrows, and moves it down while another label is
  // there.
  void placeLabel(std::size_t index, double lane, double left, ArrowLayout& placed) const {
    const MarkedArrow& arrow = m_arrows[index];
    const double wanted = below(m_uses.at(arrow.from) < m_uses.at(arrow.to) ? arrow.from : arrow.to);
    LayoutRect label{left, wanted - m_metrics.labelHeight / 2, m_widths[index], m_metrics.labelHeight};
    const auto isTaken = [&](const ArrowLayout::Arrow& other) { return other.label.intersects(label); };
    while (std::ranges::any_of(placed.arrows, isTaken))
      label.top += m_metrics.labelHeight + 1;
    ArrowLayout::Arrow& own = placed.arrows.back();
    own.label = label;
    if (label.top == wanted - m_metrics.labelHeight / 2)
      own.leader = {{lane, wanted}, {left, wanted}};
  }

  const std::vector<MarkedArrow>& m_arrows;
  const std::vector<double>& m_widths;
  const GraphLayout& m_layout;
  const GraphMetrics& m_metrics;
  std::map<NodeIndex, unsigned> m_uses; // the number of arrows at each node
};

} // namespace

ArrowLayout placeArrows(const std::vector<MarkedArrow>& arrows, const std::vector<double>& labelWidths,
                        const GraphLayout& layout, const GraphMetrics& metrics) {
  return ArrowPlacer(arrows, labelWidths, layout, metrics).make();
}

} // namespace revisit::gui
