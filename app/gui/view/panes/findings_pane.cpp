#include "findings_pane.h"

#include "model/exploration/report_notes.h"
#include "model/text.h"
#include "view/widgets/finding_row.h"
#include "view/widgets/row_menu.h"

#include <QAction>
#include <QInputDialog>
#include <QListView>
#include <QMenu>
#include <QMouseEvent>

#include <fmt/format.h>

#include <utility>

namespace revisit::gui {
namespace {

// The errors of a witness that was opened as a file.
std::vector<DistinctBug> bugsOf(const ExecutionPointer& execution) {
  const std::shared_ptr<const Witness> witness(execution, &execution->witness());
  std::vector<ReportedError> errors;
  if (witness->error.kind != ErrorKind::None)
    errors.push_back({witness->error, witness, 0});
  for (const WitnessError& other : witness->others)
    errors.push_back({other, witness, 0});
  DistinctBugs bugs;
  for (const ReportedError& error : errors)
    bugs.add(error, {});
  return bugs.all();
}

} // namespace

FindingsPane::FindingsPane(ExplorationActions& actions, QWidget* parent)
    : Pane({QStringLiteral("findings"), tr("Findings"), QKeySequence(tr("Alt+0"))}, actions.browser().selection(),
           parent),
      m_browser(actions.browser()), m_findings(new FindingsModel(this)), m_list(new QListView),
      m_delegate(new FindingDelegate(this)) {
  m_list->setObjectName(QStringLiteral("findings list"));
  m_list->setAccessibleName(tr("Findings"));
  m_list->setModel(m_findings);
  m_list->setItemDelegate(m_delegate);
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setResizeMode(QListView::Adjust);
  m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_list->viewport()->installEventFilter(this);
  (new RowMenu(*m_list))->setFill(QStringLiteral("findings menu"), [this](QMenu& menu, const QModelIndex& index) {
    if (const auto bug = markableAt(index)) {
      menu.addAction(tr("Mark as known…\tK"), this, [this, one = m_bugs[*bug]] { markKnown(one); });
      if (m_browser.run().known()[*bug])
        menu.addAction(tr("Not known any more"), this, [this, one = m_bugs[*bug]] { setKnown(one, std::nullopt); });
    }
  });
  auto* mark = new QAction(tr("Mark as known…"), m_list);
  mark->setShortcut(QKeySequence(tr("K")));
  mark->setShortcutContext(Qt::WidgetShortcut);
  m_list->addAction(mark);
  connect(mark, &QAction::triggered, this, [this] {
    if (const auto bug = markableAt(m_list->currentIndex()))
      markKnown(m_bugs[*bug]);
  });
  setContent(m_list);
  connect(m_list, &QListView::activated, this, &FindingsPane::activate);
  connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
    if (m_list->hasFocus() && !m_isFollowing && index.data(FindingsModel::HeadingRole).toInt() == 0 &&
        QGuiApplication::mouseButtons() == Qt::NoButton)
      activate(index);
  });
  connect(&m_browser.run(), &ExplorationRun::logReplaced, this, &FindingsPane::refresh);
  connect(&m_browser.run(), &ExplorationRun::progressed, this, &FindingsPane::refresh);
  connect(&m_browser.run(), &ExplorationRun::knownFailed, this, &FindingsPane::failed);
  connect(&m_browser.run(), &ExplorationRun::stateChanged, this, &FindingsPane::refresh);
  connect(&selection(), &SelectionModel::executionChanged, this, &FindingsPane::refresh);
  refresh();
}

void FindingsPane::themeChanged() {
  m_delegate->setTheme(theme());
  m_list->viewport()->update();
}

void FindingsPane::refresh() {
  const ExplorationRun& run = m_browser.run();
  const bool isWitness = m_browser.isAboutWitness();
  const int before = m_findings->rowCount();
  if (!isWitness)
    m_bugs = run.bugs();
  else if (!m_witness || m_witness->path() != execution()->path() ||
           m_witness->witness().executionId != execution()->witness().executionId)
    m_bugs = bugsOf(execution());
  m_witness = isWitness ? execution() : nullptr;
  const CheckReport* report = isWitness ? nullptr : run.report();
  std::vector<Listed> list =
      listFindings(m_bugs, isWitness ? KnownComments(m_bugs.size()) : run.known(),
                   isWitness ? nullptr : run.earlierBugs(), report ? report->reasons : std::vector<CheckNote>(),
                   report ? warningsOf(*report) : std::vector<CheckNote>(), report != nullptr);
  for (std::size_t i = 0; i < m_bugs.size(); i++) // the bugs stand first
    if (m_bugs[i].events != 0)
      list[i].detail += fmt::format("{}{} events", list[i].detail.empty() ? "" : ", ", m_bugs[i].events);
  m_findings->setFindings(std::move(list));
  setNotice(m_findings->rowCount() == 0 ? emptyText() : QString());
  followSelection();
  if (before != m_findings->rowCount())
    emit countChanged();
}

QString FindingsPane::emptyText() const {
  const ExplorationRun& run = m_browser.run();
  if (m_browser.isAboutWitness() || run.state() == ExplorationState::Ended)
    return tr("No error and no warning.");
  return run.isActive() ? tr("Nothing found so far.") : tr("Bugs are listed here.");
}

void FindingsPane::followSelection() {
  std::optional<std::size_t> shown = m_browser.run().bugOf(m_browser.current());
  for (std::size_t i = 0; i < m_bugs.size() && !shown && execution(); i++)
    if (m_bugs[i].witness && m_bugs[i].error == execution()->witness().error)
      shown = i;
  const int row = shown ? m_findings->rowOfBug(*shown) : -1;
  m_isFollowing = true;
  if (row < 0)
    m_list->clearSelection();
  else if (m_list->currentIndex().row() != row || !m_list->selectionModel()->isSelected(m_list->currentIndex()))
    m_list->setCurrentIndex(m_findings->index(row));
  m_isFollowing = false;
}

void FindingsPane::activate(const QModelIndex& index) {
  if (!index.isValid())
    return;
  const FindingRow row = m_findings->rowAt(index.row());
  if (row.isHeading)
    return m_findings->toggle(index.row());
  if (row.listed.kind == FindingKind::Bug)
    return openBug(m_bugs[row.place]);
  if (row.listed.file.empty())
    return;
  selection().selectPlace({row.listed.file, row.listed.line});
  emit lineAsked();
}

// A bug of the exploration; what a witness from elsewhere shows has no program beside which it could be noted.
std::optional<std::size_t> FindingsPane::markableAt(const QModelIndex& index) const {
  if (!index.isValid() || m_browser.isAboutWitness())
    return std::nullopt;
  const FindingRow& row = m_findings->rowAt(index.row());
  return row.isHeading || row.listed.kind != FindingKind::Bug ? std::nullopt : std::optional(row.place);
}

// Where the bug is in the list now: it may have changed since the user was asked.
std::optional<std::size_t> FindingsPane::placeOf(const DistinctBug& bug) const {
  const auto before = compareBugs({bug}, m_bugs).before;
  const auto found = std::ranges::find(before, std::optional<std::size_t>(0));
  return found == before.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - before.begin()));
}

void FindingsPane::markKnown(const DistinctBug& bug) {
  const std::optional<std::size_t> place = placeOf(bug);
  const std::optional<std::string> present = place ? m_browser.run().known()[*place] : std::nullopt;
  const std::string& title = bug.cause.empty() ? bug.title : bug.cause;
  const QString comment =
      QInputDialog::getText(this, tr("Mark as known"), tr("Why “%1” may stay:").arg(fromText(title)), QLineEdit::Normal,
                            fromText(present.value_or("")))
          .trimmed();
  if (!comment.isEmpty())
    setKnown(bug, comment.toStdString());
}

void FindingsPane::setKnown(const DistinctBug& bug, const std::optional<std::string>& comment) {
  if (const std::optional<std::size_t> place = placeOf(bug))
    if (const Status status = m_browser.run().setKnown(*place, comment); !status)
      emit failed(sentenceOf(status.error()));
}

void FindingsPane::openBug(const DistinctBug& bug) {
  if (bug.shortest != 0 && bug.shortest != m_browser.current())
    return m_browser.open(bug.shortest);
  if (bug.shortest == 0 && bug.witness && (!execution() || execution()->witness().error != bug.error)) {
    Witness alone = *bug.witness; // which may show several
    alone.error = bug.error;
    alone.others.clear();
    const LogPointer log = m_browser.isAboutWitness() ? nullptr : m_browser.run().log();
    const std::string path = execution() ? execution()->path() : "";
    Result<Timeline> timeline = Timeline::make(std::move(alone));
    if (!timeline)
      return emit failed(sentenceOf(timeline.error()));
    return selection().open(std::make_shared<const Execution>(path, std::move(*timeline), ExecutionOrigin{log}));
  }
  selection().selectSubject();
}

bool FindingsPane::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_list->viewport() && event->type() == QEvent::MouseButtonRelease) {
    auto* mouse = static_cast<QMouseEvent*>(event);
    if (mouse->button() == Qt::LeftButton)
      activate(m_list->indexAt(mouse->position().toPoint()));
  }
  return Pane::eventFilter(watched, event);
}

} // namespace revisit::gui
