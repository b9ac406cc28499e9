#include "graph_scene.h"

#include "mark_items.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace revisit::gui {

GraphScene::GraphScene(SelectionModel& selection, QObject* parent) : QGraphicsScene(parent), m_selection(selection) {
  m_shown.fill(true);
  // Hidden initially: the first two follow from reads-from in most executions, the others from what is drawn.
  for (const Relation relation :
       {Relation::Coherence, Relation::FromReads, Relation::HappensBefore, Relation::PartialSc})
    m_shown[indexOf(relation)] = false;
  m_state.theme = &themeOf(ThemeKind::Light);
  connect(&selection, &SelectionModel::executionChanged, this, &GraphScene::rebuild);
  connect(&selection, &SelectionModel::eventChanged, this, &GraphScene::refreshSelection);
  connect(&selection, &SelectionModel::positionChanged, this, &GraphScene::refreshSelection);
  connect(&selection, &SelectionModel::filterChanged, this, &GraphScene::refold);
  connect(&selection, &SelectionModel::foldingChanged, this, &GraphScene::refold);
  connect(&selection, &SelectionModel::litChanged, this, &GraphScene::refreshMarks);
  rebuild();
}

void GraphScene::rebuild() {
  clear();
  m_boxes.clear();
  m_edges.clear();
  m_labels.clear();
  m_execution = m_selection.execution();
  const Theme& theme = *m_state.theme;
  m_state = m_execution ? graphStateOf(*m_execution, theme, m_folds = m_selection.closedFolds()) : GraphState();
  m_state.theme = &theme;
  m_state.shown = m_shown;
  if (m_execution) {
    for (unsigned thread = 0; thread < m_state.titles.size(); thread++)
      addItem(new TitleItem(m_state, thread));
    addItem(new RulerItem(m_state));
    for (std::size_t edge = 0; edge < m_state.edges.size(); edge++)
      addItem(m_edges.emplace_back(new EdgeItem(m_state, m_state.edges[edge], edge)));
    for (std::size_t label = 0; label < m_state.layout.labels.size(); label++)
      addItem(m_labels.emplace_back(new LabelItem(m_state, label)));
    for (NodeIndex node = 0; node < m_execution->graph().size(); node++)
      if (m_boxes.push_back(m_state.hasBox(node) ? new BoxItem(m_state, node) : nullptr); m_boxes.back())
        addItem(m_boxes.back());
    addMarks();
  }
  setSceneRect(rectOf(m_state.arrows.bounds));
  refreshMarks();
  refreshSelection();
  emit rebuilt();
}

// The drawing is made anew only when other events share a box.
void GraphScene::refold() {
  if (m_execution && m_selection.closedFolds() != m_folds)
    rebuild();
  else
    refreshMarks();
}

void GraphScene::addMarks() {
  for (NodeIndex node = 0; node < m_state.marks.nodes.size(); node++)
    if (!styleOf(m_state.marks.of(node), false, *m_state.theme).badge.isEmpty())
      addItem(new BadgeItem(m_state, node));
  for (std::size_t arrow = 0; arrow < m_state.marks.arrows.size(); arrow++)
    addItem(new ArrowItem(m_state, arrow));
}

void GraphScene::setTheme(const Theme& theme) {
  m_state.theme = &theme;
  update();
}

void GraphScene::setShown(Relation relation, bool shown) {
  if (m_shown[indexOf(relation)] == shown)
    return;
  m_shown[indexOf(relation)] = m_state.shown[indexOf(relation)] = shown;
  for (EdgeItem* edge : m_edges)
    edge->refresh();
  for (LabelItem* label : m_labels)
    label->refresh();
  update();
  emit shownChanged();
}

void GraphScene::setHovered(std::optional<NodeIndex> node) {
  if (node == m_state.hovered)
    return;
  m_state.hovered = node;
  // All other items fade, so everything is repainted; only visible items cost time.
  for (EdgeItem* edge : m_edges)
    if (edge->isVisible())
      edge->refresh();
  for (LabelItem* label : m_labels)
    if (label->isVisible())
      label->refresh();
  update();
  emit hoveredChanged();
}

std::optional<NodeIndex> GraphScene::nodeAt(const QPointF& point) const {
  // Rows are sorted and have the same height.
  const auto found = std::ranges::lower_bound(m_state.layout.boxes, point.y(), {}, &LayoutRect::bottom);
  if (found == m_state.layout.boxes.end() || !rectOf(*found).contains(point))
    return std::nullopt;
  return static_cast<NodeIndex>(found - m_state.layout.boxes.begin());
}

void GraphScene::selectNode(NodeIndex node) {
  if (const std::optional<EventNumber> event = m_execution->graph().eventOf(node)) {
    m_selection.selectEvent(*event);
    return;
  }
  const WitnessPosition& position = m_execution->graph().waitOf(node)->position;
  const std::optional<NodeIndex> before = std::exchange(m_state.selected, node);
  updateNode(before);
  updateNode(node);
  if (position.line != 0)
    m_selection.selectPlace({position.file, position.line});
  emit selectedNodeChanged();
}

void GraphScene::toggleFold(NodeIndex node) {
  if (const std::optional<EventNumber> event = m_execution->graph().eventOf(node); event)
    m_selection.toggleFold(*event);
}

void GraphScene::updateNode(std::optional<NodeIndex> node) {
  if (node)
    m_boxes[m_state.shownAs[*node]]->update();
}

void GraphScene::refreshSelection() {
  const Selection& current = m_selection.current();
  const bool isHere = current.event && m_execution == m_selection.execution();
  m_state.selected = isHere ? std::optional(m_state.shownAs[nodeOf(*current.event)]) : std::nullopt;
  m_state.position = current.position;
  update();
  emit selectedNodeChanged();
}

void GraphScene::refreshMarks() {
  m_state.isFiltered = !m_selection.filter().trimmed().isEmpty();
  for (NodeIndex node = 0; node < m_boxes.size(); node++) {
    const std::optional<EventNumber> event = m_execution->graph().eventOf(node);
    const NodeIndex shown = m_state.shownAs[node];
    const bool isSame = shown == node;
    m_state.matches[shown] =
        (!isSame && m_state.matches[shown]) || (event ? m_selection.matches(*event) : !m_state.isFiltered);
    m_state.lit[shown] = (!isSame && m_state.lit[shown]) || (event && m_selection.isLit(*event));
  }
  update();
}

// The part that is not done at the position is shaded.
void GraphScene::drawBackground(QPainter* painter, const QRectF& rect) {
  painter->fillRect(rect, m_state.theme->canvas);
  const std::size_t events = m_execution ? m_execution->timeline().size() : 0;
  if (events == 0 || m_state.position >= events)
    return;
  const LayoutRect& next = m_state.layout.boxes[m_state.position];
  const qreal top = next.top - (m_state.metrics.rowHeight - m_state.metrics.boxHeight) / 2;
  painter->fillRect(rect & QRectF(rect.left(), top, rect.width(), rect.bottom() - top), m_state.theme->canvasAhead);
  painter->setPen(QPen(m_state.theme->boxBorder, 1, Qt::DotLine));
  painter->drawLine(QPointF(rect.left(), top), QPointF(rect.right(), top));
}

} // namespace revisit::gui
