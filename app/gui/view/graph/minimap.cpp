#include "minimap.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace revisit::gui {
namespace {

std::optional<QColor> markColour(const GraphState& state, NodeIndex node) {
  const NodeMark mark = state.marks.of(node);
  return mark == NodeMark::None ? std::nullopt
                                : std::optional(styleOf(mark, state.isObject[node], *state.theme).outline.color());
}

} // namespace

Minimap::Minimap(GraphScene& scene, GraphView& view, QWidget* parent) : QWidget(parent), m_scene(scene), m_view(view) {
  setObjectName(QStringLiteral("minimap"));
  setToolTip(tr("The whole execution. Click or drag to move."));
  setAccessibleName(tr("Overview of the execution graph"));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
  connect(&scene, &QGraphicsScene::changed, this, &Minimap::forget);
  connect(&view, &GraphView::visibleRectChanged, this, qOverload<>(&QWidget::update));
}

QSize Minimap::sizeHint() const {
  return {80, 100};
}

void Minimap::forget() {
  m_events = {};
  update();
}

void Minimap::resizeEvent(QResizeEvent*) {
  forget();
}

QRectF Minimap::placeOf(const QRectF& sceneRect) const {
  const QRectF whole = m_scene.sceneRect();
  if (whole.isEmpty())
    return {};
  // Not to scale: columns share the width and rows share the height, but rows are never higher than in the drawing.
  const qreal across = width() / whole.width(), down = std::min(height() / whole.height(), 0.5);
  return {sceneRect.left() * across, sceneRect.top() * down, sceneRect.width() * across, sceneRect.height() * down};
}

void Minimap::paintEvents(QPainter& painter) const {
  const GraphState& state = m_scene.state();
  for (NodeIndex node = 0; node < state.layout.boxes.size(); node++) {
    if (!state.hasBox(node))
      continue;
    const bool isBad = state.isError[node] || state.isCycle[node], isSelected = state.selected == node;
    const bool isFound = state.isFiltered && state.matches[node];
    QColor colour = isBad             ? state.theme->error
                    : isSelected      ? state.theme->selected
                    : state.lit[node] ? state.theme->lit
                    : isFound         ? state.theme->match
                                      : markColour(state, node).value_or(state.theme->boxBorder);
    if (state.isFiltered && !isFound && !isBad)
      colour.setAlphaF(0.4F);
    QRectF mark = placeOf(rectOf(state.layout.boxes[node]));
    mark.setWidth(std::max(mark.width(), 4.0));
    mark.setHeight(std::max(mark.height() * 0.8, isBad || isSelected ? 3.0 : 1.0));
    painter.fillRect(mark, colour);
  }
}

void Minimap::paintEvent(QPaintEvent*) {
  const Theme& theme = *m_scene.state().theme;
  if (m_events.isNull()) {
    m_events = QPixmap(size() * devicePixelRatioF());
    m_events.setDevicePixelRatio(devicePixelRatioF());
    m_events.fill(theme.palette.color(QPalette::Window));
    QPainter painter(&m_events);
    paintEvents(painter);
  }
  QPainter painter(this);
  painter.drawPixmap(0, 0, m_events);
  if (!m_scene.execution())
    return;
  QColor veil = theme.selected;
  veil.setAlphaF(0.15F);
  const QRectF seen = placeOf(m_view.visibleRect() & m_scene.sceneRect()).adjusted(0.5, 0.5, -0.5, -0.5);
  painter.setPen(theme.selected);
  painter.setBrush(veil);
  painter.drawRect(seen);
}

void Minimap::centreAt(const QPointF& point) {
  const QRectF unit = placeOf({0, 0, 1, 1});
  if (!unit.isEmpty())
    m_view.centerOn(point.x() / unit.width(), point.y() / unit.height());
}

void Minimap::mousePressEvent(QMouseEvent* event) {
  centreAt(event->position());
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton)
    centreAt(event->position());
}

} // namespace revisit::gui
