#include "goal_dialog.h"

#include "model/text.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace revisit::gui {
namespace {

constexpr int dialogWidth = 560;

} // namespace

GoalDialog::GoalDialog(Sideways& sideways, SelectionModel& selection, QWidget* parent)
    : QDialog(parent), m_sideways(sideways), m_selection(selection), m_goal(new QLineEdit),
      m_fromHere(new QCheckBox(tr("Begin as this execution does, up to the selected event"))), m_answer(new QLabel),
      m_find(new QPushButton) {
  setObjectName(QStringLiteral("goalDialog"));
  setWindowTitle(tr("Find an execution where …"));
  m_goal->setObjectName(QStringLiteral("goal"));
  m_goal->setAccessibleName(tr("Goal"));
  m_goal->setPlaceholderText(tr("a.c:40    a.c:40 if x == 0    T2 reads x from a.c:22    T1 waits    when x > 3"));
  m_goal->setToolTip(
      tr("A line that a thread comes to, what it reads and from where, a condition, an operation: joined "
         "by and, or, then. “revisit help goals” says more."));
  m_fromHere->setObjectName(QStringLiteral("goalFromHere"));
  m_answer->setObjectName(QStringLiteral("goalAnswer"));
  m_answer->setWordWrap(true);
  m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_find->setObjectName(QStringLiteral("findGoal"));
  m_find->setDefault(true);
  auto* rows = new QVBoxLayout(this);
  for (QWidget* part : std::initializer_list<QWidget*>{m_goal, m_fromHere, m_answer})
    rows->addWidget(part);
  rows->addWidget(m_find, 0, Qt::AlignRight);
  setMinimumWidth(dialogWidth);
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

void GoalDialog::ask() {
  show();
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
  m_fromHere->setEnabled(!isFinding);
  m_find->setText(isFinding ? tr("Stop (Esc)") : tr("Find an execution"));
  m_find->setEnabled(isFinding || (goal && isThere));
  say(isFinding  ? tr("Looking for an execution where %1 …").arg(m_goal->text())
      : !isThere ? tr("No execution is open that can be followed: open a witness, or an execution of an exploration.")
      : goal || m_goal->text().isEmpty() ? QString()
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
