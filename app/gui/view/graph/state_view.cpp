#include "state_view.h"

#include <QKeyEvent>

#include <algorithm>

namespace revisit::gui {

StateView::StateView(StateScene& scene, QWidget* parent) : NodeView(scene, parent), m_scene(scene) {
  setObjectName(QStringLiteral("stateView"));
  setAccessibleName(tr("Graph of states; the steps of the algorithm say the same in words"));
}

void StateView::zoomToFit() {
  constexpr qreal largestFit = 1.25;
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

void StateView::revealSelected() {
  if (m_scene.picture().selected)
    reveal(*m_scene.picture().selected);
}

void StateView::reveal(std::size_t node) {
  constexpr int around = 60;
  ensureVisible(m_scene.rectOf(node), around, around);
}

void StateView::keyPressEvent(QKeyEvent* event) {
  if (isPlain(*event) && move(event->key()))
    event->accept();
  else
    QGraphicsView::keyPressEvent(event);
}

bool StateView::move(int key) {
  switch (key) {
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
    return zoomByKey(key);
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

} // namespace revisit::gui
