#include "graph_items.h"

#include "route_painter.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <cmath>

namespace revisit::gui {
namespace {

constexpr qreal legibleZoom = 0.35;
constexpr qreal edgeWidth = 1.6, raisedWidth = 2.6, halo = 4;
constexpr qreal commonOpacity = 0.5; // of events that the other execution has too

} // namespace

bool isLegible(const QStyleOptionGraphicsItem* option, const QPainter* painter) {
  return option->levelOfDetailFromTransform(painter->worldTransform()) >= legibleZoom;
}

BoxItem::BoxItem(const GraphState& state, NodeIndex node) : m_state(state), m_node(node) {
  setZValue(boxLayer);
  setToolTip(markStyle().meaning);
}

QRectF BoxItem::boundingRect() const {
  return rectOf(m_state.layout.boxes[m_node]).adjusted(-halo, -halo, halo, halo);
}

BoxItem::Look BoxItem::look() const {
  const Theme& theme = *m_state.theme;
  const bool isBad = m_state.isError[m_node] || m_state.isCycle[m_node];
  if (m_state.selected == m_node)
    return {isBad ? theme.error : theme.selected, theme.text, isBad ? theme.errorText : theme.selectedText};
  if (isBad)
    return {theme.error, theme.error, theme.errorText};
  if (m_state.lit[m_node])
    return {theme.lit, theme.litText, theme.litText};
  if (m_state.isWait[m_node])
    return {theme.canvas, theme.error, theme.text};
  return {theme.box, theme.boxBorder, theme.text};
}

MarkStyle BoxItem::markStyle() const {
  return styleOf(m_state.marks.of(m_node), m_state.isObject[m_node], *m_state.theme);
}

void BoxItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  const Look look = this->look();
  const MarkStyle mark = markStyle();
  const bool isMeant = !m_state.isFiltered || m_state.matches[m_node];
  painter->setOpacity(!isMeant ? steppedBack : mark.isSteppedBack && !isStressed() ? commonOpacity : 1);
  if (!isLegible(option, painter)) {
    painter->fillRect(rectOf(m_state.layout.boxes[m_node]), isMarked() ? mark.outline.color() : look.border);
    return;
  }
  paintOutline(*painter, look, mark);
  paintText(*painter, look, mark);
}

void BoxItem::paintOutline(QPainter& painter, const Look& look, const MarkStyle& mark) const {
  const QRectF box = rectOf(m_state.layout.boxes[m_node]);
  const bool isFound = m_state.isFiltered && m_state.matches[m_node];
  const bool isWide = m_state.selected == m_node || m_state.hovered == m_node || isFound;
  const QPen plain(isFound ? m_state.theme->match : look.border, isWide ? 2 : 1);
  painter.setPen(isMarked() ? mark.outline : plain);
  painter.setBrush(mark.isHollow && !m_state.lit[m_node] ? m_state.theme->canvas : look.fill);
  painter.drawRoundedRect(box, 3, 3);
  if (!mark.isDouble)
    return;
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(box.adjusted(-2.5, -2.5, 2.5, 2.5), 4, 4);
}

void BoxItem::paintText(QPainter& painter, const Look& look, const MarkStyle& mark) const {
  const bool isAhead = m_node >= m_state.position && !m_state.isWait[m_node];
  const bool isGhost = mark.isHollow && !m_state.lit[m_node];
  const bool isPlain =
      !isStressed() && !m_state.isError[m_node] && !m_state.isCycle[m_node]; // without a background colour
  painter.setPen(isGhost ? mark.outline.color() : isAhead && isPlain ? m_state.theme->faintText : look.text);
  QFont font = m_state.boxFont;
  font.setStrikeOut(mark.isStruck);
  painter.setFont(font);
  painter.drawText(rectOf(m_state.layout.boxes[m_node]), Qt::AlignCenter, m_state.texts[m_node]);
}

EdgeItem::EdgeItem(const GraphState& state, const EventEdge& edge, std::size_t index)
    : m_state(state), m_edge(edge), m_index(index) {
  setFlag(ItemUsesExtendedStyleOption); // provides the exposed rectangle
  refresh();
}

void EdgeItem::refresh() {
  setVisible(m_state.shown[indexOf(m_edge.relation)]);
  setZValue(m_state.isRaised(m_edge) ? raisedEdgeLayer : edgeLayer);
  update();
}

QRectF EdgeItem::boundingRect() const {
  QRectF rect;
  for (const LayoutPoint& point : m_state.layout.routes[m_index])
    rect |= QRectF(point.x - 4, point.y - 4, 8, 8);
  return rect;
}

void EdgeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  const bool isRaised = m_state.isRaised(m_edge);
  const bool isMeant = !m_state.isFiltered || (m_state.matches[m_edge.from] && m_state.matches[m_edge.to]);
  painter->setOpacity(isRaised || (!m_state.hovered && isMeant) ? 1 : steppedBack);
  QPen pen = penOf(m_edge.relation, *m_state.theme, isRaised ? raisedWidth : edgeWidth);
  if (!isLegible(option, painter))
    pen = QPen(pen.color(), edgeWidth);
  paintRoute(*painter, m_state.layout.routes[m_index], pen, option->exposedRect);
}

LabelItem::LabelItem(const GraphState& state, std::size_t index) : m_state(state), m_index(index) {
  refresh();
}

void LabelItem::refresh() {
  setVisible(m_state.shown[indexOf(label().relation)]);
  setZValue(m_state.hovered == label().node ? raisedLabelLayer : labelLayer);
  update();
}

QRectF LabelItem::boundingRect() const {
  return rectOf(label().rect).adjusted(-1, -1, 1, 1);
}

void LabelItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  if (!isLegible(option, painter))
    return;
  const QRectF rect = rectOf(label().rect);
  const QColor colour = colourOf(label().relation, *m_state.theme);
  painter->setPen(Qt::NoPen);
  painter->setBrush(colour);
  painter->drawRoundedRect(rect, 3, 3);
  painter->setPen(textOn(colour));
  painter->setFont(m_state.labelFont);
  painter->drawText(rect, Qt::AlignCenter, m_state.labels[indexOf(label().relation)]);
}

TitleItem::TitleItem(const GraphState& state, unsigned thread) : m_state(state), m_thread(thread) {}

QRectF TitleItem::boundingRect() const {
  const GraphLayout::Column& column = m_state.layout.columns[m_thread];
  QRectF rect = rectOf(column.title);
  for (const LayoutPoint& point : column.stem)
    rect |= QRectF(point.x - 1, point.y, 2, 1);
  return rect;
}

void TitleItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const GraphLayout::Column& column = m_state.layout.columns[m_thread];
  paintTitle(*painter, m_state, m_thread, rectOf(column.title));
  if (column.stem.empty() || !m_state.shown[indexOf(Relation::ProgramOrder)])
    return;
  painter->setPen(penOf(Relation::ProgramOrder, *m_state.theme, 1));
  painter->drawLine(QPointF(column.stem.front().x, column.stem.front().y),
                    QPointF(column.stem.back().x, column.stem.back().y));
}

RulerItem::RulerItem(const GraphState& state) : m_state(state) {
  setFlag(ItemUsesExtendedStyleOption);
}

QRectF RulerItem::boundingRect() const {
  const LayoutRect& bounds = m_state.layout.bounds;
  return {0, bounds.top, m_state.metrics.margin + m_state.metrics.rulerWidth, bounds.height};
}

void RulerItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  if (!isLegible(option, painter))
    return;
  painter->setFont(m_state.labelFont);
  const qreal right = m_state.metrics.margin / 2 + m_state.metrics.rulerWidth;
  for (NodeIndex node = 0; node < m_state.layout.boxes.size(); node++) {
    const LayoutRect& box = m_state.layout.boxes[node];
    if (m_state.isWait[node] || !m_state.hasBox(node) || box.bottom() < option->exposedRect.top() ||
        box.top > option->exposedRect.bottom())
      continue;
    painter->setPen(m_state.selected == node ? m_state.theme->text : m_state.theme->faintText);
    painter->drawText(QRectF(0, box.top, right, box.height), Qt::AlignRight | Qt::AlignVCenter,
                      QString::number(node + 1));
  }
}

void paintTitle(QPainter& painter, const GraphState& state, unsigned thread, const QRectF& rect) {
  painter.setPen(state.theme->text);
  painter.setFont(state.titleFont);
  painter.drawText(rect.adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, state.titles[thread]);
}

} // namespace revisit::gui
