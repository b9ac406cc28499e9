// How the lanes are painted: what falls on one pixel is painted once, so that the length costs little.
#include "lane_view.h"
#include "model/text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace revisit::gui {
namespace {

constexpr double barHeight = 8, widestBar = 10, circle = 16;

QFont noteFont(const QFont& font) {
  QFont note = font;
  note.setPixelSize(12);
  return note;
}

} // namespace

void LaneView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_theme->canvas);
  painter.setFont(noteFont(font()));
  for (std::size_t lane = 0; lane < laneCount(); lane++)
    paintLane(painter, lane);
  if (size() == 0)
    return;
  painter.setClipRect(QRectF(left() - circle / 2, 0, width(), height()));
  const double ahead = xOf(static_cast<double>(m_selection.current().position));
  if (m_selection.current().position < size())
    painter.fillRect(QRectF(ahead, 0, width() - ahead, height()), m_theme->canvasAhead);
  paintEvents(painter);
  paintPreemptions(painter);
  painter.setRenderHint(QPainter::Antialiasing);
  paintWaits(painter);
  paintPosition(painter);
  paintCause(painter);
  paintBookmarks(painter);
  if (hasFocus()) {
    painter.setClipping(false);
    painter.setPen(QPen(m_theme->link, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
  }
}

void LaneView::paintLane(QPainter& painter, std::size_t lane) const {
  const QFontMetricsF metrics(painter.font());
  if (pitch() < metrics.ascent())
    return;
  const QRectF place(6, middleOf(lane) - metrics.height() / 2, left() - 14, metrics.height());
  painter.setPen(m_theme->text);
  painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(fromText(m_lanes.title(lane)), Qt::ElideMiddle, place.width()));
}

// A line for as long as the thread lives, and a bar for each event or for each pixel.
void LaneView::paintEvents(QPainter& painter) const {
  const Timeline& timeline = m_execution->timeline();
  const double step = xOf(1) - xOf(0), bar = std::clamp(step - 1, 1.0, widestBar);
  const double high = std::min(barHeight, pitch() - 2);
  for (std::size_t lane = 0; lane < laneCount(); lane++)
    for (const unsigned thread : m_lanes.threadsOf(lane)) {
      const auto events = timeline.eventsOf(thread);
      if (events.empty())
        continue;
      const double middle = std::floor(middleOf(lane));
      const double from = std::max(left(), placeOf(events.front()).x()),
                   to = std::min<double>(width(), placeOf(events.back()).x());
      if (from < to)
        painter.fillRect(QRectF(from, middle, to - from, 1), m_theme->separator);
      auto event = std::ranges::lower_bound(events, static_cast<EventNumber>(m_first) + 1);
      double painted = -1;
      for (; event != events.end() && static_cast<double>(*event) <= std::ceil(m_last); ++event)
        if (const double x = std::floor(placeOf(*event).x() - bar / 2); x > painted) {
          painter.fillRect(QRectF(x, middle - high / 2, bar, high), m_theme->edge);
          painted = step < 1 ? x : painted;
        }
    }
}

// A notch where the schedule goes elsewhere.
void LaneView::paintPreemptions(QPainter& painter) const {
  auto event = std::ranges::lower_bound(m_preemptions, static_cast<EventNumber>(m_first) + 1);
  std::vector<double> painted(laneCount(), -1);
  for (; event != m_preemptions.end() && static_cast<double>(*event) <= std::ceil(m_last); ++event) {
    const std::size_t lane = laneOf(*event);
    const double x = std::floor(xOf(static_cast<double>(*event)));
    if (!hasLane(*event) || x <= painted[lane])
      continue;
    painted[lane] = x;
    painter.fillRect(QRectF(x, middleOf(lane) + 1, 1, std::min(6.0, pitch() / 2 - 1)), m_theme->text);
    painter.fillRect(QRectF(x - 2, middleOf(lane) + std::min(6.0, pitch() / 2 - 1), 5, 1), m_theme->text);
  }
}

void LaneView::paintWaits(QPainter& painter) const {
  for (const Wait& wait : m_execution->graph().waits()) {
    const auto events = m_execution->timeline().eventsOf(wait.thread);
    const double y = std::floor(middleOf(m_lanes.of(wait.thread))) + 0.5;
    const double from = events.empty() ? left() : placeOf(events.back()).x() + circle / 2;
    painter.setPen(penOf(Relation::Waiting, *m_theme, 2));
    painter.drawLine(QPointF(std::max(left(), from), y), QPointF(width(), y));
  }
}

void LaneView::paintCause(QPainter& painter) const {
  const std::vector<EventNumber>& cause = m_execution->cause();
  const double size = std::min(circle, pitch());
  QFont font = painter.font();
  font.setBold(true);
  painter.setFont(font);
  for (std::size_t i = cause.size(); i != 0; i--) { // the first ones on top
    const QPointF place = placeOf(cause[i - 1]);
    if (place.x() < left() - circle || place.x() > width() + circle)
      continue;
    painter.setPen(QPen(m_theme->canvas, 1));
    painter.setBrush(m_theme->bug);
    painter.drawEllipse(place, size / 2, size / 2);
    if (size < circle)
      continue;
    painter.setPen(m_theme->canvas);
    painter.drawText(QRectF(place.x() - circle, place.y() - circle, 2 * circle, 2 * circle), Qt::AlignCenter,
                     QString::number(i));
  }
}

void LaneView::paintBookmarks(QPainter& painter) const {
  painter.setPen(Qt::NoPen);
  painter.setBrush(m_theme->link);
  for (const EventNumber event : m_selection.bookmarked()) {
    const QPointF top(placeOf(event).x(), placeOf(event).y() - pitch() / 2);
    painter.drawPolygon(QPolygonF({top, top + QPointF(7, 3), top + QPointF(0, 6)}));
    painter.fillRect(QRectF(top.x() - 0.5, top.y(), 1, pitch()), m_theme->link);
  }
}

void LaneView::paintPosition(QPainter& painter) const {
  const double x = std::round(xOf(static_cast<double>(m_selection.current().position)));
  painter.fillRect(QRectF(x - 1, 0, 2, height()), m_theme->link);
  const auto event = m_selection.current().event;
  if (!event || m_execution != m_selection.execution() || !hasLane(*event))
    return;
  painter.setPen(QPen(m_theme->link, 2));
  painter.setBrush(Qt::NoBrush);
  const double high = std::min(barHeight + 6, pitch());
  painter.drawRect(QRectF(placeOf(*event) - QPointF(high / 2, high / 2), QSizeF(high, high)));
}

} // namespace revisit::gui
