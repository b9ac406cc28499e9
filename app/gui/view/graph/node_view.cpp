#include "node_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace revisit::gui {
namespace {

constexpr qreal smallestZoom = 0.02, largestZoom = 4, zoomStep = 1.2;

} // namespace

bool isPlain(const QKeyEvent& event) {
  return !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
}

NodeView::NodeView(QGraphicsScene& scene, QWidget* parent) : QGraphicsView(&scene, parent) {
  setRenderHint(QPainter::Antialiasing);
  setDragMode(ScrollHandDrag);
  setTransformationAnchor(AnchorUnderMouse);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(NoFrame);
  setAcceptDrops(false); // drops are handled by the pane or the window
  viewport()->setCursor(Qt::ArrowCursor);
}

void NodeView::zoomBy(qreal factor) {
  const qreal now = transform().m11();
  // Fitting may have gone below the minimum.
  const qreal zoom = std::clamp(now * factor, std::min(smallestZoom, now), largestZoom);
  scale(zoom / now, zoom / now);
  zoomed();
}

void NodeView::zoomToActual() {
  zoomBy(1 / transform().m11());
  revealSelected();
}

bool NodeView::zoomByKey(int key) {
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
  default:
    return false;
  }
}

void NodeView::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier)) {
    QGraphicsView::wheelEvent(event);
    return;
  }
  zoomBy(std::pow(zoomStep, event->angleDelta().y() / 120.0));
  event->accept();
}

void NodeView::mousePressEvent(QMouseEvent* event) {
  m_pressedAt = event->position().toPoint();
  QGraphicsView::mousePressEvent(event);
}

void NodeView::mouseMoveEvent(QMouseEvent* event) {
  QGraphicsView::mouseMoveEvent(event);
  if (event->buttons() != Qt::NoButton)
    return;
  const auto node = nodeAt(mapToScene(event->position().toPoint()));
  setHovered(node);
  viewport()->setCursor(node ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void NodeView::mouseReleaseEvent(QMouseEvent* event) {
  QGraphicsView::mouseReleaseEvent(event);
  constexpr int dragged = 4; // pixels
  const QPoint point = event->position().toPoint();
  if (event->button() == Qt::LeftButton && (point - m_pressedAt).manhattanLength() < dragged)
    if (const auto node = nodeAt(mapToScene(point)))
      choose(*node);
  viewport()->setCursor(Qt::ArrowCursor);
}

void NodeView::mouseDoubleClickEvent(QMouseEvent* event) {
  QGraphicsView::mouseDoubleClickEvent(event);
  if (event->button() == Qt::LeftButton)
    if (const auto node = nodeAt(mapToScene(event->position().toPoint())))
      activate(*node);
  // The activation may have moved the nodes, so the release of the button that follows must not choose the node that is
  // under the mouse now.
  constexpr QPoint nowhere(-10000, -10000);
  m_pressedAt = nowhere;
}

void NodeView::leaveEvent(QEvent* event) {
  QGraphicsView::leaveEvent(event);
  setHovered({});
}

} // namespace revisit::gui
