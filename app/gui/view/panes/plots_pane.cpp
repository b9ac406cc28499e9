#include "plots_pane.h"

#include "model/exploration/plot_tables.h"
#include "view/widgets/branching_chart.h"
#include "view/widgets/plot_chart.h"
#include "view/widgets/table_view.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>

#include <algorithm>
#include <cmath>

namespace revisit::gui {
namespace {

constexpr int refreshInterval = 250; // ms
constexpr std::uint64_t stepsAtOnce = 5000;

// "40,320"
QString axisNumber(double value) {
  return QLocale(QLocale::English).toString(value, 'f', 0);
}

QString counted(double value, const QString& thing) {
  return QStringLiteral("%1 %2").arg(axisNumber(value), thing);
}

// The curves of the plots, from the beginning on.
struct Curves {
  QList<QPointF> all = {{0, 0}}, erroneous = all, deadlocked = all, planned = all;
  QList<QPointF> rate, slowest, fastest, share, estimate, lower, upper;
  double topRate = 0, topEstimate = 0;
};

Curves curvesOf(const std::vector<SampleSpan>& spans) {
  Curves curves;
  for (const SampleSpan& span : spans) {
    const double x = span.end.seconds;
    curves.all.push_back({x, static_cast<double>(span.end.executions)});
    curves.erroneous.push_back({x, static_cast<double>(span.end.erroneous)});
    curves.deadlocked.push_back({x, static_cast<double>(span.end.deadlocked)});
    curves.planned.push_back({x, static_cast<double>(span.end.planned)});
    for (const double edge : {span.begin.seconds, x}) { // a value that holds for the whole span is drawn as a step
      curves.rate.push_back({edge, span.rate()});
      curves.slowest.push_back({edge, span.lowestRate});
      curves.fastest.push_back({edge, span.highestRate});
      curves.share.push_back({edge, 100 * span.solverShare()});
    }
    curves.topRate = std::max(curves.topRate, span.highestRate);
    curves.topEstimate =
        std::max({curves.topEstimate, span.highestEstimate, curves.all.back().y(), curves.planned.back().y()});
    if (span.highestEstimate <= 0)
      continue;
    curves.estimate.push_back({x, span.end.estimate});
    curves.lower.push_back({x, span.lowestEstimate});
    curves.upper.push_back({x, span.highestEstimate});
  }
  return curves;
}

} // namespace

ExplorationSample explorationSample(const ExplorationStatus& status) {
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

PlotsPane::PlotsPane(SelectionModel& selection, ExplorationRun& run, QWidget* parent)
    : Pane({QStringLiteral("plots"), tr("Plots"), QKeySequence(tr("Alt+P"))}, selection, parent), m_run(run),
      m_samples(new ExplorationSamples(1000, this)), m_views(new QTabWidget) {
  m_views->setObjectName(QStringLiteral("plotViews"));
  m_views->setDocumentMode(true);
  m_views->setTabPosition(QTabWidget::South);
  m_views->addTab(makePlots(), tr("Plots"));
  m_views->addTab(makeTables(), tr("Numbers"));
  setContent(m_views);
  setFocusProxy(m_views);
  m_refreshing.setSingleShot(true);
  m_refreshing.setInterval(refreshInterval);
  m_reading.setSingleShot(true);
  m_reading.setInterval(0);
  connect(&m_refreshing, &QTimer::timeout, this, &PlotsPane::refresh);
  connect(&m_reading, &QTimer::timeout, this, &PlotsPane::readLog);
  connect(&run, &ExplorationRun::logReplaced, this, &PlotsPane::restart);
  connect(&run, &ExplorationRun::progressed, this, &PlotsPane::follow);
  connect(&run, &ExplorationRun::stateChanged, this, &PlotsPane::follow);
  refresh();
}

QWidget* PlotsPane::makePlots() {
  m_executions = new PlotChart(tr("Executions"), tr("executions"));
  m_executions->addLine(tr("all"), 0);
  m_executions->addLine(tr("erroneous"), 1);
  m_executions->addLine(tr("deadlocked"), 2);
  m_rate = new PlotChart(tr("Rate"), tr("per second"));
  m_rate->addBand(tr("slowest to fastest"), 0);
  m_rate->addLine(tr("mean"), 0);
  m_estimate = new PlotChart(tr("Estimate of all"), tr("executions"));
  m_estimate->addBand(tr("± error"), 3);
  m_estimate->addLine(tr("estimate"), 3);
  m_estimate->addLine(tr("found"), 0);
  m_estimate->addLine(tr("planned"), 2);
  m_solver = new PlotChart(tr("Solver"), tr("% of the time"));
  m_solver->addLine(tr("share"), 0);
  m_alternatives = new BranchingChart;
  m_executions->setObjectName(QStringLiteral("executionsPlot"));
  m_rate->setObjectName(QStringLiteral("ratePlot"));
  m_estimate->setObjectName(QStringLiteral("estimatePlot"));
  m_solver->setObjectName(QStringLiteral("solverPlot"));
  m_summary = new QLabel;
  m_summary->setObjectName(QStringLiteral("plotSummary"));
  m_summary->setMargin(8);
  m_summary->setWordWrap(true);
  m_summary->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* plots = new QWidget;
  m_grid = new QGridLayout(plots);
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setSpacing(1);
  arrange(3);
  auto* area = new QScrollArea;
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidget(plots);
  return area;
}

void PlotsPane::arrange(int columns) {
  if (columns == m_columns)
    return;
  m_columns = columns;
  const std::array<QWidget*, 6> cells = {m_executions, m_rate, m_estimate, m_solver, m_alternatives, m_summary};
  for (int cell = 0; cell < static_cast<int>(cells.size()); cell++)
    m_grid->addWidget(cells[static_cast<std::size_t>(cell)], cell / columns, cell % columns);
  for (int column = 0; column < 3; column++)
    m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void PlotsPane::resizeEvent(QResizeEvent* event) {
  Pane::resizeEvent(event);
  constexpr int widthOfOne = 255;
  arrange(std::clamp(width() / widthOfOne, 1, 3));
}

QWidget* PlotsPane::makeTables() {
  m_timesModel = new SamplesTable(this);
  m_kindsModel = new BranchingTable(this);
  m_times = new QTableView;
  m_kinds = new QTableView;
  setUpTable(*m_times, QStringLiteral("samples table"));
  setUpTable(*m_kinds, QStringLiteral("branching table"));
  m_times->setAccessibleName(tr("The exploration over time"));
  m_kinds->setAccessibleName(tr("Alternatives by kind of event"));
  m_times->setModel(m_timesModel);
  m_kinds->setModel(m_kindsModel);
  auto* tables = new QSplitter(Qt::Vertical);
  tables->addWidget(m_times);
  tables->addWidget(m_kinds);
  tables->setChildrenCollapsible(false);
  return tables;
}

void PlotsPane::themeChanged() {
  for (PlotChart* chart : {m_executions, m_rate, m_estimate, m_solver})
    chart->setTheme(theme());
  m_alternatives->setTheme(theme());
  QPalette palette = theme().palette;
  palette.setColor(QPalette::Window, theme().canvas);
  m_summary->parentWidget()->setPalette(palette);
  m_summary->parentWidget()->setAutoFillBackground(true);
}

void PlotsPane::restart() {
  m_samples->clear();
  m_branching.setLog(m_run.log());
  follow();
}

// The numbers in the run's status are not from exactly the same moment: over short intervals rates would be noise.
bool PlotsPane::isTimeForSample() const {
  constexpr double beginning = 1, apart = 0.5; // seconds
  const double last = m_samples->isEmpty() ? 0 : m_samples->spans().back().end.seconds;
  const double now = m_run.status().seconds;
  return now <= last || last < beginning || now >= last + apart || m_run.state() != ExplorationState::Running;
}

// Samples are taken even when the pane is not visible; the rest waits until it is.
void PlotsPane::follow() {
  if (m_run.log() && isTimeForSample())
    m_samples->add(explorationSample(m_run.status()));
  if (!m_refreshing.isActive())
    m_refreshing.start();
}

void PlotsPane::inSightChanged() {
  refresh();
}

void PlotsPane::readLog() {
  if (m_branching.read(stepsAtOnce) && isInSight())
    m_reading.start(); // the window has priority
  m_alternatives->setCounts(m_branching.counts());
  m_kindsModel->setCounts(m_branching.counts());
}

void PlotsPane::refresh() {
  const bool isAny = !m_samples->isEmpty();
  setNotice(isAny ? QString()
                  : tr("Nothing was explored yet. Open a program or its source and explore it (Explore > Explore): "
                       "how fast that goes, what the solver takes and how much there is in all shows here."));
  if (!isAny || !isInSight())
    return;
  m_branching.setLog(m_run.log());
  m_reading.start();
  refreshPlots();
  m_summary->setText(summary());
  m_timesModel->setSpans(m_samples->spans());
  fitColumns(*m_times, SamplesTable::EventsAdded); // numbers get wider
  fitColumns(*m_kinds, BranchingTable::RefusedLater);
}

void PlotsPane::refreshPlots() {
  const Curves curves = curvesOf(m_samples->spans());
  const double seconds = curves.all.back().x(), found = curves.all.back().y();
  m_executions->setLine(0, curves.all);
  m_executions->setLine(1, curves.erroneous);
  m_executions->setLine(2, curves.deadlocked);
  m_executions->setRange(seconds, found);
  m_rate->setBand(0, curves.slowest, curves.fastest);
  m_rate->setLine(0, curves.rate);
  m_rate->setRange(seconds, curves.topRate);
  m_estimate->setBand(0, curves.lower, curves.upper);
  m_estimate->setLine(0, curves.estimate);
  m_estimate->setLine(1, curves.all);
  m_estimate->setLine(2, curves.planned);
  m_estimate->setRange(seconds, curves.topEstimate);
  m_solver->setLine(0, curves.share);
  m_solver->setRange(seconds, 100);
}

QString PlotsPane::summary() const {
  const ExplorationSample& now = m_samples->spans().back().end;
  QStringList lines;
  lines << tr("<b>%1</b> in %2 s")
               .arg(counted(static_cast<double>(now.executions), tr("executions")))
               .arg(now.seconds, 0, 'f', 1);
  lines << tr("%1 erroneous, %2 deadlocked").arg(now.erroneous).arg(now.deadlocked);
  lines << tr("%1 per second").arg(axisNumber(static_cast<double>(now.executions) / now.seconds));
  const bool isAll = m_run.state() == ExplorationState::Ended && m_run.report() && m_run.report()->reasons.empty();
  if (isAll)
    lines << tr("everything was explored");
  else if (now.estimate > 0)
    lines << tr("estimate of all: %1 ± %2").arg(axisNumber(now.estimate), axisNumber(now.estimateError));
  lines << tr("%1 planned").arg(counted(static_cast<double>(now.planned), tr("alternatives")));
  lines << tr("%1 to the solver, %2 s in it")
               .arg(counted(static_cast<double>(now.solverQueries), tr("queries")))
               .arg(now.solverSeconds, 0, 'f', 2);
  lines << tr("%1 added").arg(counted(static_cast<double>(now.eventsAdded), tr("events")));
  if (m_run.log() && m_run.log()->stepsLeftOut() != 0)
    lines << tr("branching: of the first %1, more are not kept")
                 .arg(counted(static_cast<double>(m_run.log()->stepCount()), tr("steps")));
  return lines.join(QStringLiteral("<br>"));
}

} // namespace revisit::gui
