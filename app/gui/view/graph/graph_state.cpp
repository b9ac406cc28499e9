#include "graph_state.h"

#include "model/text.h"
#include "query/timeline/event_text.h"

#include <QFontDatabase>
#include <QFontMetricsF>

#include <numeric>
#include <set>
#include <tuple>

namespace revisit::gui {
namespace {

constexpr qreal boxPadding = 7, labelPadding = 3;
// Conditions may be very long. Longer texts are shortened in the middle here; the table and the tool tip have the whole
// text.
constexpr qsizetype longestLabel = 100;

QString shortLabel(const QString& text) {
  if (text.size() <= longestLabel)
    return text;
  const qsizetype half = longestLabel / 2;
  return text.left(half) + QStringLiteral(" … ") + text.right(half);
}

QString nodeText(const Execution& execution, NodeIndex node) {
  if (const Wait* wait = execution.graph().waitOf(node))
    return QStringLiteral("waits for ") + fromText(awaitedText(execution.timeline(), *wait));
  return fromText(drawnText(execution.timeline(), *execution.graph().eventOf(node)));
}

void setFonts(GraphState& state) {
  state.boxFont = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  state.boxFont.setPixelSize(12);
  state.titleFont = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
  state.titleFont.setPixelSize(13);
  state.titleFont.setBold(true);
  state.labelFont = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
  state.labelFont.setPixelSize(10);
  state.badgeFont = state.labelFont;
  state.badgeFont.setPixelSize(9);
  for (QFont* font : {&state.boxFont, &state.titleFont, &state.labelFont, &state.badgeFont})
    font->setHintingPreference(QFont::PreferNoHinting); // so that widths are valid at every zoom
}

GraphShape shapeOf(const Execution& execution, GraphState& state) {
  const QFontMetricsF box(state.boxFont), title(state.titleFont), label(state.labelFont);
  GraphShape shape;
  for (const QString& text : state.titles)
    shape.titleWidths.push_back(title.horizontalAdvance(text) + 2 * boxPadding);
  std::vector<std::size_t> rows; // by node
  for (NodeIndex node = 0; node < execution.graph().size(); node++) {
    rows.push_back(shape.nodes.size());
    if (state.hasBox(node))
      shape.nodes.push_back(
          {execution.graph().threadOf(node), box.horizontalAdvance(state.texts[node]) + 2 * boxPadding});
  }
  for (const EventEdge& edge : state.edges)
    shape.edges.push_back({edge.relation, rows[edge.from], rows[edge.to]});
  for (const Relation relation : allRelations)
    shape.labelWidths.push_back(label.horizontalAdvance(state.labels[indexOf(relation)]) + 2 * labelPadding);
  state.metrics.rulerWidth = label.horizontalAdvance(QString::number(execution.timeline().size())) + boxPadding;
  return shape;
}

void foldNodes(GraphState& state, const EventGraph& graph, const std::vector<Fold>& folds) {
  state.shownAs.resize(graph.size());
  std::iota(state.shownAs.begin(), state.shownAs.end(), NodeIndex{0});
  for (const Fold& fold : folds) {
    for (EventNumber event = fold.first; event <= fold.last(); event++)
      state.shownAs[nodeOf(event)] = nodeOf(fold.first);
    state.texts[nodeOf(fold.first)] = shortLabel(QStringLiteral("▸ ") + fromText(foldText(rowOf(fold))));
  }
  std::set<std::tuple<Relation, NodeIndex, NodeIndex>> drawn;
  for (const EventEdge& edge : graph.edges()) {
    const EventEdge shown{edge.relation, state.shownAs[edge.from], state.shownAs[edge.to]};
    const bool isInside = shown.from == shown.to && edge.from != edge.to;
    if (!isInside && (folds.empty() || drawn.insert({shown.relation, shown.from, shown.to}).second))
      state.edges.push_back(shown);
  }
}

// The layout knows rows; what is drawn and asked for goes by nodes.
void layOutNodes(GraphState& state, const GraphShape& shape) {
  state.layout = layOut(shape, state.metrics);
  std::vector<NodeIndex> nodes; // by row
  std::vector<LayoutRect> boxes;
  for (NodeIndex node = 0; node < state.shownAs.size(); node++) {
    if (state.hasBox(node))
      nodes.push_back(node);
    boxes.push_back(state.layout.boxes[nodes.size() - 1]); // a fold's events follow its first
  }
  state.layout.boxes = std::move(boxes);
  for (GraphLayout::Label& label : state.layout.labels)
    if (label.relation != Relation::ProgramOrder)
      label.node = nodes[label.node];
}

void placeArrows(GraphState& state) {
  const QFontMetricsF label(state.labelFont);
  std::vector<double> widths;
  for (const MarkedArrow& arrow : state.marks.arrows) {
    state.arrowTexts.push_back(fromText(arrow.text));
    widths.push_back(label.horizontalAdvance(state.arrowTexts.back()) + 2 * labelPadding);
  }
  state.arrows = placeArrows(state.marks.arrows, widths, state.layout, state.metrics);
}

} // namespace

std::optional<NodeIndex> GraphState::neighbour(NodeIndex node, Relation relation, Direction direction) const {
  std::optional<NodeIndex> first;
  for (const EventEdge& edge : edges) {
    const NodeIndex from = direction == Direction::Forward ? edge.from : edge.to;
    const NodeIndex to = direction == Direction::Forward ? edge.to : edge.from;
    if (edge.relation == relation && from == node && (!first || to < *first))
      first = to;
  }
  return first;
}

GraphState graphStateOf(const Execution& execution, const Theme& theme, const std::vector<Fold>& folds) {
  GraphState state;
  state.theme = &theme;
  setFonts(state);
  const EventGraph& graph = execution.graph();
  for (unsigned thread = 0; thread < execution.witness().threads.size(); thread++)
    state.titles.push_back(fromText(threadText(execution.witness(), thread)));
  for (const Relation relation : allRelations)
    state.labels[indexOf(relation)] = QLatin1String(labelOf(relation));
  for (NodeIndex node = 0; node < graph.size(); node++) {
    const std::optional<EventNumber> event = graph.eventOf(node);
    state.texts.push_back(shortLabel(nodeText(execution, node)));
    state.isError.push_back(event && execution.timeline().event(*event).kind == LabelKind::Error);
    state.isCycle.push_back(graph.isInCycle(node));
    state.isWait.push_back(!event);
    state.isObject.push_back(event && execution.timeline().event(*event).kind == LabelKind::Object);
  }
  state.matches.assign(graph.size(), true);
  state.lit.assign(graph.size(), false);
  foldNodes(state, graph, folds);
  layOutNodes(state, shapeOf(execution, state));
  state.marks = execution.marks();
  placeArrows(state);
  return state;
}

} // namespace revisit::gui
