#include "goal_dialog.h"

#include "model/text.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr int dialogWidth = 560, rowsInSight = 8;
constexpr std::size_t mostOfEach = 20;

} // namespace

GoalDialog::GoalDialog(Sideways& sideways, SelectionModel& selection, QWidget* parent)
    : QDialog(parent), m_sideways(sideways), m_selection(selection), m_goal(new QLineEdit), m_list(new QListWidget),
      m_fromHere(new QCheckBox(tr("Begin as this execution does, up to the selected event"))), m_answer(new QLabel),
      m_find(new QPushButton) {
  setObjectName(QStringLiteral("goalDialog"));
  setWindowTitle(tr("Find"));
  m_goal->setObjectName(QStringLiteral("goal"));
  m_goal->setAccessibleName(tr("Goal"));
  m_goal->setPlaceholderText(tr("a.c:40    a.c:40 if x == 0    T2 reads x from a.c:22    T1 waits    when x > 3"));
  m_goal->setToolTip(tr(
      "A command, an event as in the filter, or a variable. Or what holds in an execution that is looked for: a line "
      "that a thread comes to, what it reads and from where, a condition, an operation: joined "
      "by and, or, then. “revisit help goals” says more."));
  m_fromHere->setObjectName(QStringLiteral("goalFromHere"));
  m_answer->setObjectName(QStringLiteral("goalAnswer"));
  m_answer->setWordWrap(true);
  m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_find->setObjectName(QStringLiteral("findGoal"));
  m_find->setDefault(true);
  auto* rows = new QVBoxLayout(this);
  for (QWidget* part : std::initializer_list<QWidget*>{m_goal, m_list, m_fromHere, m_answer})
    rows->addWidget(part);
  rows->addWidget(m_find, 0, Qt::AlignRight);
  setMinimumWidth(dialogWidth);
  setUpFound();
  connect(m_goal, &QLineEdit::textChanged, this, &GoalDialog::refresh);
  connect(&selection, &SelectionModel::executionChanged, this, &GoalDialog::refresh);
  connect(m_find, &QPushButton::clicked, this, &GoalDialog::find);
  connect(&sideways, &Sideways::goalEnded, this, [this](const QString& sentence) {
    refresh();
    say(sentence);
    setVisible(isVisible() && !sentence.isEmpty());
  });
  refresh();
}

void GoalDialog::setUpFound() {
  m_list->setObjectName(QStringLiteral("found"));
  m_list->setAccessibleName(tr("What has these words"));
  m_list->setTextElideMode(Qt::ElideMiddle);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_goal->installEventFilter(this);
  connect(m_list, &QListWidget::itemActivated, this, [this] { go(m_list->currentRow()); });
}

// The keys that move in the list while one types.
bool GoalDialog::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_goal || event->type() != QEvent::KeyPress || m_found.empty())
    return QDialog::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key(), row = m_list->currentRow();
  if (key == Qt::Key_Down || key == Qt::Key_Up)
    m_list->setCurrentRow(std::clamp(row + (key == Qt::Key_Down ? 1 : -1), 0, m_list->count() - 1));
  else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && row >= 0)
    go(row);
  else
    return QDialog::eventFilter(watched, event);
  return true;
}

// What is a goal is looked for with Return, unless a row is chosen.
void GoalDialog::list(bool isGoal) {
  QList<QAction*> commands;
  for (const QMenu* menu : parentWidget()->findChildren<QMenu*>())
    commands << menu->actions();
  m_found =
      m_goal->isEnabled() ? findThings(m_goal->text(), commands, m_selection, mostOfEach) : std::vector<FoundThing>();
  m_list->clear();
  for (const FoundThing& thing : m_found) {
    m_list->addItem(QStringLiteral("%1: %2").arg(thing.kind, thing.text));
    m_list->item(m_list->count() - 1)->setToolTip(thing.text);
  }
  m_list->setVisible(!m_found.empty());
  const int rows = std::min(m_list->count(), rowsInSight);
  m_list->setFixedHeight(std::max(1, m_list->sizeHintForRow(0)) * rows + 2 * m_list->frameWidth());
  m_list->setCurrentRow(isGoal || m_found.empty() ? -1 : 0);
}

void GoalDialog::go(int row) {
  const FoundThing thing = m_found[static_cast<std::size_t>(row)];
  hide();
  thing.go();
}

void GoalDialog::ask() {
  show();
  refresh();
  raise();
  activateWindow();
  m_goal->setFocus();
  m_goal->selectAll();
}

void GoalDialog::reject() {
  if (m_sideways.isFinding())
    m_sideways.stop();
  QDialog::reject();
}

// What is typed, before it is looked for.
void GoalDialog::refresh() {
  const bool isFinding = m_sideways.isFinding(),
             isThere = m_selection.execution() && m_selection.execution()->isWitness();
  const Result<Goal> goal = parseGoal(m_goal->text().toStdString());
  m_goal->setEnabled(!isFinding);
  if (isVisible())
    list(goal.ok());
  m_fromHere->setEnabled(!isFinding);
  m_find->setText(isFinding ? tr("Stop (Esc)") : tr("Find an execution"));
  m_find->setEnabled(isFinding || (goal && isThere));
  say(isFinding  ? tr("Looking for an execution where %1 …").arg(m_goal->text())
      : !isThere ? tr("No execution is open that can be followed: open a witness, or an execution of an exploration.")
      : goal || m_goal->text().isEmpty() || !m_found.empty() ? QString()
                                                             : sentenceOf(goal.error()));
}

void GoalDialog::find() {
  if (m_sideways.isFinding())
    return reject();
  if (const Result<Goal> goal = parseGoal(m_goal->text().toStdString()))
    m_sideways.find(goal.value(), m_fromHere->isChecked());
  refresh();
}

void GoalDialog::say(const QString& text) {
  m_answer->setText(text);
  m_answer->setVisible(!text.isEmpty());
  adjustSize();
}

} // namespace revisit::gui
