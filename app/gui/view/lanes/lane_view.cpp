#include "lane_view.h"

#include "model/text.h"
#include "query/timeline/event_text.h"
#include "query/timeline/preemptions.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace revisit::gui {
namespace {

constexpr double lanePitch = 16, narrowPitch = 12, fewestLanes = 4, mostLanes = 6, frame = 2; // heights
constexpr double namesWidth = 92, nearby = 12;                                                // pixels
constexpr double fewestEvents = 8, laneZoomStep = 1.3;

} // namespace

LaneView::LaneView(SelectionModel& selection, QWidget* parent) : QWidget(parent), m_selection(selection) {
  setObjectName(QStringLiteral("laneView"));
  setAccessibleName(tr("Time line"));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&selection, &SelectionModel::executionChanged, this, &LaneView::executionChanged);
  connect(&selection, &SelectionModel::positionChanged, this, &LaneView::followSelection);
  connect(&selection, &SelectionModel::eventChanged, this, &LaneView::followSelection);
  connect(&selection, &SelectionModel::foldingChanged, this, &LaneView::setLanes);
  for (const auto changed : {&SelectionModel::bookmarkedChanged, &SelectionModel::litChanged})
    connect(&selection, changed, this, qOverload<>(&QWidget::update));
  executionChanged();
}

void LaneView::setTheme(const Theme& theme) {
  m_theme = &theme;
  update();
}

QSize LaneView::sizeHint() const {
  const double lanes = std::clamp(static_cast<double>(laneCount()), fewestLanes, mostLanes);
  return {400, static_cast<int>(lanes * narrowPitch + 2 * frame)};
}

QSize LaneView::minimumSizeHint() const {
  return {200, sizeHint().height()};
}

void LaneView::executionChanged() {
  const ExecutionPointer before = std::exchange(m_execution, m_selection.execution());
  setLanes();
  m_preemptions = m_execution ? preemptionsOf(m_execution->timeline()) : std::vector<EventNumber>();
  const bool isAsLong = before && m_execution && before->timeline().size() == m_execution->timeline().size();
  if (!isAsLong) {
    m_first = 0;
    m_last = std::max<double>(1, static_cast<double>(size()));
  }
  followSelection();
}

void LaneView::setLanes() {
  m_lanes = m_execution ? stageColumns(m_execution->timeline(), m_execution->cause(), m_execution->graph().waits(),
                                       m_selection.leftOutOf(*m_execution))
                        : StageColumns();
  updateGeometry();
  update();
}

// Moves as little as possible.
void LaneView::followSelection() {
  const auto position = static_cast<double>(m_selection.current().position);
  const double events = m_last - m_first;
  if (m_execution && position > m_last)
    zoomTo(events, position - events / 2 + 1);
  else if (m_execution && position >= 1 && position - 1 < m_first)
    zoomTo(events, position + events / 2 - 1);
  const bool isHere = m_execution && m_execution == m_selection.execution() && m_selection.current().position != 0;
  setAccessibleDescription(isHere ? fromText(stopLine(m_execution->timeline(), m_selection.current().position))
                                  : QString());
  update();
}

std::size_t LaneView::size() const {
  return m_execution ? m_execution->timeline().size() : 0;
}

void LaneView::zoomTo(double events, double centre) {
  const double all = std::max<double>(1, static_cast<double>(size()));
  const double wanted = std::clamp(events, std::min(fewestEvents, all), all);
  m_first = std::clamp(centre - wanted / 2, 0.0, all - wanted);
  m_last = m_first + wanted;
  update();
}

double LaneView::left() const {
  return std::min<double>(namesWidth, width() / 4.0);
}

double LaneView::pitch() const {
  return std::min(lanePitch, (height() - 2 * frame) / std::max<double>(1, static_cast<double>(laneCount())));
}

double LaneView::xOf(double event) const {
  return left() + (event - m_first) / (m_last - m_first) * (width() - left() - 8);
}

double LaneView::middleOf(std::size_t lane) const {
  return frame + (static_cast<double>(lane) + 0.5) * pitch();
}

std::size_t LaneView::laneOf(EventNumber event) const {
  return m_lanes.of(m_execution->timeline().event(event).thread);
}

QPointF LaneView::placeOf(EventNumber event) const {
  return {xOf(static_cast<double>(event) - 0.5), middleOf(std::min(laneOf(event), laneCount() - 1))};
}

std::optional<EventNumber> LaneView::eventAt(const QPointF& point) const {
  if (size() == 0)
    return std::nullopt;
  const double part = (point.x() - left()) / std::max(1.0, width() - left() - 8);
  const double at = std::clamp(m_first + part * (m_last - m_first), 0.0, static_cast<double>(size()));
  const auto here = std::clamp<EventNumber>(static_cast<EventNumber>(std::ceil(at)), 1, size());
  const auto lane = static_cast<std::size_t>(std::max(0.0, (point.y() - frame) / pitch()));
  std::optional<EventNumber> nearest;
  if (lane < laneCount())
    for (const unsigned thread : m_lanes.threadsOf(lane)) {
      const auto events = m_execution->timeline().eventsOf(thread);
      const auto after = std::ranges::lower_bound(events, here);
      for (auto each = after == events.begin() ? after : after - 1; each != events.end() && each <= after; ++each)
        if (!nearest || std::abs(placeOf(*each).x() - point.x()) < std::abs(placeOf(*nearest).x() - point.x()))
          nearest = *each;
    }
  const bool isNear = nearest && (std::abs(placeOf(*nearest).x() - point.x()) <= nearby || !hasLane(here));
  return isNear ? nearest : here;
}

void LaneView::select(EventNumber event) {
  m_selection.selectEvent(event);
}

void LaneView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton)
    mouseMoveEvent(event);
}

void LaneView::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton) || event->position().x() < left())
    return;
  if (const auto found = eventAt(event->position()))
    select(*found);
}

void LaneView::wheelEvent(QWheelEvent* event) {
  const double events = m_last - m_first;
  const double steps = (event->angleDelta().y() + event->angleDelta().x()) / 120.0;
  if (event->modifiers() & Qt::ShiftModifier || event->angleDelta().x() != 0) {
    zoomTo(events, m_first + events / 2 - steps * events / 8);
  } else { // what is under the mouse stays there
    const double part = std::clamp((event->position().x() - left()) / std::max(1.0, width() - left() - 8), 0.0, 1.0);
    const double at = m_first + part * events;
    const double wanted =
        std::clamp(events * std::pow(laneZoomStep, -steps), std::min<double>(fewestEvents, static_cast<double>(size())),
                   std::max<double>(1, static_cast<double>(size())));
    zoomTo(wanted, at + (0.5 - part) * wanted);
  }
  event->accept();
}

// To the nearest event of the next lane that has one.
void LaneView::moveLane(int by) {
  const EventNumber here = std::max<EventNumber>(1, m_selection.current().position);
  const auto lanes = static_cast<std::ptrdiff_t>(laneCount());
  for (auto lane = static_cast<std::ptrdiff_t>(laneOf(here)) + by; lane >= 0 && lane < lanes; lane += by) {
    std::optional<EventNumber> nearest;
    const auto distance = [&](EventNumber event) { return event > here ? event - here : here - event; };
    for (const unsigned thread : m_lanes.threadsOf(static_cast<std::size_t>(lane)))
      for (const EventNumber event : m_execution->timeline().eventsOf(thread))
        if (!nearest || distance(event) < distance(*nearest))
          nearest = event;
    if (nearest)
      return select(*nearest);
  }
}

void LaneView::keyPressEvent(QKeyEvent* event) {
  if (size() == 0 || event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
    return QWidget::keyPressEvent(event);
  const SchedulePosition position = m_selection.current().position;
  const double events = m_last - m_first;
  switch (event->key()) {
  case Qt::Key_Left:
    return m_selection.selectPosition(position > 0 ? position - 1 : 0);
  case Qt::Key_Right:
    return m_selection.selectPosition(std::min<SchedulePosition>(position + 1, size()));
  case Qt::Key_Up:
    return moveLane(-1);
  case Qt::Key_Down:
    return moveLane(1);
  case Qt::Key_Home:
    return select(1);
  case Qt::Key_End:
    return select(size());
  case Qt::Key_Plus:
  case Qt::Key_Equal:
    return zoomTo(events / laneZoomStep, static_cast<double>(position));
  case Qt::Key_Minus:
    return zoomTo(events * laneZoomStep, static_cast<double>(position));
  case Qt::Key_0:
    return zoomTo(static_cast<double>(size()), 0);
  default:
    return QWidget::keyPressEvent(event);
  }
}

bool LaneView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip)
    return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto lane = static_cast<std::size_t>(std::max(0.0, (help->pos().y() - frame) / pitch()));
  const auto found = eventAt(help->pos());
  const bool isAtName = help->pos().x() < left() && lane < laneCount();
  QToolTip::showText(help->globalPos(),
                     isAtName ? fromText(m_lanes.title(lane))
                     : found  ? fromText(stopLine(m_execution->timeline(), *found))
                              : QString(),
                     this);
  return true;
}

} // namespace revisit::gui
