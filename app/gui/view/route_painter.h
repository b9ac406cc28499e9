// Painting an edge: a bent line with rounded corners, a dash and an arrow's head. Stateless.
#pragma once

#include "model/graph_layout.h"

#include <QPainter>

#include <vector>

namespace revisit::gui {

// `exposed`: what has to be painted. Dashing a line costs time for its whole length, and in a long execution most of it
// is out of sight; only the part near `exposed` is drawn, its dashes where they would be anyway.
void paintRoute(QPainter& painter, const std::vector<LayoutPoint>& route, const QPen& pen, const QRectF& exposed);

} // namespace revisit::gui
