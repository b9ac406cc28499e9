#include "runs_pane.h"

#include "view/widgets/plot_chart.h"
#include "view/widgets/table_view.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSaveFile>
#include <QSplitter>

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr std::size_t linesShown = 2;

} // namespace

RunsPane::RunsPane(SelectionModel& selection, ExplorationRun& run, QWidget* parent)
    : Pane({QStringLiteral("runs"), tr("Runs"), QKeySequence(tr("Alt+P"))}, selection, parent),
      m_history(new RunHistory(run, this)), m_table(new QTableView), m_measure(new QComboBox),
      m_chart(new PlotChart(tr("Course of the runs"), linesShown)) {
  setUpTable(*m_table, QStringLiteral("runs table"));
  m_table->setAccessibleName(tr("Runs"));
  m_table->setModel(m_history);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->verticalHeader()->show();
  m_chart->setObjectName(QStringLiteral("runsPlot"));
  auto* below = new QWidget;
  auto* rows = new QVBoxLayout(below);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(makeTools());
  rows->addWidget(m_chart, 1);
  auto* parts = new QSplitter(Qt::Vertical);
  parts->setHandleWidth(1);
  parts->addWidget(m_table);
  parts->addWidget(below);
  parts->setStretchFactor(0, 1);
  parts->setStretchFactor(1, 2);
  setContent(parts);
  setFocusProxy(m_table);
  connect(m_measure, &QComboBox::currentIndexChanged, this, &RunsPane::refresh);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPane::refresh);
  connect(m_history, &QAbstractItemModel::dataChanged, this, &RunsPane::refresh);
  connect(m_history, &QAbstractItemModel::rowsInserted, this,
          [this] { m_table->selectRow(m_history->rowCount() - 1); });
  refresh();
}

QWidget* RunsPane::makeTools() {
  auto* tools = new QWidget;
  auto* row = new QHBoxLayout(tools);
  row->setContentsMargins(8, 4, 8, 4);
  row->addWidget(m_measure);
  auto* hint = new QLabel(tr("over seconds, of the selected runs: two can be laid over each other"));
  row->addWidget(hint, 1);
  auto* save = new QPushButton(tr("Save the table as CSV…"));
  save->setObjectName(QStringLiteral("saveRuns"));
  row->addWidget(save);
  m_measure->setObjectName(QStringLiteral("measure"));
  m_measure->setAccessibleName(tr("What the chart shows"));
  for (const Measure measure : allMeasures)
    m_measure->addItem(nameOf(measure));
  connect(save, &QPushButton::clicked, this, &RunsPane::save);
  return tools;
}

void RunsPane::themeChanged() {
  m_chart->setTheme(theme());
}

void RunsPane::inSightChanged() {
  refresh();
}

void RunsPane::refresh() {
  const bool isAny = m_history->rowCount() != 0;
  setNotice(isAny ? QString()
                  : tr("Nothing was explored yet. Each exploration is one row here, and its course a curve."));
  if (!isAny || !isInSight())
    return;
  fitColumns(*m_table, RunHistory::Program);
  std::vector<int> chosen;
  for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
    chosen.push_back(index.row());
  std::ranges::sort(chosen);
  const auto measure = static_cast<Measure>(m_measure->currentIndex());
  double seconds = 0, top = 0;
  for (std::size_t line = 0; line < linesShown; line++) {
    const bool isThere = line < chosen.size();
    const QList<QPointF> curve = isThere ? curveOf(m_history->spansOf(chosen[line]), measure) : QList<QPointF>();
    for (const QPointF& point : curve) {
      seconds = std::max(seconds, point.x());
      top = std::max(top, point.y());
    }
    m_chart->setLine(line, curve, isThere ? m_history->titleOf(chosen[line]) : QString());
  }
  m_chart->setRange(seconds, top, nameOf(measure));
}

void RunsPane::save() {
  const QString path =
      QFileDialog::getSaveFileName(this, tr("Save the table"), QStringLiteral("runs.csv"), tr("CSV (*.csv)"));
  if (path.isEmpty())
    return;
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(m_history->csv().toUtf8()) < 0 || !file.commit())
    emit failed(tr("%1 cannot be written: %2. Choose another place.").arg(path, file.errorString()));
}

} // namespace revisit::gui
