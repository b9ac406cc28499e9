// Reading, seeking and comparing happen on other threads. A comparison or a nearest execution that is no longer wanted
// when it arrives is dropped. m_isShowing is set while the pane and the window select the same event, so that neither
// answers the other.
#include "compare_pane.h"

#include "compared_side.h"
#include "compared_table.h"
#include "core/nearest_execution.h"
#include "model/exploration/exploration_tree.h"
#include "model/text.h"
#include "view/graph/relation_bar.h"
#include "view/widgets/linked_views.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QSplitter>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>
#include <QtConcurrent>

namespace revisit::gui {
namespace {

const QString otherKey = QStringLiteral("with"), sideKey = QStringLiteral("open side"),
              tableKey = QStringLiteral("table");

// One may be a graph of the exploration's log, and the other the witness of the same execution.
bool isSame(const Execution& a, const Execution& b) {
  const ExecutionOrigin &x = a.origin(), &y = b.origin();
  return x.log && x.log == y.log && x.execution != 0 && x.execution == y.execution;
}

} // namespace

ComparePane::ComparePane(SelectionModel& selection, QWidget* parent)
    : Pane({QStringLiteral("compare"), tr("Compare"), QKeySequence(tr("Alt+C"))}, selection, parent),
      m_table(new ComparedTable), m_parts(nullptr), m_menu(new QMenu(this)), m_sentence(new QLabel),
      m_warning(new QLabel) {
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  m_parts = makeParts();
  rows->addWidget(makeTools());
  rows->addWidget(m_warning);
  rows->addWidget(m_sentence);
  rows->addWidget(m_parts, 1);
  rows->addStretch(0);
  for (QLabel* label : {m_sentence, m_warning}) {
    label->setWordWrap(true);
    label->setContentsMargins(8, 3, 8, 3);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  m_sentence->setObjectName(QStringLiteral("sentence"));
  m_warning->setObjectName(QStringLiteral("warning"));
  m_warning->setAutoFillBackground(true);
  setContent(content);
  setAcceptDrops(true);
  setFocusProxy(m_sides[indexOf(Side::A)]);
  connect(&m_reading, &QFutureWatcherBase::finished, this, &ComparePane::fileRead);
  connect(&m_seeking, &QFutureWatcherBase::finished, this, &ComparePane::nearestFound);
  connect(&m_comparing, &QFutureWatcherBase::finished, this, &ComparePane::made);
  connect(&selection, &SelectionModel::executionChanged, this, &ComparePane::executionChanged);
  connect(&selection, &SelectionModel::eventChanged, this, &ComparePane::followSelection);
  connect(&selection, &SelectionModel::filterChanged, this, [this] {
    for (ComparedSide* part : m_sides)
      part->selection().setFilter(this->selection().filter());
  });
  connect(&selection, &SelectionModel::foldingChanged, this, &ComparePane::followFolding);
  followFolding();
  executionChanged();
}

void ComparePane::followFolding() {
  const bool shows = selection().showsLibraries();
  for (ComparedSide* part : m_sides)
    part->selection().setShowsLibraries(shows);
  m_table->setShowsLibraries(shows);
  m_table->showLine(m_line);
}

ComparePane::~ComparePane() {
  m_reading.waitForFinished();
  m_seeking.waitForFinished();
  m_comparing.waitForFinished();
}

void ComparePane::compareWithFile(const QString& path) {
  m_reading.setFuture(QtConcurrent::run(&openExecution, path.toStdString()));
}

void ComparePane::fileRead() {
  const Result<ExecutionPointer> read = m_reading.result();
  if (read)
    compareWith(read.value());
  else
    emit failed(sentenceOf(read.error()));
}

void ComparePane::compareWith(ExecutionPointer other) {
  m_isByUser = other != nullptr;
  chosen(otherOf(m_openSide)) = std::move(other);
  refresh();
}

void ComparePane::compareWithNearest() {
  const ExecutionPointer& open = chosen(m_openSide);
  const bool isExplored = open && open->origin().log && open->origin().execution != 0;
  if (isInSight() && !m_isByUser && isExplored && !m_reading.isRunning())
    m_seeking.setFuture(QtConcurrent::run(&nearestOther, open));
}

void ComparePane::nearestFound() {
  if (m_isByUser || m_seeking.future().resultCount() == 0)
    return;
  const ExecutionPointer& open = chosen(m_openSide);
  const ExecutionPointer found = m_seeking.result();
  const ExecutionPointer& other = chosen(otherOf(m_openSide));
  const bool isOfOpen = found && open && found->origin().log == open->origin().log && !isSame(*found, *open);
  if (!isOfOpen || (other && isSame(*found, *other)))
    return;
  chosen(otherOf(m_openSide)) = found;
  refresh();
}

void ComparePane::improve(const ExecutionPointer& witness) {
  ExecutionPointer& other = chosen(otherOf(m_openSide));
  if (!other || other->isWitness() || !isSame(*other, *witness))
    return;
  other = witness;
  m_kept = m_line;
  refresh();
}

void ComparePane::swap() {
  std::swap(m_chosen[0], m_chosen[1]);
  m_openSide = otherOf(m_openSide);
  refresh();
}

void ComparePane::executionChanged() {
  if (execution() && m_open && execution() != m_open && !isSame(*execution(), *m_open))
    m_before = m_open;
  if (execution())
    m_open = execution();
  setNotice(execution() ? QString() : tr("No execution is open."));
  if (!execution())
    return;
  if (execution() == chosen(otherOf(m_openSide))) // the other execution of the pair
    m_openSide = otherOf(m_openSide);
  const bool isOther = !chosen(m_openSide) || !isSame(*execution(), *chosen(m_openSide));
  chosen(m_openSide) = execution();
  if (isOther && !m_isByUser)
    chosen(otherOf(m_openSide)) = nullptr;
  refresh();
}

// Starts the requested comparison, unless it exists or the pane is not visible.
void ComparePane::refresh() {
  const bool isThere = m_compared && m_compared->original(Side::A) == chosen(Side::A) &&
                       m_compared->original(Side::B) == chosen(Side::B);
  if (isThere)
    return;
  m_comparing.setFuture({}); // the comparison in progress is no longer needed
  setCompared({});
  if (!chosen(otherOf(m_openSide)))
    compareWithNearest();
  if (isInSight() && chosen(Side::A) && chosen(Side::B))
    m_comparing.setFuture(QtConcurrent::run([a = chosen(Side::A), b = chosen(Side::B)]() -> ComparedPointer {
      return std::make_shared<const ComparedExecution>(a, b);
    }));
  describe();
}

void ComparePane::made() {
  if (m_comparing.future().resultCount() != 0)
    setCompared(m_comparing.result());
}

void ComparePane::setCompared(ComparedPointer compared) {
  if (compared == m_compared)
    return;
  m_compared = std::move(compared);
  m_line.reset();
  m_difference = 0;
  const std::optional<std::size_t> kept = m_compared ? std::exchange(m_kept, std::nullopt) : std::nullopt;
  for (const Side place : bothSides)
    side(place).setCompared(m_compared);
  m_table->setCompared(m_compared);
  describe();
  if (m_compared && !m_compared->differences().empty()) {
    m_isShowing = true; // so that the window's selection does not change
    showLine(kept && *kept < m_compared->lines().size() ? *kept : m_compared->differences().front());
    m_isShowing = false;
  }
  if (const ExecutionPointer& other = chosen(otherOf(m_openSide)); m_compared && other && !other->isWitness())
    emit witnessWanted(other->origin().execution);
}

void ComparePane::describe() {
  m_parts->setVisible(m_compared != nullptr);
  const std::size_t count = m_compared ? m_compared->differences().size() : 0;
  for (QAction* action : m_comparedActions)
    action->setEnabled(m_compared && (count != 0 || action->objectName() == QLatin1String("swap")));
  m_place->setText(count == 0 ? QString() : tr("difference %1 of %2").arg(m_difference + 1).arg(count));
  m_warning->setText(m_compared ? fromText(m_compared->warning()) : QString());
  m_warning->setVisible(!m_warning->text().isEmpty());
  if (!m_compared) {
    m_sentence->setText(
        chosen(otherOf(m_openSide))
            ? tr("Comparing…")
            : tr("Choose with “Compare with…” what the execution that is open is compared with: another "
                 "witness, or the one that was open before. Or drop a row of Executions here."));
    return;
  }
  QStringList sentences = {fromText(m_compared->summary())};
  for (const std::string& input : m_compared->inputTexts())
    sentences.push_back(fromText(input));
  m_sentence->setText(sentences.join(u' '));
}

void ComparePane::showLine(std::size_t line) {
  m_line = line;
  const ComparedLine& compared = m_compared->lines()[line];
  for (const Side place : bothSides)
    side(place).selectEvent(compared.events[indexOf(place)]);
  m_table->showLine(line);
  align();
  selectInWindow(line);
}

void ComparePane::eventChosen(Side place, EventNumber event) {
  if (!m_compared)
    return;
  m_line = m_compared->lineOf(place, event);
  const Side other = otherOf(place);
  side(other).selectEvent(m_compared->counterpart(place, event));
  if (const auto node = nodeOf(other))
    m_links->bring(side(other).view(), *node);
  m_table->showLine(m_line);
  selectInWindow(*m_line);
}

void ComparePane::selectInWindow(std::size_t line) {
  const auto event = m_compared->lines()[line].events[indexOf(m_openSide)];
  if (m_isShowing || !event || execution() != m_compared->original(m_openSide))
    return;
  m_isShowing = true;
  selection().selectEvent(*event);
  m_isShowing = false;
}

void ComparePane::followSelection() {
  const auto event = selection().current().event;
  if (m_isShowing || !m_compared || !event || execution() != m_compared->original(m_openSide))
    return;
  m_isShowing = true;
  showLine(m_compared->lineOf(m_openSide, *event));
  m_isShowing = false;
}

void ComparePane::goToDifference(std::size_t which) {
  m_difference = which;
  describe();
  showLine(m_compared->differences()[which]);
}

void ComparePane::goToNext() {
  goToDifference((m_difference + 1) % m_compared->differences().size());
}

void ComparePane::goToPrevious() {
  const std::size_t count = m_compared->differences().size();
  goToDifference((m_difference + count - 1) % count);
}

// The node of the line on that side; for the first difference, if the thread does nothing more, its last node.
std::optional<NodeIndex> ComparePane::nodeOf(Side place) const {
  if (!m_compared || !m_line)
    return std::nullopt;
  if (const auto event = m_compared->lines()[*m_line].events[indexOf(place)])
    return gui::nodeOf(*event);
  const bool isFirst = !m_compared->differences().empty() && m_compared->differences().front() == *m_line;
  return isFirst ? m_compared->marked(place)->marks().focus : std::nullopt;
}

void ComparePane::align() {
  const bool isFirst = m_compared && m_line && nodeOf(Side::A) == m_compared->marked(Side::A)->marks().focus;
  for (const Side place : bothSides) // both ends of the edge, if there is room
    if (const auto edge = isFirst ? m_compared->differingEdge(place) : std::nullopt) {
      const EventEdge& differing = m_compared->original(place)->graph().edges()[*edge];
      m_links->bring(side(place).view(), differing.from);
      m_links->bring(side(place).view(), differing.to);
    }
  m_links->align(nodeOf(Side::A), nodeOf(Side::B));
}

QVariantMap ComparePane::session() const {
  const ExecutionPointer& other = chosen(otherOf(m_openSide));
  QVariantMap session = {{tableKey, !m_table->isHidden()}};
  if (other && other->isFile())
    session.insert(otherKey, QFileInfo(fromText(other->path())).absoluteFilePath());
  if (m_openSide == Side::B)
    session.insert(sideKey, QStringLiteral("B"));
  return session;
}

void ComparePane::restore(const QVariantMap& session) {
  findChild<QAction*>(QStringLiteral("showTable"))->setChecked(session.value(tableKey, true).toBool());
  if ((session.value(sideKey).toString() == QLatin1String("B")) != (m_openSide == Side::B))
    swap();
  if (const QString path = session.value(otherKey).toString(); !path.isEmpty())
    compareWithFile(path);
}

void ComparePane::dragEnterEvent(QDragEnterEvent* event) {
  if (draggedExecution(*event->mimeData()) != 0)
    event->acceptProposedAction();
}

void ComparePane::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  emit executionDropped(draggedExecution(*event->mimeData()));
}

void ComparePane::themeChanged() {
  for (ComparedSide* part : m_sides)
    part->scene().setTheme(theme());
  for (auto* relations : findChildren<RelationBar*>())
    relations->refresh();
  m_table->setTheme(theme());
  QPalette palette = theme().palette;
  palette.setColor(QPalette::Window, theme().litLine);
  m_warning->setPalette(palette);
}

void ComparePane::inSightChanged() {
  refresh();
}

void ComparePane::resizeEvent(QResizeEvent* event) {
  Pane::resizeEvent(event);
  QTimer::singleShot(0, this, &ComparePane::align); // after the views have their sizes
}

} // namespace revisit::gui
