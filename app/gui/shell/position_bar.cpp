#include "position_bar.h"

#include "model/text.h"
#include "query/timeline/event_text.h"

#include <QAction>
#include <QFontDatabase>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

namespace revisit::gui {

PositionBar::PositionBar(SelectionModel& selection, QWidget* parent)
    : QToolBar(tr("Position"), parent), m_selection(selection), m_slider(new QSlider(Qt::Horizontal)),
      m_position(new QLabel), m_event(new QLabel) {
  setObjectName(QStringLiteral("positionBar"));
  setMovable(false);
  setContextMenuPolicy(Qt::PreventContextMenu);
  addStep(tr("|◀"), tr("Start of the execution"), QKeySequence(tr("Alt+Home")), &PositionBar::goToStart);
  addStep(tr("◀"), tr("One event back"), QKeySequence(tr("Ctrl+Up")), &PositionBar::goBack);
  addWidget(m_slider);
  addStep(tr("▶"), tr("One event on"), QKeySequence(tr("Ctrl+Down")), &PositionBar::goForward);
  addStep(tr("▶|"), tr("End of the execution"), QKeySequence(tr("Alt+End")), &PositionBar::goToEnd);
  m_bug = addStep(tr("Bug"), tr("Where the error shows"), QKeySequence(tr("Ctrl+Shift+B")), &PositionBar::goToBug);
  m_bugTip = m_bug->toolTip();
  addWidget(m_position);
  addWidget(m_event);
  m_slider->setObjectName(QStringLiteral("positionSlider"));
  m_slider->setAccessibleName(tr("Position in the execution"));
  m_slider->setMinimumWidth(160);
  m_position->setObjectName(QStringLiteral("positionText"));
  m_position->setContentsMargins(10, 0, 10, 0);
  QFont bold = font();
  bold.setBold(true);
  m_position->setFont(bold);
  m_event->setObjectName(QStringLiteral("positionEvent"));
  m_event->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  m_event->setMinimumWidth(420);
  connect(m_slider, &QSlider::valueChanged, this,
          [this](int value) { m_selection.selectPosition(static_cast<SchedulePosition>(value)); });
  connect(&selection, &SelectionModel::executionChanged, this, &PositionBar::refresh);
  connect(&selection, &SelectionModel::positionChanged, this, &PositionBar::refresh);
  refresh();
}

QWidget* PositionBar::slider() const {
  return m_slider;
}

QAction* PositionBar::addStep(const QString& text, const QString& tip, const QKeySequence& shortcut,
                              void (PositionBar::*slot)()) {
  QAction* action = addAction(text);
  action->setShortcut(shortcut);
  action->setToolTip(tr("%1 (%2)").arg(tip, shortcut.toString(QKeySequence::NativeText)));
  connect(action, &QAction::triggered, this, slot);
  m_steps.push_back(action);
  return action;
}

void PositionBar::goToStart() {
  m_selection.selectPosition(0);
}

void PositionBar::goBack() {
  if (const SchedulePosition position = m_selection.current().position; position > 0)
    m_selection.selectPosition(position - 1);
}

void PositionBar::goForward() {
  const Selection& now = m_selection.current();
  if (now.execution && now.position < now.execution->timeline().size())
    m_selection.selectPosition(now.position + 1);
}

void PositionBar::goToEnd() {
  if (m_selection.execution())
    m_selection.selectPosition(m_selection.execution()->timeline().size());
}

void PositionBar::goToBug() {
  if (m_selection.execution())
    m_selection.selectPosition(m_selection.execution()->timeline().subject());
}

void PositionBar::refresh() {
  const Selection& now = m_selection.current();
  setEnabled(now.execution != nullptr);
  const bool isWrong = now.execution && now.execution->witness().error.kind != ErrorKind::None;
  m_bug->setEnabled(isWrong);
  m_bug->setToolTip(isWrong || !now.execution ? m_bugTip : m_bugTip + tr("\nThis execution has no error."));
  const QSignalBlocker blocker(m_slider);
  const std::size_t size = now.execution ? now.execution->timeline().size() : 0;
  m_slider->setRange(0, static_cast<int>(size));
  m_slider->setValue(static_cast<int>(now.position));
  const std::size_t percent = size == 0 ? 0 : now.position * 100 / size;
  m_position->setText(now.execution ? tr("%1/%2 %3%").arg(now.position).arg(size).arg(percent) : tr("no execution"));
  QString event;
  if (now.execution) { // the stop line of the debugger without the position, which is shown next to it
    event = fromText(stopLine(now.execution->timeline(), now.position));
    event = event.mid(event.indexOf(u']') + 2);
    if (now.position != 0)
      event = fromText(referenceText(now.execution->timeline().event(now.position))) + u' ' + event;
  }
  m_event->setText(event);
  m_event->setToolTip(event);
}

} // namespace revisit::gui
