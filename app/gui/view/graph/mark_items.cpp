#include "mark_items.h"

#include "route_painter.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

namespace revisit::gui {

BadgeItem::BadgeItem(const GraphState& state, NodeIndex node) : m_state(state), m_node(node) {
  setZValue(badgeLayer);
  setToolTip(style().meaning);
}

MarkStyle BadgeItem::style() const {
  return styleOf(m_state.marks.of(m_node), m_state.isObject[m_node], *m_state.theme);
}

QRectF BadgeItem::boundingRect() const {
  const QRectF box = rectOf(m_state.layout.boxes[m_node]);
  const qreal width = QFontMetricsF(m_state.badgeFont).horizontalAdvance(style().badge) + 6;
  return {box.left() + 4, box.top() - 5, width, 10};
}

void BadgeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  if (!isLegible(option, painter))
    return;
  const MarkStyle style = this->style();
  const QColor colour = style.outline.color();
  painter->setPen(Qt::NoPen);
  painter->setBrush(colour);
  painter->drawRoundedRect(boundingRect(), 3, 3);
  painter->setPen(textOn(colour));
  painter->setFont(m_state.badgeFont);
  painter->drawText(boundingRect(), Qt::AlignCenter, style.badge);
}

ArrowItem::ArrowItem(const GraphState& state, std::size_t index) : m_state(state), m_index(index) {
  setFlag(ItemUsesExtendedStyleOption);
  setZValue(arrowLayer);
  setToolTip(m_state.arrowTexts[index]);
}

QRectF ArrowItem::boundingRect() const {
  QRectF rect = rectOf(place().label);
  for (const LayoutPoint& point : place().route)
    rect |= QRectF(point.x - 4, point.y - 4, 8, 8);
  return rect.adjusted(-1, -1, 1, 1);
}

QPainterPath ArrowItem::shape() const {
  QPolygonF line;
  for (const LayoutPoint& point : place().route)
    line << QPointF(point.x, point.y);
  QPainterPath path;
  path.addPolygon(line);
  QPainterPathStroker stroker;
  stroker.setWidth(6);
  path = stroker.createStroke(path);
  path.addRect(rectOf(place().label));
  return path;
}

void ArrowItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  const QPen pen = penOf(m_state.marks.arrows[m_index], *m_state.theme);
  painter->setOpacity(m_state.hovered || m_state.isFiltered ? steppedBack : 1);
  paintRoute(*painter, place().route, pen, option->exposedRect);
  if (!isLegible(option, painter))
    return;
  if (!place().leader.empty()) {
    painter->setPen(QPen(pen.color(), 1, Qt::DotLine));
    painter->drawLine(QPointF(place().leader.front().x, place().leader.front().y),
                      QPointF(place().leader.back().x, place().leader.back().y));
  }
  painter->setPen(Qt::NoPen);
  painter->setBrush(pen.color());
  painter->drawRoundedRect(rectOf(place().label), 3, 3);
  painter->setPen(textOn(pen.color()));
  painter->setFont(m_state.labelFont);
  painter->drawText(rectOf(place().label), Qt::AlignCenter, m_state.arrowTexts[m_index]);
}

} // namespace revisit::gui
