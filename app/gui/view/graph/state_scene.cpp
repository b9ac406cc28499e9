// The items keep only what does not change while they live. The rest they read from the StatePicture of their scene
// when they are painted, so a new step or selection needs a repaint and no new items.
#include "state_scene.h"

#include "model/text.h"

#include <QGraphicsItem>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>

namespace revisit::gui {
namespace {

constexpr std::size_t fewStates = 60; // all edges are named
constexpr qreal pale = 0.22;
constexpr qreal legibleZoom = 0.35; // below it text is not readable
constexpr qreal edgeLayer = 1, nodeLayer = 2;

bool isLegible(const QStyleOptionGraphicsItem* option, const QPainter* painter) {
  return option->levelOfDetailFromTransform(painter->worldTransform()) >= legibleZoom;
}

QRectF rectOf(const LayoutRect& rect) {
  return {rect.left, rect.top, rect.width, rect.height};
}

QPointF pointOf(const LayoutPoint& point) {
  return {point.x, point.y};
}

QPainterPath pathOf(const std::vector<LayoutPoint>& route) {
  QPainterPath path(pointOf(route.front()));
  if (route.size() == 3)
    path.quadTo(pointOf(route[1]), pointOf(route[2]));
  else
    path.lineTo(pointOf(route.back()));
  return path;
}

class StateNodeItem : public QGraphicsItem {
public:
  StateNodeItem(const StatePicture& picture, std::size_t node) : m_picture(picture), m_node(node) {
    setZValue(nodeLayer);
  }

  QRectF boundingRect() const override { return rectOf(m_picture.layout.nodes[m_node]).adjusted(-4, -4, 4, 4); }

  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) override {
    const StateNode& node = m_picture.graph.nodes[m_node];
    const Theme& theme = *m_picture.theme;
    const bool isSelected = m_picture.selected == m_node, isAhead = m_picture.isAhead(node);
    const bool isOpen = m_picture.stack.contains(node.state);
    const QRectF box = rectOf(m_picture.layout.nodes[m_node]);
    painter->setOpacity(isAhead && !isSelected ? pale : 1);
    const bool isBug = node.hasBug && !isAhead;
    const QColor fill = isSelected ? theme.selected : isBug ? theme.error : theme.box;
    QPen pen(isOpen ? theme.text : theme.boxBorder, isOpen ? 2.5 : 1);
    if (node.outcome == StateOutcome::Dead || node.outcome == StateOutcome::Open ||
        node.outcome == StateOutcome::LeftOut)
      pen.setStyle(Qt::DashLine);
    painter->setPen(pen);
    painter->setBrush(fill);
    painter->drawRoundedRect(box, 9, 9);
    if (node.outcome == StateOutcome::Ended) {
      painter->setBrush(Qt::NoBrush);
      painter->drawRoundedRect(box.adjusted(-3, -3, 3, 3), 11, 11);
    }
    if (!isLegible(option, painter))
      return;
    painter->setPen(isSelected ? theme.selectedText : isBug ? theme.errorText : theme.text);
    painter->drawText(box, Qt::AlignCenter, QStringLiteral("s%1").arg(node.state));
  }

private:
  const StatePicture& m_picture;
  std::size_t m_node;
};

class StateEdgeItem : public QGraphicsItem {
public:
  StateEdgeItem(const StatePicture& picture, std::size_t edge)
      : m_picture(picture), m_edge(edge), m_path(pathOf(picture.layout.routes[edge])),
        m_text(fromText(picture.graph.edges[edge].text)) {
    setZValue(edgeLayer);
  }

  // With the text wherever it is placed: its edge is within.
  QRectF boundingRect() const override {
    const QFontMetricsF metrics{QFont()};
    const qreal width = metrics.horizontalAdvance(m_text) + 20, height = metrics.height() + 12;
    return m_path.boundingRect().adjusted(-width, -height, width, height);
  }

  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) override {
    const StateEdge& edge = m_picture.graph.edges[m_edge];
    const bool isAhead = m_picture.isAhead(edge);
    if (isAhead && edge.kind == StateEdgeKind::Pruned)
      return; // nobody knows yet
    painter->setOpacity(isAhead ? pale : 1);
    const bool isNow = edge.step != 0 && edge.step == m_picture.step;
    QPen pen = penOf(edge.kind);
    if (isNow)
      pen.setWidthF(3);
    painter->setPen(pen);
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(m_path);
    paintEnd(*painter, pen.color(), edge.kind);
    if (!m_picture.texts[m_edge].isEmpty() && isLegible(option, painter))
      paintText(*painter, pen.color());
  }

private:
  QPen penOf(StateEdgeKind kind) const {
    const Theme& theme = *m_picture.theme;
    switch (kind) {
    case StateEdgeKind::Taken:
      return {theme.text, 1.4};
    case StateEdgeKind::Known:
      return {theme.marks.next, 1.2, Qt::DashLine};
    case StateEdgeKind::Cycle:
      return {theme.marks.revisited, 1.8, Qt::DashLine};
    case StateEdgeKind::Vain:
      return {theme.marks.deleted, 1.4, Qt::DotLine};
    case StateEdgeKind::Pruned:
      break;
    }
    return {theme.faintText, 1.2, Qt::DotLine};
  }

  void paintEnd(QPainter& painter, const QColor& colour, StateEdgeKind kind) const {
    constexpr qreal length = 8, width = 3.2;
    const QPointF end = m_path.pointAtPercent(1), before = m_path.pointAtPercent(0.9);
    const QPointF along = end - before;
    const qreal size = std::max(std::hypot(along.x(), along.y()), 0.01);
    const QPointF unit = along / size, aside(-unit.y(), unit.x());
    painter.setPen(QPen(colour, 1.6));
    if (kind == StateEdgeKind::Pruned || kind == StateEdgeKind::Vain) {
      painter.drawLine(end - aside * 5, end + aside * 5);
      return;
    }
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF({end, end - unit * length + aside * width, end - unit * length - aside * width}));
  }

  void paintText(QPainter& painter, const QColor& colour) const {
    const QRectF& room = m_picture.texts[m_edge];
    QColor ground = m_picture.theme->canvas;
    ground.setAlphaF(0.85F);
    painter.fillRect(room, ground);
    painter.setPen(colour);
    painter.drawText(room, Qt::AlignCenter, m_text);
  }

  const StatePicture& m_picture;
  std::size_t m_edge;
  QPainterPath m_path;
  QString m_text;
};

StateMetrics metricsFor(const StateGraph& graph, const QFontMetricsF& font) {
  StateMetrics metrics;
  if (!graph.nodes.empty()) // the last one has the longest name
    metrics.nodeWidth =
        std::max(metrics.nodeWidth, font.horizontalAdvance(QStringLiteral("s%1").arg(graph.nodes.back().state)) + 14);
  if (graph.nodes.size() > fewStates)
    return metrics;
  metrics.columnGap = 150; // room for the texts
  metrics.rowGap = 70;
  return metrics;
}

} // namespace

bool StatePicture::isAhead(const StateEdge& edge) const {
  const StateNode& from = graph.nodes[edge.from];
  return edge.kind == StateEdgeKind::Pruned ? from.decided == 0 || from.decided > step : edge.step > step;
}

bool StatePicture::isNamed(const StateEdge& edge) const {
  const auto touches = [&](const std::optional<std::size_t>& node) {
    return node && (edge.from == *node || edge.to == *node);
  };
  if (graph.nodes.size() <= fewStates)
    return true;
  return !isAhead(edge) && (touches(selected) || touches(hovered) || (edge.step != 0 && edge.step == step));
}

// Each text stands on its line, where it covers no other text and no node; where there is no such place, in the middle.
void StateScene::placeTexts() {
  const StateGraph& graph = m_picture.graph;
  const QFontMetricsF metrics{font()};
  std::vector<QRectF> taken;
  for (std::size_t node = 0; graph.nodes.size() <= fewStates && node < graph.nodes.size(); node++)
    taken.push_back(rectOf(node));
  m_picture.texts.assign(graph.edges.size(), QRectF());
  for (std::size_t i = 0; i < graph.edges.size(); i++) {
    if (!m_picture.isNamed(graph.edges[i]))
      continue;
    const QPainterPath path = pathOf(m_picture.layout.routes[i]);
    const QSizeF size(metrics.horizontalAdvance(fromText(graph.edges[i].text)) + 4, metrics.height());
    const auto roomAt = [&](qreal place) {
      const QPointF at = path.pointAtPercent(place);
      if (graph.edges[i].to == StateEdge::nowhere)
        return QRectF(at + QPointF(4, -size.height() / 2), size);
      return QRectF(at - QPointF(size.width() / 2, size.height() / 2), size);
    };
    QRectF room = roomAt(graph.edges[i].to == StateEdge::nowhere ? 1 : 0.5);
    for (const qreal place : {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8}) {
      const QRectF other = graph.edges[i].to == StateEdge::nowhere ? room : roomAt(place);
      if (std::ranges::none_of(taken, [&](const QRectF& each) { return each.intersects(other); })) {
        room = other;
        break;
      }
    }
    taken.push_back(room);
    m_picture.texts[i] = room;
  }
}

StateScene::StateScene(QObject* parent) : QGraphicsScene(parent) {
  m_picture.theme = &themeOf(ThemeKind::Light);
  setItemIndexMethod(NoIndex); // the items change places together
}

void StateScene::setTheme(const Theme& theme) {
  m_picture.theme = &theme;
  setBackgroundBrush(theme.canvas);
  update();
}

void StateScene::show(const LogPointer& log, std::uint32_t centre) {
  clear();
  const std::uint64_t states = log && log->states() ? log->states()->stateCount() : 0;
  m_picture.graph = log ? stateGraph(*log, centre, states <= mostStates ? mostStates : neighbourhood) : StateGraph();
  m_picture.layout = layOut(m_picture.graph, metricsFor(m_picture.graph, QFontMetricsF(font())));
  m_picture.selected.reset();
  m_picture.hovered.reset();
  for (std::size_t edge = 0; edge < m_picture.graph.edges.size(); edge++)
    addItem(new StateEdgeItem(m_picture, edge));
  for (std::size_t node = 0; node < m_picture.graph.nodes.size(); node++)
    addItem(new StateNodeItem(m_picture, node));
  setSceneRect(gui::rectOf(m_picture.layout.bounds));
  placeTexts();
  update();
}

void StateScene::setStep(std::uint64_t step, std::set<std::uint32_t> stack) {
  m_picture.step = step;
  m_picture.stack = std::move(stack);
  placeTexts();
  update();
}

void StateScene::select(std::uint32_t state) {
  const std::size_t node = m_picture.graph.nodeOf(state);
  m_picture.selected = node == StateEdge::nowhere ? std::nullopt : std::optional(node);
  placeTexts();
  update();
}

void StateScene::setHovered(std::optional<std::size_t> node) {
  if (m_picture.hovered == node)
    return;
  m_picture.hovered = node;
  placeTexts();
  update();
}

std::optional<std::size_t> StateScene::nodeAt(const QPointF& place) const {
  for (std::size_t node = 0; node < m_picture.layout.nodes.size(); node++)
    if (rectOf(node).contains(place))
      return node;
  return std::nullopt;
}

QRectF StateScene::rectOf(std::size_t node) const {
  return gui::rectOf(m_picture.layout.nodes[node]);
}

} // namespace revisit::gui
