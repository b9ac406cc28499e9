#include "route_painter.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace revisit::gui {
namespace {

constexpr qreal cornerRadius = 5, headLength = 7, headHalfWidth = 3.5;

qreal lengthOf(const QPointF& vector) {
  return std::hypot(vector.x(), vector.y());
}

QPointF unit(const QPointF& vector) {
  const qreal length = lengthOf(vector);
  return length == 0 ? QPointF() : vector / length;
}

QPainterPath roundedPath(const QList<QPointF>& points) {
  QPainterPath path(points.front());
  for (qsizetype i = 1; i + 1 < points.size(); i++) {
    const QPointF in = points[i] - points[i - 1], out = points[i + 1] - points[i];
    const qreal radius = std::min({cornerRadius, lengthOf(in) / 2, lengthOf(out) / 2});
    path.lineTo(points[i] - unit(in) * radius);
    path.quadTo(points[i], points[i] + unit(out) * radius);
  }
  path.lineTo(points.back());
  return path;
}

// The end of the visible part of a vertical line between the two heights.
QPointF clamped(const QPointF& point, qreal top, qreal bottom) {
  return {point.x(), std::clamp(point.y(), top, bottom)};
}

void paintHead(QPainter& painter, const QPointF& tip, const QPointF& direction, const QColor& colour) {
  const QPointF across(-direction.y(), direction.x());
  const QPointF base = tip - direction * headLength;
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(QPolygonF({tip, base + across * headHalfWidth, base - across * headHalfWidth}));
}

} // namespace

void paintRoute(QPainter& painter, const std::vector<LayoutPoint>& route, const QPen& pen, const QRectF& exposed) {
  QList<QPointF> points;
  for (const LayoutPoint& point : route)
    points.push_back(pointOf(point));
  const QPointF direction = unit(points.back() - points[points.size() - 2]);
  const QPointF tip = points.back();
  points.back() -= direction * (headLength - 1);

  // The long part is vertical. The part cut off at the line's begin shifts its dashes accordingly.
  constexpr qreal beyond = 60;
  const qreal top = exposed.top() - beyond, bottom = exposed.bottom() + beyond;
  qreal skipped = 0;
  const bool beginsOutside = points.front().y() < top || points.front().y() > bottom;
  const bool endsOutside = points.back().y() < top || points.back().y() > bottom;
  if (points.size() == 4 && beginsOutside) {
    const QPointF begin = clamped(points[1], top, bottom);
    skipped = lengthOf(points[1] - points[0]) + lengthOf(begin - points[1]);
    points.remove(0, 2);
    points.push_front(begin);
  }
  if (route.size() == 4 && endsOutside) {
    points.remove(points.size() - 2, 2);
    points.push_back(clamped(pointOf(route[2]), top, bottom));
  }
  if (points.size() < 2)
    return;
  QPen moved = pen;
  if (pen.style() == Qt::CustomDashLine)
    moved.setDashOffset(skipped / pen.widthF());
  painter.setPen(moved);
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(roundedPath(points));
  if (!endsOutside)
    paintHead(painter, tip, direction, pen.color());
}

} // namespace revisit::gui
