// The keys of the stage.
#include "stage_view.h"

#include <QKeyEvent>

#include <algorithm>

namespace revisit::gui {

void StageView::keyPressEvent(QKeyEvent* event) {
  const bool isDone = m_source.rowCount() != 0 && (zoomByKey(*event) || moveByKey(*event) || followByKey(*event));
  event->setAccepted(isDone);
  if (isDone)
    m_isAtOpening = m_isAtOpening && event->key() == Qt::Key_0;
  else
    QAbstractScrollArea::keyPressEvent(event);
}

bool StageView::zoomByKey(const QKeyEvent& event) {
  const int key = event.key();
  const bool isLarger = key == Qt::Key_Plus || key == Qt::Key_Equal, isSmaller = key == Qt::Key_Minus;
  if (event.modifiers() & Qt::ControlModifier) {
    if (isLarger || isSmaller)
      setZoom(m_style.zoom + (isLarger ? zoomStepOfStage : -zoomStepOfStage));
    return isLarger || isSmaller;
  }
  if (event.modifiers() & (Qt::AltModifier | Qt::MetaModifier))
    return false;
  if (key == Qt::Key_0)
    fit();
  else if (key == Qt::Key_1)
    setZoom(1);
  else
    return foldByKey(key);
  return true;
}

// As in trees: + opens what stands in one row, - closes it.
bool StageView::foldByKey(int key) {
  const bool opens = key == Qt::Key_Plus || key == Qt::Key_Equal, closes = key == Qt::Key_Minus;
  const bool toggles = key == Qt::Key_Return || key == Qt::Key_Enter;
  const auto row = m_source.selectedRow();
  if (!row || (!opens && !closes && !toggles))
    return opens || closes || toggles;
  const StageLine line = m_source.lineAt(*row);
  const bool isFold = !line.items.empty() && line.items.front().isFold;
  if (toggles || opens == isFold)
    m_source.toggle(*row);
  return true;
}

void StageView::moveTo(std::ptrdiff_t row) {
  const auto last = static_cast<std::ptrdiff_t>(m_source.rowCount()) - 1;
  m_source.select(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(row, 0, last)), m_source.selectedHalf());
}

bool StageView::moveByKey(const QKeyEvent& event) {
  if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
    return false;
  const bool isInThread = event.modifiers() & Qt::ShiftModifier;
  const auto selected = m_source.selectedRow();
  const auto rows = wholeRows();
  const auto page = rows ? static_cast<std::ptrdiff_t>(rows->second - rows->first) : 1;
  const auto here = static_cast<std::ptrdiff_t>(selected.value_or(0));
  const auto step = [&](std::ptrdiff_t by) { moveTo(selected ? here + by : here); };
  switch (event.key()) {
  case Qt::Key_Up:
    isInThread ? m_source.move(StageMove::Earlier) : step(-1);
    return true;
  case Qt::Key_Down:
    isInThread ? m_source.move(StageMove::Later) : step(1);
    return true;
  case Qt::Key_Left:
    m_source.move(StageMove::Left);
    return true;
  case Qt::Key_Right:
    m_source.move(StageMove::Right);
    return true;
  case Qt::Key_PageUp:
    step(-page);
    return true;
  case Qt::Key_PageDown:
    step(page);
    return true;
  case Qt::Key_Home:
    moveTo(0);
    return true;
  case Qt::Key_End:
    moveTo(static_cast<std::ptrdiff_t>(m_source.rowCount()) - 1);
    return true;
  default:
    return false;
  }
}

bool StageView::followByKey(const QKeyEvent& event) {
  if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
    return false;
  const std::optional<Relation> relation = relationOfKey(event.key());
  if (!relation)
    return false;
  const Direction wanted = directionOfKey(*relation, event.modifiers() & Qt::ShiftModifier);
  const Direction other = wanted == Direction::Forward ? Direction::Backward : Direction::Forward;
  if (!m_source.follow(*relation, wanted))
    m_source.follow(*relation, other);
  return true;
}

} // namespace revisit::gui
