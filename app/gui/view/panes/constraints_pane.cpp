#include "constraints_pane.h"

#include "model/tables/explanation_html.h"
#include "model/text.h"
#include "view/widgets/message_text.h"
#include "view/widgets/rows_table.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace revisit::gui {
namespace {

constexpr int maxAnswerLines = 6;

} // namespace

ConstraintsPane::ConstraintsPane(SelectionModel& selection, QWidget* parent)
    : Pane({QStringLiteral("constraints"), tr("Constraints"), QKeySequence(tr("Alt+6"))}, selection, parent),
      m_solver(new Solver(this)), m_inputs(new RowsTable(selection, QStringLiteral("inputs table"), inputHeadings, 0)),
      m_conditions(new RowsTable(selection, QStringLiteral("conditions table"), conditionHeadings, 2)),
      m_otherwise(new QPushButton(tr("Must it be so?"))), m_condition(new QLineEdit), m_ask(new QPushButton(tr("Ask"))),
      m_answer(new LinkedText(maxAnswerLines)) {
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(makeTables(), 1);
  rows->addWidget(makeQuestions());
  setContent(content);
  setFocusProxy(m_condition);
  connect(m_otherwise, &QPushButton::clicked, this, &ConstraintsPane::askOtherwise);
  connect(m_ask, &QPushButton::clicked, this, &ConstraintsPane::askCondition);
  connect(m_condition, &QLineEdit::returnPressed, this, &ConstraintsPane::askCondition);
  connect(m_solver, &Solver::busyChanged, this, &ConstraintsPane::busyChanged);
  connect(m_solver, &Solver::answered, this, &ConstraintsPane::answered);
  connect(m_solver, &Solver::failed, this, [this](const QString& reason) { say(reason); });
  connect(&selection, &SelectionModel::executionChanged, this, &ConstraintsPane::executionChanged);
  connect(&selection, &SelectionModel::positionChanged, this, &ConstraintsPane::positionChanged);
  executionChanged();
}

QWidget* ConstraintsPane::makeTables() {
  auto* tables = new QSplitter(Qt::Vertical);
  tables->addWidget(m_inputs);
  tables->addWidget(m_conditions);
  tables->setStretchFactor(0, 2);
  tables->setStretchFactor(1, 3);
  tables->setChildrenCollapsible(false);
  return tables;
}

QWidget* ConstraintsPane::makeQuestions() {
  auto* questions = new QWidget;
  auto* rows = new QVBoxLayout(questions);
  rows->setContentsMargins(6, 4, 6, 4);
  rows->setSpacing(4);
  auto* line = new QHBoxLayout;
  line->addWidget(m_condition, 1);
  line->addWidget(m_ask);
  rows->addLayout(line);
  rows->addWidget(m_otherwise, 0, Qt::AlignLeft);
  rows->addWidget(m_answer);
  m_condition->setObjectName(QStringLiteral("whatIf"));
  m_condition->setAccessibleName(tr("A condition that might hold too"));
  m_condition->setToolTip(
      tr("A condition over the inputs, as in C: && || ! or and, or, not. Numbers with the suffix u make it unsigned."));
  m_ask->setObjectName(QStringLiteral("ask"));
  m_ask->setToolTip(tr("Can the same path be taken with this holding too?"));
  m_otherwise->setObjectName(QStringLiteral("otherwise"));
  m_otherwise->setToolTip(
      tr("Must the condition typed here hold on this path? With none typed: can the one chosen above "
         "be otherwise, given those before it?"));
  m_answer->setObjectName(QStringLiteral("answer"));
  m_answer->setAccessibleName(tr("Answer"));
  connect(m_answer, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
    if (const auto event = eventOfLink(link))
      selection().selectEvent(*event);
  });
  return questions;
}

void ConstraintsPane::themeChanged() {
  m_inputs->setTheme(theme());
  m_conditions->setTheme(theme());
}

void ConstraintsPane::executionChanged() {
  m_solver->setExecution(execution() && execution()->isWitness() ? execution() : nullptr);
  m_answer->setText({});
  if (!execution())
    return refuse(tr("No execution is open."));
  if (!execution()->isWitness())
    return refuse(tr("This is a graph of the exploration. Its inputs and what is required of them are known when it is "
                     "an execution that was found again."));
  const std::vector<InputValue> values = inputValues(execution()->witness().inputs);
  refuse(!values.empty() ? QString()
                         : tr("The program asked for no unknown input on this path, so nothing is required of any. "
                              "revisit_nondet_int(\"name\") in the program makes an input unknown."));
  m_inputs->setRows(inputRows(execution()->timeline(), values));
  if (!values.empty())
    m_condition->setPlaceholderText(tr("what if %1 > 0").arg(fromText(values.front().name)));
  positionChanged();
}

void ConstraintsPane::refuse(const QString& reason) {
  setNotice(reason);
  emit usefulnessChanged(isUseful());
}

void ConstraintsPane::positionChanged() {
  if (!execution())
    return;
  m_conditions->setRows(conditionRows(execution()->timeline(), selection().current().position));
  m_conditions->showEventRow(selection().current().event);
}

void ConstraintsPane::busyChanged() {
  if (m_solver->isBusy())
    say(tr("Asking Z3…"));
}

void ConstraintsPane::askOtherwise() {
  if (!m_condition->text().trimmed().isEmpty())
    m_solver->askMust(m_condition->text());
  else if (const auto event = m_conditions->selectedEvent())
    m_solver->askOtherwise(*event);
  else
    say(tr("Type a condition, or choose one in the table first."));
}

void ConstraintsPane::askCondition() {
  if (m_condition->text().trimmed().isEmpty())
    say(tr("Type a condition first, such as: %1").arg(m_condition->placeholderText().section(u':', 1).trimmed()));
  else
    m_solver->askCondition(m_condition->text());
}

void ConstraintsPane::say(const QString& text) {
  selection().light({});
  m_answer->setText(text.toHtmlEscaped());
}

void ConstraintsPane::answered(const SolverQuestion& question, const ConstraintAnswer& answer) {
  const Timeline& timeline = execution()->timeline();
  selection().light(answer.core);
  m_answer->setText(sentenceHtml(timeline, answerText(timeline, question, answer)));
}

} // namespace revisit::gui
