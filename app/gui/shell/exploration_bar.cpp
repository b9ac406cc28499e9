#include "exploration_bar.h"

#include <QLabel>
#include <QLocale>
#include <QProgressBar>

#include <algorithm>

namespace revisit::gui {
namespace {

QString stateText(const ExplorationRun& run) {
  switch (run.state()) {
  case ExplorationState::None:
    return QObject::tr("Nothing explored");
  case ExplorationState::Building:
    return QObject::tr("Building …");
  case ExplorationState::Running:
    return QObject::tr("Exploring …");
  case ExplorationState::Paused:
    return QObject::tr("Paused");
  case ExplorationState::Failed:
    return QObject::tr("Failed");
  case ExplorationState::Ended:
    break;
  }
  switch (run.report()->verdict) {
  case CheckVerdict::Safe:
    return QObject::tr("Safe: all explored");
  case CheckVerdict::Bug:
    return run.report()->reasons.empty() ? QObject::tr("Bug found, all explored") : QObject::tr("Bug found");
  case CheckVerdict::Incomplete:
    break;
  }
  return QObject::tr("Not all explored");
}

QString barNumber(double value) {
  return QLocale().toString(value, 'f', 0);
}

} // namespace

QString progressText(const ExplorationStatus& status, ExplorationState state) {
  const ExplorationCounts& counts = status.counts;
  const QString total = QLocale().toString(static_cast<qulonglong>(counts.total()));
  QStringList parts{counts.total() == 1 ? QObject::tr("1 execution") : QObject::tr("%1 executions").arg(total)};
  const auto add = [&](std::uint64_t count, const QString& what) {
    if (count != 0)
      parts << QLocale().toString(static_cast<qulonglong>(count)) + u' ' + what;
  };
  add(counts.erroneous, QObject::tr("erroneous"));
  add(counts.deadlocked, QObject::tr("deadlocked"));
  add(counts.blocked, QObject::tr("blocked"));
  add(counts.cut, QObject::tr("cut"));
  add(status.planned, QObject::tr("planned"));
  if (status.seconds > 0.2)
    parts << QObject::tr("%1/s").arg(barNumber(static_cast<double>(counts.total()) / status.seconds));
  const bool isOver = state == ExplorationState::Ended || state == ExplorationState::Failed;
  if (!isOver && status.estimate.executions > 0)
    parts << QObject::tr("about %1 (±%2) in all")
                 .arg(barNumber(status.estimate.executions), barNumber(status.estimate.error));
  if (status.seconds > 0)
    parts << QObject::tr("%1 s").arg(QLocale().toString(status.seconds, 'f', status.seconds < 10 ? 1 : 0));
  return parts.join(QStringLiteral("  ·  "));
}

ExplorationBar::ExplorationBar(ExplorationActions& actions, QWidget* parent)
    : QToolBar(tr("Exploration"), parent), m_run(actions.browser().run()), m_state(new QLabel),
      m_progress(new QProgressBar), m_text(new QLabel) {
  setObjectName(QStringLiteral("explorationBar"));
  setMovable(false);
  setContextMenuPolicy(Qt::PreventContextMenu);
  setToolButtonStyle(Qt::ToolButtonTextOnly);
  addActions({actions.explore(), actions.pause(), actions.step(), actions.cancel()});
  addSeparator();
  addActions({actions.previousBuggy(), actions.previous(), actions.next(), actions.nextBuggy()});
  addSeparator();
  m_state->setObjectName(QStringLiteral("explorationState"));
  m_state->setContentsMargins(8, 0, 8, 0);
  QFont bold = font();
  bold.setBold(true);
  m_state->setFont(bold);
  m_progress->setObjectName(QStringLiteral("explorationProgress"));
  m_progress->setAccessibleName(tr("Part of the exploration that is done, by estimate"));
  m_progress->setFixedWidth(120);
  m_progress->setTextVisible(true);
  m_text->setObjectName(QStringLiteral("explorationText"));
  m_text->setContentsMargins(10, 0, 10, 0);
  m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  m_text->setMinimumWidth(80);
  addWidget(m_state);
  addWidget(m_progress);
  addWidget(m_text);
  connect(&m_run, &ExplorationRun::stateChanged, this, &ExplorationBar::refresh);
  connect(&m_run, &ExplorationRun::progressed, this, &ExplorationBar::refresh);
  refresh();
}

void ExplorationBar::refresh() {
  const ExplorationState state = m_run.state();
  const ExplorationStatus& status = m_run.status();
  m_state->setText(stateText(m_run));
  const bool isOver = state == ExplorationState::Ended;
  const bool isAll = isOver && m_run.report()->exploration.incomplete.empty();
  const auto found = static_cast<double>(status.counts.total());
  const bool isKnown = isOver || status.estimate.executions > 0;
  const double part = isAll ? 1 : isKnown ? found / std::max({status.estimate.executions, found, 1.0}) : 0;
  // Without an estimate the bar shows activity only.
  m_progress->setRange(0, m_run.isActive() && state != ExplorationState::Paused && !isKnown ? 0 : 100);
  m_progress->setValue(std::clamp(static_cast<int>(part * 100), 0, isAll ? 100 : 99));
  const bool isThere = state != ExplorationState::None && state != ExplorationState::Building;
  m_text->setText(isThere ? progressText(status, state) : QString());
  m_text->setToolTip(m_text->text());
}

} // namespace revisit::gui
