#include "state_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace revisit::gui {
namespace {

constexpr qreal smallestZoom = 0.02, largestZoom = 4, largestFit = 1.25, zoomStep = 1.2;
constexpr int dragged = 4; // pixels

} // namespace

StateView::StateView(StateScene& scene, QWidget* parent) : QGraphicsView(&scene, parent), m_scene(scene) {
  setObjectName(QStringLiteral("stateView"));
  setAccessibleName(tr("Graph of states; the steps of the algorithm say the same in words"));
  setRenderHint(QPainter::Antialiasing);
  setDragMode(ScrollHandDrag);
  setTransformationAnchor(AnchorUnderMouse);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(NoFrame);
  setAcceptDrops(false); // drops are handled by the pane or the window
  viewport()->setCursor(Qt::ArrowCursor);
}

void StateView::zoomBy(qreal factor) {
  const qreal now = transform().m11();
  const qreal zoom = std::clamp(now * factor, std::min(smallestZoom, now), largestZoom);
  scale(zoom / now, zoom / now);
}

void StateView::zoomToFit() {
  const QRectF bounds = sceneRect();
  if (bounds.isEmpty())
    return;
  const QSizeF room = maximumViewportSize();
  const qreal fit = std::min({room.width() / bounds.width(), room.height() / bounds.height(), largestFit});
  resetTransform();
  scale(fit, fit);
  centerOn(bounds.center());
}

void StateView::showStart() {
  constexpr qreal readable = 0.6;
  zoomToFit();
  if (transform().m11() >= readable)
    return;
  resetTransform();
  scale(readable, readable);
  if (m_scene.picture().selected)
    centerOn(m_scene.rectOf(*m_scene.picture().selected).center());
}

void StateView::zoomToActual() {
  zoomBy(1 / transform().m11());
  if (m_scene.picture().selected)
    reveal(*m_scene.picture().selected);
}

void StateView::reveal(std::size_t node) {
  constexpr int around = 60;
  ensureVisible(m_scene.rectOf(node), around, around);
}

void StateView::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier)) {
    QGraphicsView::wheelEvent(event);
    return;
  }
  zoomBy(std::pow(zoomStep, event->angleDelta().y() / 120.0));
  event->accept();
}

void StateView::keyPressEvent(QKeyEvent* event) {
  const bool isPlain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
  if (isPlain && move(event->key()))
    event->accept();
  else
    QGraphicsView::keyPressEvent(event);
}

bool StateView::move(int key) {
  switch (key) {
  case Qt::Key_Plus:
  case Qt::Key_Equal:
    zoomBy(zoomStep);
    return true;
  case Qt::Key_Minus:
    zoomBy(1 / zoomStep);
    return true;
  case Qt::Key_0:
    zoomToFit();
    return true;
  case Qt::Key_1:
    zoomToActual();
    return true;
  case Qt::Key_Return:
  case Qt::Key_Enter:
    if (m_scene.picture().selected)
      emit stateActivated(stateOf(*m_scene.picture().selected));
    return true;
  case Qt::Key_Up:
  case Qt::Key_Down:
  case Qt::Key_Left:
  case Qt::Key_Right:
    break;
  default:
    return false;
  }
  if (m_scene.picture().graph.nodes.empty())
    return true;
  const auto& selected = m_scene.picture().selected;
  if (const auto next = selected ? neighbour(*selected, key) : std::optional<std::size_t>(0))
    emit stateChosen(stateOf(*next));
  return true;
}

std::optional<std::size_t> StateView::neighbour(std::size_t node, int key) const {
  const StateGraph& graph = m_scene.picture().graph;
  if (key == Qt::Key_Up || key == Qt::Key_Down) {
    for (const StateEdge& edge : graph.edges)
      if (edge.kind == StateEdgeKind::Taken && (key == Qt::Key_Down ? edge.from : edge.to) == node)
        return key == Qt::Key_Down ? edge.to : edge.from;
    return std::nullopt;
  }
  const std::vector<LayoutRect>& boxes = m_scene.picture().layout.nodes;
  const double sign = key == Qt::Key_Right ? 1 : -1;
  std::optional<std::size_t> nearest;
  const auto distance = [&](std::size_t other) { return (boxes[other].left - boxes[node].left) * sign; };
  for (std::size_t other = 0; other < boxes.size(); other++)
    if (boxes[other].top == boxes[node].top && distance(other) > 0 &&
        (!nearest || distance(other) < distance(*nearest)))
      nearest = other;
  return nearest;
}

void StateView::mousePressEvent(QMouseEvent* event) {
  m_pressedAt = event->position().toPoint();
  QGraphicsView::mousePressEvent(event);
}

void StateView::mouseMoveEvent(QMouseEvent* event) {
  QGraphicsView::mouseMoveEvent(event);
  if (event->buttons() != Qt::NoButton)
    return;
  const auto node = m_scene.nodeAt(mapToScene(event->position().toPoint()));
  m_scene.setHovered(node);
  viewport()->setCursor(node ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void StateView::mouseReleaseEvent(QMouseEvent* event) {
  QGraphicsView::mouseReleaseEvent(event);
  const QPoint point = event->position().toPoint();
  if (event->button() == Qt::LeftButton && (point - m_pressedAt).manhattanLength() < dragged)
    if (const auto node = m_scene.nodeAt(mapToScene(point)))
      emit stateChosen(stateOf(*node));
  viewport()->setCursor(Qt::ArrowCursor);
}

void StateView::mouseDoubleClickEvent(QMouseEvent* event) {
  QGraphicsView::mouseDoubleClickEvent(event);
  if (event->button() == Qt::LeftButton)
    if (const auto node = m_scene.nodeAt(mapToScene(event->position().toPoint())))
      emit stateActivated(stateOf(*node));
  constexpr QPoint nowhere(-10000, -10000);
  m_pressedAt = nowhere; // the button's release selects none
}

void StateView::leaveEvent(QEvent* event) {
  QGraphicsView::leaveEvent(event);
  m_scene.setHovered({});
}

} // namespace revisit::gui
