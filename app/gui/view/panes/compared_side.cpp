#include "compared_side.h"

#include "model/text.h"
#include "view/graph/route_painter.h"

#include <QLabel>
#include <QMouseEvent>
#include <QStyleOptionGraphicsItem>
#include <QVBoxLayout>

#include <algorithm>

namespace revisit::gui {
namespace {

// A bold copy of an edge, which is shown whether or not its relation is shown.
class BoldEdgeItem : public QGraphicsItem {
public:
  BoldEdgeItem(const GraphState& state, std::size_t edge, Relation relation)
      : m_state(state), m_edge(edge), m_relation(relation) {
    setFlag(ItemUsesExtendedStyleOption); // provides the exposed rectangle
    setZValue(1.5);                       // above other edges, below labels and events
  }

  QRectF boundingRect() const override {
    QRectF rect;
    for (const LayoutPoint& point : m_state.layout.routes[m_edge])
      rect |= QRectF(point.x - 6, point.y - 6, 12, 12);
    return rect;
  }

  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) override {
    constexpr qreal width = 3.6;
    paintRoute(*painter, m_state.layout.routes[m_edge], penOf(m_relation, *m_state.theme, width), option->exposedRect);
  }

private:
  const GraphState& m_state;
  std::size_t m_edge;
  Relation m_relation;
};

} // namespace

ComparedSide::ComparedSide(Side side, QWidget* parent)
    : QWidget(parent), m_side(side), m_title(new QLabel), m_scene(new GraphScene(m_selection, this)),
      m_view(new GraphView(*m_scene)) {
  const QString letter = side == Side::A ? QStringLiteral("A") : QStringLiteral("B");
  setObjectName(QStringLiteral("side") + letter);
  m_title->setObjectName(QStringLiteral("title") + letter);
  m_title->setContentsMargins(8, 3, 8, 3);
  m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  m_view->setObjectName(QStringLiteral("graph") + letter);
  m_view->setAccessibleName(tr("Execution %1; the table below shows the same").arg(letter));
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(m_title);
  rows->addWidget(m_view, 1);
  setFocusProxy(m_view);
  m_view->viewport()->installEventFilter(this);
  connect(m_scene, &GraphScene::rebuilt, this, &ComparedSide::addBoldEdge);
  connect(&m_selection, &SelectionModel::eventChanged, this, [this] {
    if (const auto event = m_selection.current().event; event && !m_isShowing)
      emit eventChosen(*event);
  });
}

// Clicking the selected event again does not change the selection here, but may change it in the window.
bool ComparedSide::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonRelease && m_scene->execution()) {
    const QPoint point = static_cast<QMouseEvent*>(event)->position().toPoint();
    const auto node = m_scene->nodeAt(m_view->mapToScene(point));
    const auto chosen = node ? m_scene->execution()->graph().eventOf(*node) : std::nullopt;
    if (chosen && chosen == m_selection.current().event)
      emit eventChosen(*chosen);
  }
  return QWidget::eventFilter(watched, event);
}

void ComparedSide::setCompared(const ComparedPointer& compared) {
  m_isShowing = true;
  m_compared = compared;
  m_title->setText(compared ? fromText(sideTitle(m_side, *compared->original(m_side))) : QString());
  m_title->setToolTip(compared ? fromText(compared->original(m_side)->path()) : QString());
  m_selection.open(compared ? compared->marked(m_side) : nullptr);
  m_isShowing = false;
}

void ComparedSide::selectEvent(std::optional<EventNumber> event) {
  m_isShowing = true;
  if (event)
    m_selection.selectEvent(*event);
  else
    m_selection.selectNothing();
  m_isShowing = false;
}

void ComparedSide::addBoldEdge() {
  if (!m_compared || !m_scene->execution())
    return;
  const auto edge = m_compared->differingEdge(m_side);
  if (!edge)
    return;
  const GraphState& state = m_scene->state();
  const EventEdge& whole = m_scene->execution()->graph().edges()[*edge];
  const EventEdge drawn{whole.relation, state.shownAs[whole.from], state.shownAs[whole.to]};
  if (const auto found = std::ranges::find(state.edges, drawn); found != state.edges.end())
    m_scene->addItem(new BoldEdgeItem(state, static_cast<std::size_t>(found - state.edges.begin()), drawn.relation));
}

} // namespace revisit::gui
