#include "run_history.h"

#include "answer.h"
#include "log/state_log.h"
#include "model/text.h"

#include <QFileInfo>

#include <cmath>

namespace revisit::gui {
namespace {

constexpr std::size_t runsKept = 50;

ExplorationSample runSample(const ExplorationStatus& status) {
  ExplorationSample sample;
  sample.seconds = status.seconds;
  sample.executions = status.counts.total();
  sample.erroneous = status.counts.erroneous;
  sample.deadlocked = status.counts.deadlocked;
  sample.planned = status.planned;
  const bool isEstimated = std::isfinite(status.estimate.executions) && std::isfinite(status.estimate.error);
  sample.estimate = isEstimated ? std::max(0.0, status.estimate.executions) : 0;
  sample.estimateError = isEstimated ? std::max(0.0, status.estimate.error) : 0;
  sample.solverSeconds = status.solver.seconds;
  sample.solverQueries = status.solver.queries;
  sample.eventsAdded = status.work.eventsAdded;
  return sample;
}

double valueOf(const SampleSpan& span, Measure measure) {
  switch (measure) {
  case Measure::Executions:
    return static_cast<double>(span.end.executions);
  case Measure::Rate:
    return span.rate();
  case Measure::Bugs:
    return static_cast<double>(span.end.erroneous + span.end.deadlocked);
  case Measure::Planned:
    return static_cast<double>(span.end.planned);
  case Measure::Estimate:
    return span.end.estimate;
  case Measure::SolverShare:
    return 100 * span.solverShare();
  }
  return 0;
}

QString csvCell(const QString& text) {
  if (!text.contains(u',') && !text.contains(u'"') && !text.contains(u'\n'))
    return text;
  return u'"' + QString(text).replace(u'"', QStringLiteral("\"\"")) + u'"';
}

} // namespace

QString nameOf(Measure measure) {
  switch (measure) {
  case Measure::Executions:
    return QObject::tr("executions");
  case Measure::Rate:
    return QObject::tr("executions per second");
  case Measure::Bugs:
    return QObject::tr("executions with a bug");
  case Measure::Planned:
    return QObject::tr("alternatives not tried yet");
  case Measure::Estimate:
    return QObject::tr("estimate of all executions");
  case Measure::SolverShare:
    return QObject::tr("the solver's share, %");
  }
  return {};
}

// A value that holds for a whole span is drawn as a step, others from one end to the next.
QList<QPointF> curveOf(const std::vector<SampleSpan>& spans, Measure measure) {
  const bool isStep = measure == Measure::Rate || measure == Measure::SolverShare;
  QList<QPointF> curve;
  if (!isStep && measure != Measure::Estimate)
    curve.push_back({0, 0});
  for (const SampleSpan& span : spans) {
    if (isStep)
      curve.push_back({span.begin.seconds, valueOf(span, measure)});
    if (measure != Measure::Estimate || span.end.estimate > 0)
      curve.push_back({span.end.seconds, valueOf(span, measure)});
  }
  return curve;
}

RunHistory::RunHistory(ExplorationRun& run, QObject* parent) : QAbstractTableModel(parent), m_run(run) {
  connect(&run, &ExplorationRun::logReplaced, this, &RunHistory::begin);
  connect(&run, &ExplorationRun::progressed, this, &RunHistory::follow);
  connect(&run, &ExplorationRun::stateChanged, this, &RunHistory::follow);
}

// An exploration that begins again, because more memory is shared, is the same run.
void RunHistory::begin() {
  const bool isAgain = !m_runs.empty() && !m_runs.back()->cells[Result].isValid();
  if (isAgain) {
    m_runs.back()->samples.clear();
    return follow();
  }
  if (m_runs.size() == runsKept) {
    beginRemoveRows({}, 0, 0);
    m_runs.pop_front();
    endRemoveRows();
  }
  beginInsertRows({}, rowCount(), rowCount());
  m_runs.push_back(std::make_unique<Run>());
  const ExplorationRequest& request = m_run.shownRequest();
  m_runs.back()->cells[Program] = QFileInfo(fromText(request.files.front())).fileName();
  m_runs.back()->cells[Model] = fromText(revisit::nameOf(request.check.search.model));
  m_runs.back()->cells[AlgorithmColumn] = fromText(revisit::nameOf(request.check.search.algorithm));
  endInsertRows();
  follow();
}

// The numbers in the run's status are not from exactly the same moment: over short intervals rates would be noise.
bool RunHistory::isTimeForSample() const {
  constexpr double beginning = 1, apart = 0.5; // seconds
  const ExplorationSamples& samples = m_runs.back()->samples;
  const double last = samples.isEmpty() ? 0 : samples.spans().back().end.seconds, now = m_run.status().seconds;
  return now <= last || last < beginning || now >= last + apart || m_run.state() != ExplorationState::Running;
}

void RunHistory::follow() {
  if (m_runs.empty() || !m_run.log() || m_runs.back()->cells[Result].isValid())
    return;
  Run& run = *m_runs.back();
  const ExplorationStatus& status = m_run.status();
  if (isTimeForSample())
    run.samples.add(runSample(status));
  const ExplorationWork& work = status.work;
  const auto number = [](std::uint64_t value) { return QVariant::fromValue<qulonglong>(value); };
  run.cells[Executions] = number(status.counts.total());
  run.cells[Bugs] = number(m_run.bugs().size());
  run.cells[States] = m_run.log()->states() ? number(m_run.log()->states()->stateCount()) : QVariant();
  run.cells[Refused] =
      number(work.revisitsTried - work.revisitsDone + work.displacementsTried - work.displacementsDone);
  run.cells[Events] = number(work.eventsAdded);
  run.cells[Queries] = number(status.solver.queries);
  run.cells[SolverSeconds] = status.solver.seconds;
  run.cells[Seconds] = status.seconds;
  if (m_run.state() == ExplorationState::Ended || m_run.state() == ExplorationState::Failed)
    run.cells[Result] = answerOf(m_run).word;
  emit dataChanged(index(rowCount() - 1, 0), index(rowCount() - 1, columns - 1));
}

QString RunHistory::titleOf(int row) const {
  const auto& cells = m_runs[static_cast<std::size_t>(row)]->cells;
  return QStringLiteral("%1: %2, %3, %4")
      .arg(row + 1)
      .arg(cells[Program].toString(), cells[AlgorithmColumn].toString(), cells[Model].toString());
}

QString RunHistory::csv() const {
  QString text;
  for (int row = -1; row < rowCount(); row++) {
    QStringList cells;
    for (int column = 0; column < columns; column++)
      cells << csvCell(row < 0 ? headerData(column, Qt::Horizontal).toString() : index(row, column).data().toString());
    text += cells.join(u',') + u'\n';
  }
  return text;
}

int RunHistory::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int RunHistory::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : columns;
}

QVariant RunHistory::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid))
    return {};
  const QVariant& cell = m_runs[static_cast<std::size_t>(index.row())]->cells[static_cast<std::size_t>(index.column())];
  if (role == Qt::TextAlignmentRole)
    return QVariant(index.column() < Executions ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
    return {};
  if (index.column() == Result && !cell.isValid())
    return tr("exploring");
  return cell.typeId() == QMetaType::Double ? QString::number(cell.toDouble(), 'f', 2) : cell.toString();
}

QVariant RunHistory::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole)
    return {};
  if (orientation == Qt::Vertical)
    return section + 1;
  static const std::array<const char*, columns> names = {
      QT_TR_NOOP("Program"),    QT_TR_NOOP("Model"),   QT_TR_NOOP("Algorithm"), QT_TR_NOOP("Result"),
      QT_TR_NOOP("Executions"), QT_TR_NOOP("Bugs"),    QT_TR_NOOP("States"),    QT_TR_NOOP("Refused"),
      QT_TR_NOOP("Events"),     QT_TR_NOOP("Queries"), QT_TR_NOOP("Solver, s"), QT_TR_NOOP("Time, s")};
  return tr(names[static_cast<std::size_t>(section)]);
}

} // namespace revisit::gui
