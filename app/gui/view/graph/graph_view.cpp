#include "graph_view.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace revisit::gui {
namespace {

// Initially a drawing is fitted only if its text stays readable.
constexpr qreal smallestStartZoom = 0.75, largestStartZoom = 1.25;
constexpr int headingHeight = 26;

} // namespace

GraphView::GraphView(GraphScene& scene, QWidget* parent) : NodeView(scene, parent), m_scene(scene) {
  setObjectName(QStringLiteral("graphView"));
  setAccessibleName(tr("Execution graph; the events table shows the same"));
  setViewportUpdateMode(FullViewportUpdate); // the heading stays in place while the rest scrolls
  connect(&scene, &GraphScene::rebuilt, this, &GraphView::showRebuilt);
}

// For graphs of one exploration, and when folds open, events that are in both stay in place.
void GraphView::showRebuilt() {
  const ExecutionPointer& execution = m_scene.execution();
  const auto log = execution ? execution->origin().log : nullptr;
  const bool isSame = (log && log == m_log) || (execution && execution == m_shown.lock());
  m_log = log;
  m_shown = execution;
  setAlignment(log ? Qt::AlignLeft | Qt::AlignTop : Qt::AlignCenter);
  if (!isSame) {
    showStart();
    return;
  }
  revealSelected();
  emit visibleRectChanged();
}

void GraphView::showStart() {
  m_mayFit = true;
  resetTransform();
  if (!m_scene.execution() || viewport()->width() < 50)
    return;
  const QRectF bounds = sceneRect();
  const qreal fit = std::min(viewport()->width() / bounds.width(), viewport()->height() / bounds.height());
  const qreal fitWidth = viewport()->width() / bounds.width();
  const qreal largest = m_log ? 1 : largestStartZoom; // the graph will grow
  const qreal zoom = std::clamp(fit >= smallestStartZoom ? fit : fitWidth, smallestStartZoom, largest);
  scale(zoom, zoom);
  revealSelected();
  emit visibleRectChanged();
}

QRectF GraphView::visibleRect() const {
  QRect area = viewport()->rect();
  if (isHeadingNeeded())
    area.setTop(headingHeight);
  return mapToScene(area).boundingRect();
}

void GraphView::zoomed() {
  m_mayFit = false;
  emit visibleRectChanged();
}

void GraphView::zoomToFit() {
  m_mayFit = false;
  const QRectF bounds = sceneRect();
  if (bounds.isEmpty())
    return;
  constexpr qreal frame = 4;
  const QSizeF room = maximumViewportSize(); // independent of scroll bars
  const qreal fit = std::min((room.width() - frame) / bounds.width(), (room.height() - frame) / bounds.height());
  resetTransform();
  scale(std::min(fit, largestStartZoom), std::min(fit, largestStartZoom));
  centerOn(bounds.center());
  emit visibleRectChanged();
}

void GraphView::revealSelected() {
  if (const auto node = m_scene.selectedNode())
    ensureVisible(*node);
}

void GraphView::ensureVisible(NodeIndex node) {
  const QRectF box = rectOf(m_scene.state().layout.boxes[node]);
  constexpr int around = 40;
  QGraphicsView::ensureVisible(box, around, around + headingHeight);
}

bool GraphView::isHeadingNeeded() const {
  return m_scene.execution() && mapToScene(QPoint(0, 0)).y() > m_scene.state().metrics.margin;
}

// Paints the threads' names while those in the scene are scrolled out of sight.
void GraphView::drawForeground(QPainter* painter, const QRectF&) {
  if (!isHeadingNeeded())
    return;
  const GraphState& state = m_scene.state();
  painter->save();
  painter->resetTransform();
  const QRectF bar(0, 0, viewport()->width(), headingHeight);
  painter->fillRect(bar, state.theme->palette.color(QPalette::Window));
  painter->setPen(state.theme->boxBorder);
  painter->drawLine(bar.bottomLeft(), bar.bottomRight());
  for (unsigned thread = 0; thread < state.titles.size(); thread++) {
    const GraphLayout::Column& column = state.layout.columns[thread];
    const qreal left = mapFromScene(QPointF(column.left, 0)).x();
    const bool isLast = thread + 1 == state.titles.size();
    const qreal right = isLast ? bar.right() : mapFromScene(QPointF(state.layout.columns[thread + 1].left, 0)).x();
    painter->save();
    painter->setClipRect(QRectF(left, 0, right - left, headingHeight));
    paintTitle(*painter, state, thread, {left, 0, column.title.width, headingHeight});
    painter->restore();
  }
  painter->restore();
}

void GraphView::keyPressEvent(QKeyEvent* event) {
  if (m_scene.execution() && isPlain(*event) && (moveByKey(event->key()) || followByKey(event)))
    event->accept();
  else
    QGraphicsView::keyPressEvent(event);
}

bool GraphView::moveByKey(int key) {
  switch (key) {
  case Qt::Key_Up:
    follow(Relation::ProgramOrder, Direction::Backward);
    return true;
  case Qt::Key_Down:
    follow(Relation::ProgramOrder, Direction::Forward);
    return true;
  case Qt::Key_Left:
    return moveAside(-1);
  case Qt::Key_Right:
    return moveAside(1);
  default:
    return zoomByKey(key);
  }
}

bool GraphView::moveAside(int columns) {
  const EventGraph& graph = m_scene.execution()->graph();
  const auto selected = m_scene.selectedNode();
  if (!selected)
    return true;
  const auto threads = static_cast<int>(m_scene.state().titles.size());
  const auto distance = [&](NodeIndex node) { return node < *selected ? *selected - node : node - *selected; };
  for (int thread = static_cast<int>(graph.threadOf(*selected)) + columns; thread >= 0 && thread < threads;
       thread += columns) {
    std::optional<NodeIndex> nearest;
    for (NodeIndex node = 0; node < graph.size(); node++)
      if (graph.threadOf(node) == static_cast<unsigned>(thread) && (!nearest || distance(node) < distance(*nearest)))
        nearest = node;
    if (nearest) {
      m_scene.selectNode(*nearest);
      return true;
    }
  }
  return true;
}

bool GraphView::followByKey(QKeyEvent* event) {
  for (const Relation relation : allRelations) {
    if (keyOf(relation) == '\0' || event->key() != keyOf(relation))
      continue;
    // A waiting edge leads forward; all other edges come from earlier events.
    const bool isForward = static_cast<bool>(event->modifiers() & Qt::ShiftModifier) != (relation == Relation::Waiting);
    const Direction wanted = isForward ? Direction::Forward : Direction::Backward;
    const Direction other = isForward ? Direction::Backward : Direction::Forward;
    if (!follow(relation, wanted))
      follow(relation, other);
    return true;
  }
  return false;
}

bool GraphView::follow(Relation relation, Direction direction) {
  if (!m_scene.execution() || m_scene.execution()->graph().size() == 0)
    return false;
  const auto selected = m_scene.selectedNode();
  if (!selected) {
    m_scene.selectNode(0);
    return true;
  }
  const auto end = m_scene.state().neighbour(*selected, relation, direction);
  if (!end)
    return false;
  m_scene.selectNode(*end);
  return true;
}

void GraphView::resizeEvent(QResizeEvent* event) {
  QGraphicsView::resizeEvent(event);
  if (m_mayFit)
    showStart();
  emit visibleRectChanged();
}

void GraphView::scrollContentsBy(int dx, int dy) {
  QGraphicsView::scrollContentsBy(dx, dy);
  emit visibleRectChanged();
}

} // namespace revisit::gui
