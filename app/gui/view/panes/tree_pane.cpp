#include "tree_pane.h"

#include "model/text.h"
#include "view/widgets/message_text.h"
#include "view/widgets/row_menu.h"
#include "view/widgets/table_view.h"
#include "view/widgets/tree_row.h"

#include <QClipboard>
#include <QComboBox>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>
#include <array>
#include <utility>

namespace revisit::gui {
namespace {

struct Choice {
  const char* text;
  std::set<NodeOutcome> outcomes;
};

constexpr int maxNoticeLines = 4;

const std::array<Choice, 8>& choices() {
  static const std::array<Choice, 8> all = {
      {{QT_TRANSLATE_NOOP("TreePane", "Executions"),
        {NodeOutcome::Complete, NodeOutcome::Erroneous, NodeOutcome::Deadlocked, NodeOutcome::Blocked,
         NodeOutcome::Cut}},
       {QT_TRANSLATE_NOOP("TreePane", "With what was refused"), {}},
       {QT_TRANSLATE_NOOP("TreePane", "Bugs"), {NodeOutcome::Erroneous, NodeOutcome::Deadlocked}},
       {QT_TRANSLATE_NOOP("TreePane", "Deadlocks"), {NodeOutcome::Deadlocked}},
       {QT_TRANSLATE_NOOP("TreePane", "Blocked"), {NodeOutcome::Blocked}},
       {QT_TRANSLATE_NOOP("TreePane", "Cut"), {NodeOutcome::Cut}},
       {QT_TRANSLATE_NOOP("TreePane", "Refused"), {NodeOutcome::Refused, NodeOutcome::Abandoned}},
       {QT_TRANSLATE_NOOP("TreePane", "Open"), {NodeOutcome::Open}}}};
  return all;
}

} // namespace

TreePane::TreePane(ExplorationActions& actions, QWidget* parent)
    : Pane({QStringLiteral("tree"), tr("Executions"), QKeySequence(tr("Alt+X"))}, actions.browser().selection(),
           parent),
      m_actions(actions), m_tree(new ExplorationTree(this)), m_table(new QTableView),
      m_delegate(new TreeRowDelegate(this)), m_text(new QLineEdit), m_outcomes(new QComboBox), m_count(new QLabel),
      m_witness(new LinkedText(maxNoticeLines)) {
  setUpTable(*m_table, QStringLiteral("tree table"));
  m_table->setModel(m_tree);
  m_table->setItemDelegate(m_delegate);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_outcomeWidth = m_table->columnWidth(ExplorationTree::OutcomeColumn);
  m_table->viewport()->installEventFilter(this);
  m_table->installEventFilter(this);
  m_table->setDragDropMode(QAbstractItemView::DragOnly); // rows can be dragged to Compare
  RowMenu::of(*m_table).setFill(QStringLiteral("treeMenu"),
                                [this](QMenu& menu, const QModelIndex& row) { fillMenu(menu, row); });
  m_witness->setObjectName(QStringLiteral("witnessNotice"));
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(makeTools());
  rows->addWidget(m_table, 1);
  rows->addWidget(m_witness);
  setContent(content);
  setFocusProxy(m_table);
  ExplorationBrowser& browser = actions.browser();
  connect(m_table, &QTableView::activated, this, &TreePane::activate);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
    if (m_table->hasFocus() && !m_isFollowing && !m_isPressed)
      activate(index);
  });
  connect(&browser.run(), &ExplorationRun::logReplaced, this, &TreePane::logReplaced);
  connect(&browser.run(), &ExplorationRun::progressed, this, &TreePane::follow);
  connect(&browser.run(), &ExplorationRun::stateChanged, this, &TreePane::refreshTexts);
  connect(&browser, &ExplorationBrowser::witnessNoticeChanged, this, &TreePane::refreshTexts);
  connect(&selection(), &SelectionModel::executionChanged, this, &TreePane::followSelection);
  connect(m_witness, &QTextBrowser::anchorClicked, &browser, &ExplorationBrowser::makeWitness);
  m_backlog.setSingleShot(true);
  m_backlog.setInterval(0);
  connect(&m_backlog, &QTimer::timeout, this, &TreePane::follow);
  m_tree->setFilter({choices().front().outcomes, {}});
  logReplaced();
}

QWidget* TreePane::makeTools() {
  auto* tools = new QWidget;
  auto* grid = new QGridLayout(tools);
  grid->setContentsMargins(4, 2, 4, 2);
  grid->setSpacing(4);
  for (const Choice& choice : choices())
    m_outcomes->addItem(tr(choice.text));
  m_outcomes->setObjectName(QStringLiteral("outcomes"));
  m_outcomes->setAccessibleName(tr("Outcomes shown"));
  m_text->setObjectName(QStringLiteral("treeFilter"));
  m_text->setAccessibleName(tr("Filter of the tree"));
  m_text->setPlaceholderText(tr("Filter"));
  m_text->setToolTip(tr("Part of what a row says. -WORD: only rows that do not say the word."));
  m_text->setClearButtonEnabled(true);
  m_count->setObjectName(QStringLiteral("treeCount"));
  grid->addWidget(m_outcomes, 0, 0);
  grid->addWidget(m_count, 0, 1);
  grid->addWidget(m_text, 1, 0, 1, 2);
  connect(m_outcomes, &QComboBox::currentIndexChanged, this, &TreePane::filterChanged);
  connect(m_text, &QLineEdit::textChanged, this, &TreePane::filterChanged);
  return tools;
}

void TreePane::themeChanged() {
  m_delegate->setTheme(theme());
  m_table->viewport()->update();
}

void TreePane::logReplaced() {
  m_tree->setLog(m_actions.browser().run().log());
  follow();
}

void TreePane::follow() {
  const bool wasEmpty = m_tree->rowCount() == 0, wasBehind = std::exchange(m_isBehind, !m_tree->follow());
  shareWidth();
  if (m_isBehind)
    m_backlog.start();
  refreshTexts();
  // The shown execution may have been opened before its node was listed.
  if (wasEmpty || (wasBehind && !m_isBehind) || !m_table->selectionModel()->hasSelection())
    followSelection();
}

void TreePane::filterChanged() {
  m_tree->setFilter(
      {choices()[static_cast<std::size_t>(m_outcomes->currentIndex())].outcomes, m_text->text().trimmed()});
  follow();
  followSelection();
}

void TreePane::refreshTexts() {
  const ExplorationRun& run = m_actions.browser().run();
  setNotice(
      m_tree->log()    ? QString()
      : run.isActive() ? tr("The program is being built …")
      : run.state() == ExplorationState::Failed
          ? tr("The program could not be explored; the line above the panes says why.")
          : tr("Nothing was explored yet. Open a program that was built with revisit-cc or revisit-c++, or a C or "
               "C++ source file: every execution is listed here, and every alternative that was refused."));
  const bool isFiltered = !m_tree->filter().isEmpty();
  m_count->setText(isFiltered ? tr("%1 of %2").arg(m_tree->rowCount()).arg(m_tree->nodeCount())
                              : QString::number(m_tree->nodeCount()));
  const std::uint64_t leftOut = m_tree->log() ? m_tree->log()->nodesLeftOut() : 0;
  m_count->setToolTip(leftOut == 0 ? tr("Nodes listed, of all")
                                   : tr("Nodes listed, of those kept; %1 more were met").arg(leftOut));
  if (leftOut != 0)
    m_count->setText(m_count->text() + u'+');
  emit countChanged();
  const QString notice = m_actions.browser().witnessNotice();
  m_witness->setText(run.isMakingWitness() || notice.isEmpty()
                         ? notice.toHtmlEscaped()
                         : tr("%1 <a href='make'>Find it</a>").arg(notice.toHtmlEscaped()));
}

void TreePane::followSelection() {
  const ExecutionPointer& shown = execution();
  if (!shown || !m_tree->log() || shown->origin().log != m_tree->log())
    return showRow(*m_table, {});
  const ExecutionOrigin& origin = shown->origin();
  std::uint32_t node = noLogEntry;
  if (origin.execution != 0)
    node = m_tree->log()->nodeOf(origin.execution);
  else if (origin.step != 0)
    if (const std::vector<Step> steps = m_tree->log()->steps(origin.step, 1); !steps.empty())
      node = steps.front().node;
  const int row = m_tree->rowOf(node);
  m_isFollowing = true;
  // A table that gets the keyboard focus makes its first row current without selecting it.
  if (row < 0 || m_table->currentIndex().row() != row || !m_table->selectionModel()->isRowSelected(row))
    showRow(*m_table, row < 0 ? QModelIndex() : m_tree->index(row, 0));
  m_isFollowing = false;
}

// Opens an execution; for a refused alternative the graph on which it was tried.
void TreePane::activate(const QModelIndex& index) {
  if (!index.isValid())
    return;
  if (const std::uint64_t number = index.data(ExplorationTree::ExecutionRole).toULongLong(); number != 0)
    return m_actions.browser().open(number);
  const LogPointer& log = m_tree->log();
  const TreeNode node = log->nodes(m_tree->nodeAt(index.row()), 1).front();
  const ExecutionPointer& shown = execution();
  if (node.step != 0 && shown && shown->origin().log == log && shown->origin().step == node.step)
    return;
  if (node.step == 0)
    return emit failed(tr("The algorithm's steps are not kept that far: explore with a bound on executions."));
  const Result<ExecutionPointer> graph = graphAfterStep(log, node.step);
  if (graph)
    selection().open(graph.value());
  else
    emit failed(sentenceOf(graph.error()));
}

void TreePane::fillMenu(QMenu& menu, const QModelIndex& row) {
  const std::uint64_t number = row.data(ExplorationTree::ExecutionRole).toULongLong();
  const QPersistentModelIndex kept = row;
  if (number == 0) {
    menu.addAction(tr("Show where it was tried"), this, [this, kept] { activate(kept); });
    return;
  }
  menu.addAction(tr("Open execution %1").arg(number), this, [this, number] { m_actions.browser().open(number); });
  QAction* compare = menu.addAction(tr("Compare execution %1 with the open one").arg(number), this,
                                    [this, number] { emit compareAsked(number); });
  compare->setEnabled(execution() != nullptr && execution()->origin().execution != number);
  menu.addAction(tr("Copy the id of execution %1").arg(number), this, [this, number] {
    if (const auto found = m_tree->log()->executions(number, 1); !found.empty())
      QGuiApplication::clipboard()->setText(fromText(found.front().id.text()));
  });
}

void TreePane::fold(const QModelIndex& index, bool isFolded) {
  const std::uint32_t node = index.data(ExplorationTree::NodeRole).toUInt();
  m_tree->setFolded(node, isFolded);
  follow();
  showRow(*m_table, m_tree->index(m_tree->rowOf(node), 0));
}

// Deep nodes are indented far, and numbers grow: the outcome column gets the width that it needs, as far as the others
// can spare it.
void TreePane::shareWidth() {
  constexpr int enoughForTheRest = 300, sparePercent = 50, leastPercent = 60;
  const QString widest = tr("#%1 deadlocked").arg(m_tree->log() ? m_tree->log()->executionCount() : 0);
  const auto fit = [&](int width) { return m_delegate->fit(widest, m_tree->deepest(), m_table->fontMetrics(), width); };
  const int now = m_table->columnWidth(ExplorationTree::OutcomeColumn);
  const int wanted = fit(now);
  if (now != m_outcomeWidth)
    return; // the user has set the width
  const int width = m_table->viewport()->width(), least = std::min(150, width * leastPercent / 100);
  const int spare = std::max(width * sparePercent / 100, width - enoughForTheRest);
  m_outcomeWidth = std::clamp(wanted, least, std::max(least, spare));
  fit(m_outcomeWidth);
  m_table->setColumnWidth(ExplorationTree::OutcomeColumn, m_outcomeWidth);
}

bool TreePane::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_table->viewport() && event->type() == QEvent::Resize)
    shareWidth();
  // A pressed row may be about to be dragged, so it is opened only after a click.
  if (watched == m_table->viewport() && event->type() == QEvent::MouseButtonPress)
    m_isPressed = true;
  const bool isClick = watched == m_table->viewport() && event->type() == QEvent::MouseButtonRelease;
  if (isClick || event->type() == QEvent::KeyPress)
    m_isPressed = false;
  if (isClick && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) {
    const QPoint place = static_cast<QMouseEvent*>(event)->position().toPoint();
    const QModelIndex index = m_table->indexAt(place);
    if (index.isValid() && m_delegate->isFoldMark(index, m_table->visualRect(index), place))
      fold(index, index.data(ExplorationTree::FoldRole).toInt() == 1);
    else if (index.isValid())
      activate(index); // also when it is already the current row
    else
      followSelection(); // it was pressed, but not released on a row
  }
  if (watched == m_table && event->type() == QEvent::KeyPress && m_table->currentIndex().isValid()) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
      fold(m_table->currentIndex(), key == Qt::Key_Left);
      return true;
    }
  }
  return Pane::eventFilter(watched, event);
}

} // namespace revisit::gui
