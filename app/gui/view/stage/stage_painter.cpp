#include "stage_painter.h"

#include "model/text.h"
#include "view/graph/mark_style.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace revisit::gui {
namespace {

constexpr qreal padding = 4;

QString words(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

QString wordsOf(const StageArrow& arrow) {
  return arrow.marked      ? fromText(arrow.marked->text)
         : arrow.isRace    ? words("race")
         : arrow.isPreview ? words("instead")
                           : QString(QLatin1String(nameOf(arrow.relation)));
}

} // namespace

StageShape shapeOf(const StageSource& source, const QString& numbers) {
  StageShape shape{{}, source.isSplit(), numbers};
  for (std::size_t column = 0; column < source.heads().size(); column++)
    shape.isNarrow.push_back(source.isNarrow(column));
  return shape;
}

StagePainter::StagePainter(const StageSource& source, const StageStyle& style, const StageWindow& window)
    : m_source(source), m_style(style), m_window(window) {
  const qreal height = std::max(0.0, window.size.height() - style.headHeight);
  m_first = std::min(source.rowCount(), static_cast<std::size_t>(window.top / style.row));
  m_end = std::min(source.rowCount(), static_cast<std::size_t>(std::ceil((window.top + height) / style.row)));
}

QRectF StagePainter::rectOf(std::size_t row) const {
  const qreal top = m_style.headHeight + static_cast<qreal>(row) * m_style.row - m_window.top;
  return {0, top, m_window.size.width(), m_style.row};
}

std::optional<std::pair<std::size_t, std::size_t>> StagePainter::wholeRows() const {
  const auto first = static_cast<std::size_t>(std::ceil(m_window.top / m_style.row));
  const qreal bottom = m_window.top + m_window.size.height() - m_style.headHeight;
  const auto end =
      std::min(m_source.rowCount(), static_cast<std::size_t>(std::max(0.0, std::floor(bottom / m_style.row))));
  return first < end ? std::optional(std::pair(first, end - 1)) : std::nullopt;
}

qreal StagePainter::xOf(std::size_t column, Half half) const {
  const qreal inside = half == Half::Right ? std::round(m_style.widths[column] / 2) : 0;
  return m_style.columns[column] + inside - m_window.left;
}

qreal StagePainter::yOf(std::size_t row) const {
  return rectOf(row).center().y();
}

// Where the room for the item ends: at the next one, or with the content.
qreal StagePainter::limitOf(const StageLine& line, std::size_t item) const {
  const qreal left = xOf(line.items[item].column, line.items[item].half) + m_style.textOffset();
  qreal right = m_style.width - m_window.left - padding;
  for (const StageItem& other : line.items)
    if (const qreal x = xOf(other.column, other.half) - m_style.circle / 2 - padding; x > left)
      right = std::min(right, x);
  return right;
}

QRectF StagePainter::textRect(std::size_t row, const StageLine& line, std::size_t item) const {
  const StageItem& of = line.items[item];
  const QFontMetricsF metrics(of.cause != 0 || of.isStrong ? m_style.strong : m_style.text);
  const qreal left = xOf(of.column, of.half) + m_style.textOffset();
  const qreal right = limitOf(line, item);
  const QRectF rect = rectOf(row);
  const qreal width =
      metrics.horizontalAdvance((of.isFold || of.isOpened ? QStringLiteral("▸ ") : QString()) + of.text);
  return {left - padding, rect.top() + 2, std::clamp(right - left, 0.0, width + 1) + 2 * padding, rect.height() - 4};
}

QColor StagePainter::groundOf(std::size_t row, const StageLine& line) const {
  const Theme& theme = *m_style.theme;
  if (m_source.selectedRow() == row)
    return theme.selectionBand;
  if (line.isLit)
    return theme.selectionBand; // no accent of its own: the stage has at most three
  const bool isOfCause = std::ranges::binary_search(m_source.causeRows(), row);
  return isOfCause ? theme.causeBand : line.isAhead ? theme.canvasAhead : theme.canvas;
}

void StagePainter::paint(QPainter& painter) {
  const QRectF all({}, m_window.size);
  painter.fillRect(all, m_style.theme->canvas);
  if (m_first < m_end) {
    for (std::size_t row = m_first; row < m_end; row++)
      m_lines.push_back(m_source.lineAt(row));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(all.adjusted(0, m_style.headHeight, 0, 0));
    paintGrounds(painter);
    paintThreads(painter);
    const std::vector<StageArrow> arrows = m_source.arrows(m_first, m_end - 1);
    noteMarks();
    noteRemarks(arrows);
    for (const bool isOfSelected : {false, true}) {
      std::size_t lane = 0;
      for (const StageArrow& arrow : arrows)
        if (arrow.isOfSelected == isOfSelected)
          paintArrow(painter, arrow, isOfSelected ? 1 + lane++ % 3 : 0);
    }
    for (std::size_t row = m_first; row < m_end; row++)
      paintLine(painter, row);
    paintStrips(painter);
    painter.setClipping(false);
  }
  paintHeads(painter);
}

// What a step of the algorithm makes of an event stands behind it.
void StagePainter::noteMarks() {
  for (std::size_t row = m_first; row < m_end; row++)
    for (const StageItem& item : m_lines[row - m_first].items)
      if (item.mark != NodeMark::None)
        m_remarks[row] = styleOf(item.mark, item.isObject, *m_style.theme).badge;
}

// A relation of the selected row is named at its other end; one that leads out of sight at the selected row. The arrows
// of a step are named where they lead to.
void StagePainter::noteRemarks(const std::vector<StageArrow>& arrows) {
  const auto add = [&](std::size_t row, const QString& words) {
    QString& remark = m_remarks[row];
    if (!remark.split(QStringLiteral(", ")).contains(words))
      remark += (remark.isEmpty() ? QString() : QStringLiteral(", ")) + words;
  };
  const auto selected = m_source.selectedRow();
  for (std::size_t row = m_first; row < m_end; row++)
    if (const QString& preview = m_lines[row - m_first].preview; !preview.isEmpty())
      add(row, preview);
  for (const StageArrow& arrow : arrows) {
    if (!arrow.isOfSelected)
      continue;
    const bool isTo = arrow.marked || (!arrow.isRace && arrow.from.row == selected);
    const std::size_t other = isTo ? arrow.to.row : arrow.from.row, here = isTo ? arrow.from.row : arrow.to.row;
    if (other >= m_first && other < m_end)
      add(other, wordsOf(arrow));
    else if (here >= m_first && here < m_end)
      add(here, words("%1 %2 %3")
                    .arg(wordsOf(arrow), other < m_first ? QStringLiteral("↑") : QStringLiteral("↓"),
                         m_source.lineAt(other).number));
  }
}

void StagePainter::paintGrounds(QPainter& painter) const {
  for (std::size_t row = m_first; row < m_end; row++)
    painter.fillRect(rectOf(row), groundOf(row, m_lines[row - m_first]));
}

// The line of each thread, over all rows.
void StagePainter::paintThreads(QPainter& painter) const {
  painter.setPen(QPen(m_style.theme->separator, 1));
  const qreal bottom = rectOf(m_end - 1).bottom();
  for (std::size_t column = 0; column < m_style.columns.size(); column++)
    for (const Half half : {Half::Left, Half::Right})
      if (half == Half::Left || (m_source.isSplit() && !m_source.isNarrow(column))) {
        const qreal x = std::round(xOf(column, half)) + 0.5;
        painter.drawLine(QPointF(x, m_style.headHeight), QPointF(x, bottom));
      }
}

// Down or up beside the thread that is farther to the left, and along the row of the other end, where there is no text.
void StagePainter::paintArrow(QPainter& painter, const StageArrow& arrow, std::size_t lane) const {
  const Theme& theme = *m_style.theme;
  const auto place = [&](const StagePlace& of) {
    const qreal limit = m_window.size.height() + 100; // a dashed line of a million pixels takes its time
    return QPointF(std::round(xOf(of.column, of.half)) + 0.5, std::clamp(yOf(of.row), -100.0, limit));
  };
  const QPointF from = place(arrow.from), to = place(arrow.to);
  const qreal gutter =
      std::min(from.x(), to.x()) - m_style.circle / 2 + 1 - static_cast<qreal>(lane) * 4 * m_style.zoom;
  const qreal end = to.x() - (arrow.isOfSelected ? m_style.circle / 2 : 3);
  const QPolygonF route({from, {gutter, from.y()}, {gutter, to.y()}, {end, to.y()}});
  QPen pen = arrow.marked ? penOf(*arrow.marked, theme) : penOf(arrow.relation, theme, arrow.isOfSelected ? 2 : 1);
  if (arrow.isRace || !arrow.isOfSelected)
    pen.setColor(arrow.isRace ? theme.bug : theme.edge);
  if (arrow.isPreview)
    pen = QPen(theme.link, 1.5, Qt::DotLine);
  const QColor colour = pen.color();
  painter.setBrush(Qt::NoBrush);
  if (arrow.isRace) { // two lines
    painter.setPen(QPen(colour, 5));
    painter.drawPolyline(route);
    painter.setPen(QPen(theme.canvas, 2));
    painter.drawPolyline(route);
    return;
  }
  painter.setPen(pen);
  painter.drawPolyline(route);
  const qreal head = arrow.isOfSelected ? 5 : 3.5;
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(
      QPolygonF({{end + 1, to.y()}, {end - head, to.y() - head * 0.7}, {end - head, to.y() + head * 0.7}}));
}

void StagePainter::paintLine(QPainter& painter, std::size_t row) const {
  const StageLine& line = m_lines[row - m_first];
  const QRectF rect = rectOf(row);
  if (!line.rule.isEmpty())
    return paintRule(painter, rect, line.rule);
  const QColor ground = groundOf(row, line);
  for (std::size_t item = 0; item < line.items.size(); item++)
    paintItem(painter, row, item, ground);
  paintNumber(painter, rect, line);
}

void StagePainter::paintNumber(QPainter& painter, const QRectF& rect, const StageLine& line) const {
  const Theme& theme = *m_style.theme;
  painter.setFont(m_style.text);
  painter.setPen(theme.faintText);
  const QRectF place(-m_window.left, rect.top(), m_style.ruler - padding, rect.height());
  const QFontMetricsF metrics(m_style.text);
  painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                   metrics.elidedText(line.number, Qt::ElideRight, place.width()));
  if (!line.isBookmarked)
    return;
  const qreal size = 9 * m_style.zoom;
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.link);
  painter.drawPolygon(
      QPolygonF({place.topLeft(), place.topLeft() + QPointF(size, 0), place.topLeft() + QPointF(0, size)}));
}

void StagePainter::paintItem(QPainter& painter, std::size_t row, std::size_t item, const QColor& ground) const {
  const Theme& theme = *m_style.theme;
  const StageLine& line = m_lines[row - m_first];
  const StageItem& of = line.items[item];
  const QRectF rect = textRect(row, line, item);
  const QRectF inner = rect.adjusted(padding, 0, -padding, 0);
  const bool isSelected = m_source.selectedRow() == row &&
                          (of.half == Half::Whole || line.items.size() == 1 || of.half == m_source.selectedHalf());
  painter.fillRect(rect, ground);
  const MarkStyle mark = styleOf(of.mark, of.isObject, theme);
  QFont font = of.cause != 0 || of.isStrong ? m_style.strong : m_style.text;
  font.setStrikeOut(mark.isStruck);
  painter.setFont(font);
  painter.setPen(of.isFold || of.isQuiet ? theme.faintText : theme.text);
  const QString sign = of.isFold ? QStringLiteral("▸ ") : of.isOpened ? QStringLiteral("▾ ") : QString();
  painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetricsF(painter.font()).elidedText(sign + of.text, Qt::ElideMiddle, inner.width() + 1));
  if (const auto remark = m_remarks.find(row); remark != m_remarks.end() && item == 0) {
    QFont note = m_style.head;
    note.setPixelSize(m_style.text.pixelSize());
    const qreal room = limitOf(line, item) - rect.right() - 3 * padding;
    const QString words = QFontMetricsF(note).elidedText(remark->second, Qt::ElideRight, std::max(0.0, room));
    const QRectF place(rect.right() + 2 * padding, rect.top(), QFontMetricsF(note).horizontalAdvance(words) + padding,
                       rect.height());
    painter.fillRect(place, ground);
    painter.setFont(note);
    painter.setPen(theme.text);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, words);
  }
  if (!of.isLabel)
    paintPoint(painter, {xOf(of.column, of.half), rect.center().y()}, of);
  painter.setBrush(Qt::NoBrush);
  if (of.mark != NodeMark::None) {
    painter.setPen(mark.outline);
    painter.drawRect(rect.adjusted(1, 1, -1, -1));
    if (mark.isDouble)
      painter.drawRect(rect.adjusted(3.5, 3.5, -3.5, -3.5));
  }
  if (isSelected) {
    painter.setPen(QPen(theme.link, 2));
    painter.drawRect(of.mark == NodeMark::None ? rect.adjusted(1, 1, -1, -1) : rect.adjusted(-2, -2, 2, 2));
  }
}

void StagePainter::paintPoint(QPainter& painter, const QPointF& centre, const StageItem& item) const {
  const Theme& theme = *m_style.theme;
  const QPointF middle(std::round(centre.x()) + 0.5, std::round(centre.y()));
  if (item.cause == 0) {
    painter.setPen(QPen(theme.edge, 1.5));
    const bool isHollow = item.isFold || styleOf(item.mark, item.isObject, theme).isHollow;
    painter.setBrush(isHollow ? theme.canvas : theme.edge);
    painter.drawEllipse(middle, 3 * m_style.zoom, 3 * m_style.zoom);
    return;
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.bug);
  painter.drawEllipse(middle, m_style.circle / 2, m_style.circle / 2);
  QFont font = m_style.head;
  font.setPixelSize(m_style.text.pixelSize());
  font.setBold(true);
  painter.setFont(font);
  painter.setPen(theme.canvas);
  const qreal size = m_style.circle;
  painter.drawText(QRectF(middle.x() - size, middle.y() - size, 2 * size, 2 * size), Qt::AlignCenter,
                   QString::number(item.cause));
}

void StagePainter::paintRule(QPainter& painter, const QRectF& rect, const QString& words) const {
  const Theme& theme = *m_style.theme;
  QFont font = m_style.head;
  font.setPixelSize(m_style.text.pixelSize());
  painter.fillRect(rect, theme.surface);
  painter.setPen(QPen(theme.edge, 1));
  painter.drawLine(rect.topLeft(), rect.topRight());
  painter.setFont(font);
  painter.setPen(theme.text);
  const QRectF place = rect.adjusted(m_style.ruler, 0, -padding, 0);
  painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetricsF(font).elidedText(words, Qt::ElideRight, place.width()));
}

void StagePainter::paintHeads(QPainter& painter) const {
  const Theme& theme = *m_style.theme;
  const QRectF bar(0, 0, m_window.size.width(), m_style.headHeight);
  painter.fillRect(bar, theme.surface);
  painter.setPen(QPen(theme.separator, 1));
  painter.drawLine(QPointF(0, bar.bottom() - 0.5), QPointF(bar.right(), bar.bottom() - 0.5));
  painter.setFont(m_style.head);
  painter.setPen(theme.text);
  const std::vector<QString> heads = m_source.heads();
  for (std::size_t column = 0; column < heads.size() && column < m_style.columns.size(); column++) {
    const qreal left = xOf(column, Half::Left) - m_style.circle / 2;
    const bool isLast = column + 1 == heads.size();
    const qreal right = isLast ? -m_window.left + m_style.width : xOf(column + 1, Half::Left) - m_style.circle / 2;
    const QRectF place(left, 0, right - left - padding, bar.height());
    const QFontMetricsF metrics(m_style.head);
    // Where there is little room, the number of the thread.
    const bool isWhole = metrics.horizontalAdvance(heads[column]) <= place.width();
    painter.drawText(
        place, Qt::AlignLeft | Qt::AlignVCenter,
        isWhole ? heads[column]
                : metrics.elidedText(heads[column], Qt::ElideMiddle,
                                     std::max(place.width(), metrics.horizontalAdvance(QStringLiteral("T0…")))));
  }
}

std::size_t StagePainter::causesAbove() const {
  const auto rows = wholeRows();
  const std::vector<std::size_t>& cause = m_source.causeRows();
  return rows ? static_cast<std::size_t>(std::ranges::lower_bound(cause, rows->first) - cause.begin()) : 0;
}

std::size_t StagePainter::causesBelow() const {
  const auto rows = wholeRows();
  const std::vector<std::size_t>& cause = m_source.causeRows();
  return rows ? static_cast<std::size_t>(cause.end() - std::ranges::upper_bound(cause, rows->second)) : 0;
}

QRectF StagePainter::strip(bool isAbove) const {
  const qreal height = m_style.strip();
  const qreal top = isAbove ? m_style.headHeight : m_window.size.height() - height;
  return {0, top, m_window.size.width(), height};
}

std::pair<qreal, qreal> StagePainter::uncovered() const {
  return {causesAbove() != 0 ? strip(true).bottom() : m_style.headHeight,
          causesBelow() != 0 ? strip(false).top() : m_window.size.height()};
}

std::optional<std::size_t> StagePainter::stripTarget(const QPointF& point) const {
  const std::vector<std::size_t>& cause = m_source.causeRows();
  if (const std::size_t above = causesAbove(); above != 0 && strip(true).contains(point))
    return cause[above - 1];
  if (const std::size_t below = causesBelow(); below != 0 && strip(false).contains(point))
    return cause[cause.size() - below];
  return std::nullopt;
}

void StagePainter::paintStrips(QPainter& painter) const {
  const Theme& theme = *m_style.theme;
  const auto paintStrip = [&](std::size_t count, bool isAbove) {
    if (count == 0)
      return;
    const QRectF rect = strip(isAbove);
    QFont font = m_style.head;
    font.setPixelSize(m_style.text.pixelSize());
    painter.fillRect(rect, theme.surface);
    painter.setPen(QPen(theme.separator, 1));
    const qreal y = isAbove ? rect.bottom() : rect.top();
    painter.drawLine(QPointF(0, y), QPointF(rect.right(), y));
    painter.setFont(font);
    painter.setPen(theme.bug);
    painter.drawText(rect.adjusted(m_style.ruler, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     isAbove ? words("↑ %1 more of the cause above").arg(count)
                             : words("↓ %1 more of the cause below").arg(count));
  };
  paintStrip(causesAbove(), true);
  paintStrip(causesBelow(), false);
}

} // namespace revisit::gui
