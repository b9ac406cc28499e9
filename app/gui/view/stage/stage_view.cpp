#include "stage_view.h"

#include "view/graph/mark_style.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace revisit::gui {
namespace {

constexpr qreal mostZoom = 2;

} // namespace

StageView::StageView(StageSource& source, QWidget* parent) : QAbstractScrollArea(parent), m_source(source) {
  setObjectName(QStringLiteral("stageView"));
  setAccessibleName(tr("Stage; the table shows the same"));
  setFrameShape(NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setAcceptDrops(false); // drops are handled by the pane or the window
  viewport()->setMouseTracking(true);
  connect(&source, &StageSource::opened, this, &StageView::showOpening);
  connect(&source, &StageSource::refolded, this, &StageView::showRefolded);
  connect(&source, &StageSource::selected, this, &StageView::showSelected);
  connect(&source, &StageSource::looksChanged, viewport(), qOverload<>(&QWidget::update));
  showOpening();
}

void StageView::setTheme(const Theme& theme) {
  m_style.theme = &theme;
  viewport()->update();
}

void StageView::layOut() {
  const std::size_t rows = m_source.rowCount();
  QString longest = rows == 0 ? QString() : QString::number(std::max(m_source.keyOf(rows - 1), rows));
  constexpr qsizetype mostLetters = 9;              // "1234-5678"
  if (rows != 0 && m_source.keyOf(rows - 1) > rows) // a row stands for several events
    longest = (longest + u'-' + longest).left(std::max(mostLetters, longest.size()));
  gui::layOut(m_style, shapeOf(m_source, longest), viewport()->width());
  const qreal height = static_cast<qreal>(rows) * m_style.row + m_style.headHeight;
  verticalScrollBar()->setRange(0, std::max(0, qCeil(height - viewport()->height())));
  verticalScrollBar()->setPageStep(std::max(1, viewport()->height() - qRound(m_style.headHeight)));
  verticalScrollBar()->setSingleStep(qRound(m_style.row));
  horizontalScrollBar()->setRange(0, std::max(0, qRound(m_style.width) - viewport()->width()));
  horizontalScrollBar()->setPageStep(viewport()->width());
  viewport()->update();
}

void StageView::setTop(qreal top) {
  verticalScrollBar()->setValue(qRound(top));
}

void StageView::showOpening() {
  m_isAtOpening = true;
  layOut();
  describe();
  if (m_source.rowCount() == 0)
    return;
  const qreal height = viewport()->height() - m_style.headHeight;
  auto room = static_cast<std::size_t>(std::max(1.0, std::floor(height / m_style.row)));
  StageOpening opening = m_source.opening(room);
  const bool needsStrip = opening.causesAbove != 0;
  if (needsStrip && room > 1) // a row's height for the words "more above"
    opening = m_source.opening(--room);
  const qreal last = static_cast<qreal>(opening.first + opening.rows) * m_style.row;
  // What has to be in view in the middle, with more below it where there is.
  const qreal spare = std::max(0.0, height - static_cast<qreal>(opening.rows) * m_style.row);
  setTop(needsStrip ? last - height : static_cast<qreal>(opening.first) * m_style.row - std::floor(spare / 2));
  horizontalScrollBar()->setValue(0);
  noteAnchor();
}

// The row that is selected stays where it is, or the first one in sight.
void StageView::showRefolded() {
  layOut();
  if (m_source.rowCount() == 0)
    return;
  const std::size_t row = m_source.rowOfKey(m_anchor);
  setTop(static_cast<qreal>(row) * m_style.row + m_style.headHeight - m_anchorTop);
  showSelected();
}

void StageView::noteAnchor() {
  if (m_source.rowCount() == 0)
    return;
  const auto rows = wholeRows();
  const auto selected = m_source.selectedRow();
  const bool isInSight = selected && rows && *selected >= rows->first && *selected <= rows->second;
  const std::size_t row = isInSight ? *selected : rows ? rows->first : 0;
  m_anchor = m_source.keyOf(row);
  m_anchorTop = rectOf(row).top();
}

void StageView::showSelected() {
  const int before = verticalScrollBar()->value();
  if (const auto row = m_source.selectedRow(); row && !m_isChoosing)
    ensureVisible(*row);
  m_isAtOpening = m_isAtOpening && verticalScrollBar()->value() == before; // a resize leaves what was gone to in sight
  noteAnchor();
  describe();
  viewport()->update();
}

// For screen readers: what is selected.
void StageView::describe() {
  const auto row = m_source.selectedRow();
  setAccessibleDescription(row ? m_source.tipAt(*row, m_source.selectedHalf()) : QString());
}

void StageView::ensureVisible(std::size_t row) {
  for (int pass = 0; pass < 2; pass++) { // what is said of the rest of the cause may come and go
    const QRectF rect = rectOf(row);
    const auto [top, bottom] = painterNow().uncovered();
    const qreal now = verticalScrollBar()->value();
    if (rect.top() < top)
      setTop(now + rect.top() - top);
    else if (rect.bottom() > bottom)
      setTop(now + rect.bottom() - bottom);
  }
  viewport()->update();
}

StagePainter StageView::painterNow() const {
  return {m_source,
          m_style,
          {viewport()->size(), static_cast<qreal>(horizontalScrollBar()->value()),
           static_cast<qreal>(verticalScrollBar()->value())}};
}

QRectF StageView::rectOf(std::size_t row) const {
  return painterNow().rectOf(row);
}

QRectF StageView::textRectOf(std::size_t row) const {
  const StageLine line = m_source.lineAt(row);
  return line.items.empty() ? QRectF() : painterNow().textRect(row, line, 0);
}

std::optional<std::size_t> StageView::rowAt(const QPointF& point) const {
  const qreal y = point.y() - m_style.headHeight + verticalScrollBar()->value();
  if (point.y() < m_style.headHeight || y < 0)
    return std::nullopt;
  const auto row = static_cast<std::size_t>(y / m_style.row);
  return row < m_source.rowCount() ? std::optional(row) : std::nullopt;
}

std::optional<EventNumber> StageView::eventAt(const QPointF& point) const {
  const auto row = rowAt(point);
  return row ? m_source.eventAt(*row, halfAt(*row, point)) : std::nullopt;
}

std::optional<std::pair<std::size_t, std::size_t>> StageView::wholeRows() const {
  return painterNow().wholeRows();
}

// In a row of two items the one whose half of the row it is.
Half StageView::halfAt(std::size_t row, const QPointF& point) const {
  const StageLine line = m_source.lineAt(row);
  if (line.items.empty())
    return Half::Whole;
  const StagePainter painter = painterNow();
  Half half = line.items.front().half;
  for (std::size_t i = 1; i < line.items.size(); i++)
    if (point.x() >= painter.textRect(row, line, i).left() - m_style.textOffset() - m_style.circle / 2)
      half = line.items[i].half;
  return half;
}

void StageView::choose(std::size_t row, const QPointF& point) {
  m_isAtOpening = false;
  m_isChoosing = true;
  m_source.select(row, halfAt(row, point));
  m_isChoosing = false;
}

void StageView::fit() {
  m_style.zoom = 1;
  showOpening();
}

void StageView::setZoom(qreal zoom) {
  m_style.zoom = std::clamp(zoom, 1.0, mostZoom);
  m_isAtOpening = false;
  noteAnchor();
  const qreal part = m_anchorTop / std::max(1, viewport()->height());
  layOut();
  if (m_source.rowCount() != 0)
    setTop(static_cast<qreal>(m_source.rowOfKey(m_anchor)) * m_style.row + m_style.headHeight -
           part * viewport()->height());
  showSelected();
}

void StageView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painterNow().paint(painter);
}

void StageView::resizeEvent(QResizeEvent*) {
  if (m_isAtOpening)
    showOpening();
  else
    showRefolded();
}

void StageView::scrollContentsBy(int, int) {
  noteAnchor();
  viewport()->update();
}

void StageView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::FontChange)
    layOut();
}

void StageView::wheelEvent(QWheelEvent* event) {
  m_isAtOpening = false;
  if (event->modifiers() & Qt::ControlModifier) {
    setZoom(m_style.zoom + zoomStepOfStage * (event->angleDelta().y() > 0 ? 1 : -1));
    event->accept();
    return;
  }
  QAbstractScrollArea::wheelEvent(event);
}

void StageView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton)
    return;
  const QPointF point = event->position();
  if (const auto row = painterNow().stripTarget(point)) {
    m_isAtOpening = false;
    return m_source.select(*row, Half::Whole);
  }
  if (const auto row = rowAt(point))
    choose(*row, point);
}

void StageView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (const auto row = rowAt(event->position()); row && event->button() == Qt::LeftButton)
    m_source.toggle(*row);
}

QString StageView::tipOf(std::size_t row, Half half) const {
  QString tip = m_source.tipAt(row, half);
  for (const StageItem& item : m_source.lineAt(row).items)
    if (const QString meaning = styleOf(item.mark, item.isObject, *m_style.theme).meaning; !meaning.isEmpty())
      tip += u'\n' + meaning;
  return tip;
}

bool StageView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto row = rowAt(help->pos());
    QToolTip::showText(help->globalPos(), row ? tipOf(*row, halfAt(*row, help->pos())) : QString(), this);
    return true;
  }
  return QAbstractScrollArea::viewportEvent(event);
}

} // namespace revisit::gui
