#include "stage_pane.h"

#include "core/logged_execution.h"
#include "events_table.h"
#include "model/exploration/exploration_tree.h"
#include "model/text.h"
#include "stage_export.h"
#include "stage_view.h"
#include "trail_bar.h"
#include "view/widgets/elided.h"

#include <QAction>
#include <QApplication>
#include <QDropEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace revisit::gui {
namespace {

const QString relationsKey = QStringLiteral("relations"), tableKey = QStringLiteral("table"),
              otherKey = QStringLiteral("with");

QLabel* makeNote(const QString& name) {
  auto* note = new QLabel;
  note->setObjectName(name);
  note->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return note;
}

} // namespace

StagePane::StagePane(SelectionModel& selection, SourceFiles& files, QWidget* parent)
    : Pane({QStringLiteral("stage"), tr("Stage"), QKeySequence(tr("Alt+1"))}, selection, parent), m_files(files),
      m_stage(new ExecutionStage(selection, &files, this)), m_comparison(new ComparisonStage(selection, this)),
      m_comparer(new Comparer(selection, this)), m_view(new StageView(*m_stage)), m_table(new EventsTable(*m_stage)),
      m_comparisonView(new StageView(*m_comparison)), m_pages(new QStackedWidget),
      m_count(makeNote(QStringLiteral("stageCount"))), m_place(makeNote(QStringLiteral("differencePlace"))),
      m_sentence(makeNote(QStringLiteral("sentence"))), m_marker(new ElidedButton), m_relations(nullptr),
      m_relationsMenu(new QMenu(this)), m_compareMenu(new QMenu(this)), m_asTable(nullptr), m_compares(nullptr) {
  m_comparisonView->setObjectName(QStringLiteral("comparisonView"));
  m_comparisonView->setAccessibleName(tr("Two executions, beside each other where they part"));
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(new TrailBar(selection));
  rows->addWidget(makeTools());
  rows->addWidget(m_sentence);
  rows->addWidget(m_pages, 1);
  m_sentence->setWordWrap(true);
  m_sentence->setContentsMargins(8, 2, 8, 4);
  m_pages->addWidget(m_view);
  m_pages->addWidget(m_table);
  m_pages->addWidget(m_comparisonView);
  setContent(content);
  setAcceptDrops(true);
  connect(&selection, &SelectionModel::executionChanged, this, &StagePane::executionChanged);
  connect(&m_table->events(), &QAbstractItemModel::modelReset, this, &StagePane::describe);
  connect(m_stage, &ExecutionStage::shownChanged, this, &StagePane::fillRelations);
  connect(m_comparer, &Comparer::changed, this, &StagePane::compared);
  connect(m_comparer, &Comparer::failed, this, &Pane::failed);
  executionChanged();
}

void StagePane::themeChanged() {
  m_view->setTheme(theme());
  m_comparisonView->setTheme(theme());
  m_table->setTheme(theme());
  fillRelations();
}

void StagePane::executionChanged() {
  setNotice(execution() ? QString() : tr("No execution is open. Choose one from the findings, at the left."));
  showPage();
  describe();
}

void StagePane::showTable(bool shows) {
  m_asTable->setChecked(shows);
}

void StagePane::showComparison(bool shows) {
  m_compares->setChecked(shows);
}

// There is nothing to compare a step of the algorithm with.
bool StagePane::isComparing() const {
  return m_compares->isChecked() && execution() && !execution()->isOnTheWay();
}

void StagePane::showPage() {
  QWidget* const page = isComparing()            ? static_cast<QWidget*>(m_comparisonView)
                        : m_asTable->isChecked() ? static_cast<QWidget*>(m_table)
                                                 : static_cast<QWidget*>(m_view);
  const bool hadFocus = m_pages->currentWidget()->isAncestorOf(QApplication::focusWidget());
  m_pages->setCurrentWidget(page);
  setFocusProxy(page);
  if (hadFocus)
    page->setFocus();
  m_compares->setEnabled(execution() && !execution()->isOnTheWay());
  want();
}

void StagePane::want() {
  m_comparer->want(!isInSight()    ? Comparer::Wanted::Nothing
                   : isComparing() ? Comparer::Wanted::Comparison
                                   : Comparer::Wanted::Marker);
  describe();
}

void StagePane::inSightChanged() {
  want();
}

void StagePane::compareWith(ExecutionPointer other) {
  m_comparer->compareWith(std::move(other));
  showComparison(true);
}

void StagePane::compared() {
  m_difference = 0;
  m_comparison->setCompared(m_comparer->compared(), m_comparer->otherName());
  describe();
}

void StagePane::describe() {
  const std::size_t events = execution() ? execution()->timeline().size() : 0;
  const std::size_t waits = execution() ? execution()->graph().waits().size() : 0;
  const std::size_t rows = m_stage->rowCount() - waits;
  const QString shown = events <= rows ? tr("%1 events").arg(events) : tr("%1 events in %2 rows").arg(events).arg(rows);
  const bool isNone = rows != 0 && m_table->events().rowCount() == 0;
  m_count->setText(isNone      ? tr("No event matches “%1”").arg(selection().filter())
                   : waits > 0 ? shown + (waits == 1 ? tr(", one thread waits") : tr(", %1 threads wait").arg(waits))
                               : shown);
  const ComparedPointer& compared = m_comparer->compared();
  const bool isComparing = this->isComparing();
  const QString marker = m_comparison->marker();
  m_marker->setText(QString(marker).replace(u'&', QStringLiteral("&&"))); // a single one would underline a letter
  m_marker->setToolTip(marker + tr(" (C compares)"));
  m_marker->setVisible(!marker.isEmpty() && !isComparing);
  m_count->setVisible(!isComparing);
  m_relations->setVisible(!isComparing);
  const std::size_t count = compared ? compared->differences().size() : 0;
  m_place->setText(count == 0 ? QString() : tr("difference %1 of %2").arg(m_difference + 1).arg(count));
  for (QWidget* tool : m_comparing)
    tool->setVisible(isComparing);
  for (const char* name : {"previousDifference", "nextDifference"})
    findChild<QAction*>(QLatin1String(name))->setEnabled(isComparing && count != 0);
  m_sentence->setVisible(isComparing);
  if (!compared) {
    m_sentence->setText(m_comparer->isBusy() ? tr("Comparing…")
                                             : tr("Choose with “Compare with…” what the execution that is open is "
                                                  "compared with: another witness, or the one that was open before. Or "
                                                  "drop a row of Executions here."));
    return;
  }
  QStringList sentences;
  for (const std::string& input : compared->inputTexts())
    sentences.push_back(fromText(input));
  if (!compared->warning().empty())
    sentences.push_front(fromText(compared->warning()));
  sentences.push_front(fromText(compared->summary()));
  sentences.push_front(tr("A is the open execution, B is %1.").arg(m_comparer->otherName()));
  m_sentence->setText(sentences.join(u' '));
}

void StagePane::goToDifference(std::size_t which) {
  m_difference = which;
  m_comparison->selectDifference(which);
  describe();
}

Status StagePane::exportTo(const QString& path) {
  return exportStage(*m_stage, theme(), path);
}

QVariantMap StagePane::session() const {
  QVariantList shown;
  for (const Relation relation : allRelations)
    if (m_stage->isShown(relation))
      shown.push_back(QString(QLatin1String(labelOf(relation))));
  QVariantMap session = {{relationsKey, shown}, {tableKey, m_asTable->isChecked()}};
  if (const ExecutionPointer& other = m_comparer->other(); other && other->isFile())
    session.insert(otherKey, QFileInfo(fromText(other->path())).absoluteFilePath());
  return session;
}

void StagePane::restore(const QVariantMap& session) {
  if (session.contains(relationsKey)) {
    const QStringList shown = session.value(relationsKey).toStringList();
    for (const Relation relation : allRelations)
      m_stage->setShown(relation, shown.contains(QLatin1String(labelOf(relation))));
  }
  showTable(session.value(tableKey, false).toBool());
  if (const QString path = session.value(otherKey).toString(); !path.isEmpty())
    m_comparer->compareWithFile(path);
}

void StagePane::dragEnterEvent(QDragEnterEvent* event) {
  if (draggedExecution(*event->mimeData()) != 0)
    event->acceptProposedAction();
}

void StagePane::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  emit executionDropped(draggedExecution(*event->mimeData()));
}

} // namespace revisit::gui
