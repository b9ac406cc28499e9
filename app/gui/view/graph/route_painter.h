// Paints an edge: a bent line with rounded corners, dashes and an arrow's head. Stateless.
#pragma once

#include "core/graph_layout.h"

#include <QPainter>

#include <vector>

namespace revisit::gui {

inline QPointF pointOf(const LayoutPoint& point) {
  return {point.x, point.y};
}

// `exposed`: the area to paint. Dashing costs time for a line's whole length, and in a long execution most of it is out
// of sight. Only the part near `exposed` is drawn, with its dashes in the right places.
void paintRoute(QPainter& painter, const std::vector<LayoutPoint>& route, const QPen& pen, const QRectF& exposed);

} // namespace revisit::gui
