#include "time_line.h"

#include "lane_view.h"
#include "model/text.h"
#include "query/timeline/event_text.h"
#include "view/widgets/explained_action.h"

#include <QAction>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace revisit::gui {

TimeLine::TimeLine(SelectionModel& selection, QWidget* parent)
    : Pane({QStringLiteral("timeline"), tr("Time line"), {}}, selection, parent), m_lanes(new LaneView(selection)),
      m_position(new QLabel), m_event(new QLabel) {
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(makeSteps());
  rows->addWidget(m_lanes);
  setContent(content);
  setFocusProxy(m_lanes);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&selection, &SelectionModel::executionChanged, this, &TimeLine::refresh);
  connect(&selection, &SelectionModel::positionChanged, this, &TimeLine::refresh);
  refresh();
}

void TimeLine::themeChanged() {
  m_lanes->setTheme(theme());
}

QWidget* TimeLine::makeSteps() {
  auto* steps = new QWidget;
  auto* row = new QHBoxLayout(steps);
  row->setContentsMargins(4, 0, 8, 0);
  row->setSpacing(2);
  addStep(*row, tr("|◀"), tr("Start of the execution"), tr("Alt+Home"), &TimeLine::goToStart);
  addStep(*row, tr("◀"), tr("One event back"), tr("Ctrl+Up"), &TimeLine::goBack);
  addStep(*row, tr("▶"), tr("One event on"), tr("Ctrl+Down"), &TimeLine::goForward);
  addStep(*row, tr("▶|"), tr("End of the execution"), tr("Alt+End"), &TimeLine::goToEnd);
  m_bug = addStep(*row, tr("Bug"), tr("Where the error shows"), tr("Ctrl+Shift+B"), &TimeLine::goToBug);
  row->addWidget(m_position);
  row->addWidget(m_event, 1);
  m_position->setObjectName(QStringLiteral("positionText"));
  m_position->setContentsMargins(8, 0, 8, 0);
  m_event->setObjectName(QStringLiteral("positionEvent"));
  QFont mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  mono.setPixelSize(12);
  m_event->setFont(mono);
  m_event->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  return steps;
}

QAction* TimeLine::addStep(QHBoxLayout& row, const QString& text, const QString& tip, const QString& key,
                           void (TimeLine::*slot)()) {
  QAction* action = makeExplained(text, tip, key, this);
  allow(*action, {});
  connect(action, &QAction::triggered, this, slot);
  addAction(action);
  row.addWidget(makeActionButton(action));
  return action;
}

void TimeLine::goToStart() {
  selection().selectPosition(0);
}

void TimeLine::goBack() {
  if (const SchedulePosition position = selection().current().position; position > 0)
    selection().selectPosition(position - 1);
}

void TimeLine::goForward() {
  const Selection& now = selection().current();
  if (now.execution && now.position < now.execution->timeline().size())
    selection().selectPosition(now.position + 1);
}

void TimeLine::goToEnd() {
  if (execution())
    selection().selectPosition(execution()->timeline().size());
}

void TimeLine::goToBug() {
  if (execution())
    selection().selectSubject();
}

void TimeLine::refresh() {
  const Selection& now = selection().current();
  setEnabled(now.execution != nullptr);
  const bool isWrong = now.execution && now.execution->witness().error.kind != ErrorKind::None;
  allow(*m_bug, isWrong ? QString() : tr("This execution has no error."));
  const std::size_t size = now.execution ? now.execution->timeline().size() : 0;
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
