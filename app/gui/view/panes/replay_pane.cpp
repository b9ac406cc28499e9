// The pane shows snapshots of the replay and asks it to move. It never waits for the debugger: a move is asked for, and
// a new snapshot comes when the program has stopped.
#include "replay_pane.h"

#include "model/replay/breakpoints_model.h"
#include "model/replay/stack_model.h"
#include "model/replay/values_model.h"
#include "model/text.h"
#include "query/timeline/event_reference.h"
#include "view/widgets/explained_action.h"
#include "view/widgets/message_text.h"
#include "view/widgets/row_menu.h"
#include "view/widgets/table_view.h"
#include "view/widgets/tree_view.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace revisit::gui {
namespace {

constexpr int maxOutputLines = 5000, maxTroubleLines = 5;
// A thread with more frames is expanded only when it is selected.
constexpr int maxOpenFrames = 12;

} // namespace

ReplayPane::ReplayPane(SelectionModel& selection, ReplayActions& actions, QWidget* parent)
    : Pane({QStringLiteral("replay"), tr("Replay"), QKeySequence(tr("Alt+8"))}, selection, parent), m_actions(actions),
      m_stackModel(new StackModel(replay(), this)),
      m_localsModel(new ValuesModel(replay(), &ReplaySnapshot::locals, this)),
      m_watchesModel(new ValuesModel(replay(), &ReplaySnapshot::watches, this)),
      m_breakpointsModel(new BreakpointsModel(replay(), this)), m_place(new QLineEdit), m_status(new QLabel),
      m_trouble(new MessageText(maxTroubleLines)), m_stack(new QTreeView),
      m_locals(new ValueTree(QStringLiteral("locals"))), m_watches(new ValueTree(QStringLiteral("watches"))),
      m_expression(new QLineEdit), m_breakpoints(new QTableView), m_output(new QPlainTextEdit) {
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  auto* parts = new QSplitter(Qt::Vertical);
  for (QWidget* part : {makeStack(), makeValues(), makeSide()})
    parts->addWidget(part);
  parts->setSizes({160, 220, 90});
  for (QWidget* part : std::initializer_list<QWidget*>{makeMoves(), makePlaceRow(), m_status, m_trouble})
    rows->addWidget(part);
  rows->addWidget(parts, 1);
  m_status->setObjectName(QStringLiteral("replayStatus"));
  m_status->setFont(m_stack->font());
  m_status->setContentsMargins(8, 2, 8, 3);
  m_status->setWordWrap(true);
  m_status->setMinimumHeight(2 * m_status->fontMetrics().lineSpacing() + 5); // what is below it stays in its place
  m_trouble->setObjectName(QStringLiteral("replayTrouble"));
  m_trouble->setAccessibleName(tr("What is wrong with the replay"));
  setContent(content);
  setFocusProxy(m_stack);
  connectModels();
  executionChanged();
}

QWidget* ReplayPane::makeMoves() {
  constexpr int buttonsInARow = 4;
  QList<QAction*> actions, places;
  for (const ReplayMove move : allReplayMoves) {
    const bool isPlace = move == ReplayMove::Start || move == ReplayMove::Bug || move == ReplayMove::End;
    (isPlace ? places : actions) << m_actions.action(move);
  }
  actions << places << m_actions.interrupt();
  auto* bar = new QWidget;
  bar->setObjectName(QStringLiteral("replayBar"));
  auto* grid = new QGridLayout(bar);
  grid->setContentsMargins(4, 2, 4, 2);
  grid->setSpacing(2);
  for (int i = 0; i < actions.size(); i++)
    grid->addWidget(makeActionButton(actions[i]), i / buttonsInARow, i % buttonsInARow);
  return bar;
}

QWidget* ReplayPane::makePlaceRow() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(4, 0, 4, 0);
  row->setSpacing(2);
  m_place->setObjectName(QStringLiteral("replayPlace"));
  m_place->setAccessibleName(tr("Event to go to"));
  m_place->setToolTip(
      tr("The event looked at, or another: 17, (1,3), start, bug, end. Return takes the replay there."));
  m_place->setFixedWidth(56);
  row->addWidget(m_place);
  for (QAction* action : {m_actions.goHere(), m_actions.follow(), m_actions.endProgram()})
    row->addWidget(makeActionButton(action));
  row->addStretch(1);
  return bar;
}

QWidget* ReplayPane::makeStack() {
  setUpTree(*m_stack, QStringLiteral("stacks"));
  m_stack->setItemDelegate(new StackDelegate(m_stack));
  m_stack->setModel(m_stackModel);
  m_stack->header()->setSectionResizeMode(StackModel::Function, QHeaderView::ResizeToContents);
  return m_stack;
}

QWidget* ReplayPane::makeValues() {
  m_locals->setModel(m_localsModel);
  m_watches->setModel(m_watchesModel);
  m_watches->setHeaderHidden(true);
  m_expression->setObjectName(QStringLiteral("expression"));
  m_expression->setAccessibleName(tr("An expression to watch"));
  m_expression->setPlaceholderText(tr("Watch an expression of the selected frame…"));
  m_expression->setToolTip(tr("Return evaluates it in the selected frame, now and at every stop. Delete removes one."));
  auto* watching = new QWidget;
  auto* rows = new QVBoxLayout(watching);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(m_expression);
  rows->addWidget(m_watches, 1);
  auto* values = new QSplitter(Qt::Vertical);
  values->addWidget(m_locals);
  values->addWidget(watching);
  values->setStretchFactor(0, 3);
  values->setStretchFactor(1, 1);
  values->setSizes({300, 90});
  return values;
}

QWidget* ReplayPane::makeSide() {
  setUpTable(*m_breakpoints, QStringLiteral("breakpoints"));
  m_breakpoints->setModel(m_breakpointsModel);
  m_output->setObjectName(QStringLiteral("output"));
  m_output->setAccessibleName(tr("What the program printed"));
  m_output->setReadOnly(true);
  m_output->setFrameShape(QFrame::NoFrame);
  m_output->setMaximumBlockCount(maxOutputLines);
  m_output->setFont(m_locals->font());
  m_output->setPlaceholderText(tr("The program has printed nothing."));
  auto* side = new QTabWidget;
  side->setObjectName(QStringLiteral("replaySide"));
  side->setDocumentMode(true);
  side->addTab(m_breakpoints, tr("Breakpoints"));
  side->addTab(m_output, tr("Output"));
  return side;
}

void ReplayPane::connectModels() {
  connect(&selection(), &SelectionModel::executionChanged, this, &ReplayPane::executionChanged);
  connect(&selection(), &SelectionModel::positionChanged, this, &ReplayPane::positionChanged);
  connect(&replay(), &Replay::snapshotChanged, this, &ReplayPane::snapshotChanged);
  connect(&replay(), &Replay::busyChanged, this, &ReplayPane::showStatus);
  connect(m_place, &QLineEdit::returnPressed, this, &ReplayPane::goToTyped);
  connect(m_expression, &QLineEdit::returnPressed, this, &ReplayPane::watchTyped);
  const auto selectFrame = [this](const QModelIndex& index) {
    if (const auto place = m_stackModel->placeAt(index); place && place != replay().snapshot().selected)
      replay().select(*place);
  };
  connect(m_stack, &QTreeView::clicked, this, selectFrame);
  connect(m_stack, &QTreeView::activated, this, selectFrame);
  for (ValueTree* tree : {m_locals, m_watches})
    RowMenu::of(*tree).setFill(QStringLiteral("valueMenu"),
                               [this, tree](QMenu& menu, const QModelIndex& row) { fillValueMenu(menu, *tree, row); });
  RowMenu::of(*m_breakpoints).setFill(QStringLiteral("breakpointMenu"), [this](QMenu& menu, const QModelIndex& row) {
    const ReplayBreakpoint* breakpoint = m_breakpointsModel->breakpointAt(row);
    menu.addAction(tr("Remove the breakpoint"), this, [this, id = breakpoint->id] { replay().removeBreakpoint(id); });
  });
  const auto onDelete = [](QWidget* widget, auto slot) {
    auto* remove = new QAction(tr("Remove"), widget);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    widget->addAction(remove);
    connect(remove, &QAction::triggered, widget, slot);
  };
  onDelete(m_watches, [this] {
    if (const ReplayValue* value = m_watchesModel->valueAt(m_watches->currentIndex()))
      replay().unwatch(value->name);
  });
  onDelete(m_breakpoints, [this] { removeSelectedBreakpoint(); });
}

void ReplayPane::themeChanged() {
  m_locals->setTheme(theme());
  m_watches->setTheme(theme());
  showTrouble({m_troubleKind, m_trouble->text().toStdString()});
}

void ReplayPane::executionChanged() {
  setNotice(!execution()                ? nothing()
            : !execution()->isWitness() ? tr("This is a graph of the exploration. It can be replayed when it is an "
                                             "execution that was found again; the pane of executions says when.")
                                        : QString());
  m_output->clear();
  positionChanged();
  snapshotChanged();
}

void ReplayPane::positionChanged() {
  m_place->setText(QString::number(selection().current().position));
}

// A snapshot has only what the program printed since the one before, so that is appended.
void ReplayPane::snapshotChanged() {
  const ReplaySnapshot& now = replay().snapshot();
  showStatus();
  showTrouble(now.trouble);
  showSelectedFrame();
  fitColumns(*m_breakpoints, BreakpointsModel::What);
  if (!now.output.empty()) {
    m_output->moveCursor(QTextCursor::End);
    m_output->insertPlainText(fromText(now.output));
    m_output->moveCursor(QTextCursor::End);
  }
}

void ReplayPane::showStatus() {
  const ReplaySnapshot& now = replay().snapshot();
  QString text = fromText(now.where);
  if (replay().isBusy())
    text = tr("On its way…");
  else if (now.standing == Standing::Gone)
    text = tr("The program does not run. Start, Bug or Go here starts it.");
  else if (!now.reason.empty())
    text += QStringLiteral("   ") + fromText(now.reason);
  m_status->setText(text);
  m_status->setToolTip(text);
}

void ReplayPane::showTrouble(const ReplayTrouble& trouble) {
  m_troubleKind = trouble.kind;
  const bool isLoud = trouble.kind == TroubleKind::Broken;
  setColours(*m_trouble, isLoud ? theme().error : theme().litLine, isLoud ? theme().errorText : theme().text);
  m_trouble->setText(fromText(trouble.sentence));
  m_trouble->setVisible(trouble.kind != TroubleKind::None);
}

void ReplayPane::showSelectedFrame() {
  const auto& place = replay().snapshot().selected;
  const QModelIndex selected = place ? m_stackModel->indexOf(*place) : QModelIndex();
  for (int row = 0; row < m_stackModel->rowCount(); row++) {
    const QModelIndex thread = m_stackModel->index(row, 0);
    if (m_stackModel->rowCount(thread) <= maxOpenFrames)
      m_stack->expand(thread);
  }
  m_stack->setCurrentIndex(selected);
  if (selected.isValid())
    m_stack->scrollTo(selected);
}

void ReplayPane::goToTyped() {
  if (!execution())
    return;
  const QString text = m_place->text().trimmed();
  if (text == QLatin1String("bug")) {
    replay().move(ReplayMove::Bug);
    return;
  }
  const Result<SchedulePosition> position = parsePosition(execution()->timeline(), text.toStdString());
  if (position)
    replay().goTo(position.value());
  else
    showTrouble({TroubleKind::Refused, position.error().what});
}

void ReplayPane::watchTyped() {
  const QString text = m_expression->text().trimmed();
  if (text.isEmpty())
    return;
  replay().watch(text.toStdString());
  m_expression->clear();
}

void ReplayPane::fillValueMenu(QMenu& menu, const ValueTree& tree, const QModelIndex& row) {
  const ReplayValue* value = static_cast<const ValuesModel*>(tree.model())->valueAt(row);
  if (!value)
    return;
  menu.addAction(tr("Stop when %1 changes").arg(fromText(value->name)), this,
                 [this, id = value->id] { replay().breakAtChange(id); })
      ->setEnabled(value->id != 0 && !value->isError);
  if (&tree == m_watches && !row.parent().isValid())
    menu.addAction(tr("Stop watching %1").arg(fromText(value->name)), this,
                   [this, name = value->name] { replay().unwatch(name); });
}

void ReplayPane::removeSelectedBreakpoint() {
  if (const ReplayBreakpoint* breakpoint = m_breakpointsModel->breakpointAt(m_breakpoints->currentIndex()))
    replay().removeBreakpoint(breakpoint->id);
}

} // namespace revisit::gui
