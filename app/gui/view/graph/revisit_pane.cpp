#include "revisit_pane.h"

#include "core/logged_execution.h"
#include "log/refused_cycle.h"
#include "log/state_step_text.h"
#include "model/built_in_lessons.h"
#include "model/tables/explanation_html.h"
#include "model/tables/state_html.h"
#include "model/tables/steps_model.h"
#include "model/text.h"
#include "view/widgets/explained_action.h"
#include "view/widgets/table_view.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

namespace revisit::gui {
namespace {

constexpr int buttonWidth = 23, smallestPart = 44; // pixels: the pane may be small
const QString exploreLink = QStringLiteral("explore:");

struct MoveGroup {
  StepMove back, forth;
  const char* name;
};

} // namespace

RevisitPane::RevisitPane(SelectionModel& selection, StepActions& steps, QWidget* parent)
    : Pane({QStringLiteral("algorithm"), tr("Algorithm"), QKeySequence(tr("Alt+9"))}, selection, parent),
      m_steps(steps), m_model(new StepsModel(this)), m_position(new QLabel), m_branch(new QLabel),
      m_text(new QTextBrowser), m_list(new QTableView), m_delegate(new EventRowDelegate(this)),
      m_lessons(new QToolButton) {
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  auto* parts = new QSplitter(Qt::Vertical);
  parts->setChildrenCollapsible(false);
  parts->addWidget(m_text);
  parts->addWidget(makeList());
  parts->setStretchFactor(0, 3);
  parts->setStretchFactor(1, 1);
  parts->setSizes({300, 90});
  auto* place = new QHBoxLayout;
  place->setContentsMargins(0, 0, 6, 0);
  place->addWidget(m_position, 1);
  place->addWidget(makeLessons());
  rows->addWidget(makeMoves());
  rows->addLayout(place);
  rows->addWidget(m_branch);
  rows->addWidget(parts, 1);
  setUpTexts();
  setContent(content);
  setFocusProxy(m_text);
  connect(m_text, &QTextBrowser::anchorClicked, this, &RevisitPane::follow);
  connect(&m_steps, &StepActions::changed, this, &RevisitPane::refresh);
  connect(&m_steps, &StepActions::failed, this, &Pane::failed);
  refresh();
}

void RevisitPane::setUpTexts() {
  m_position->setObjectName(QStringLiteral("stepPosition"));
  m_branch->setObjectName(QStringLiteral("stepBranch"));
  QFont bold = m_position->font();
  bold.setBold(true);
  m_position->setFont(bold);
  for (QLabel* label : {m_position, m_branch}) {
    label->setContentsMargins(10, 2, 8, 2);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  }
  m_text->setObjectName(QStringLiteral("stepText"));
  m_text->setAccessibleName(tr("This step"));
  m_text->setOpenLinks(false);
  m_text->setFrameShape(QFrame::NoFrame);
  m_text->setMinimumHeight(smallestPart);
  m_text->document()->setDocumentMargin(10);
}

QWidget* RevisitPane::makeMoves() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(6, 2, 6, 0);
  row->setSpacing(0);
  const auto addButton = [&](StepMove move) {
    QToolButton* button = makeActionButton(m_steps.action(move));
    button->setFixedWidth(buttonWidth);
    button->setAccessibleName(m_steps.action(move)->text());
    button->setObjectName(QStringLiteral("step-%1").arg(static_cast<int>(move)));
    row->addWidget(button);
  };
  addButton(StepMove::First);
  for (const MoveGroup& group :
       {MoveGroup{StepMove::PreviousExecution, StepMove::NextExecution, QT_TR_NOOP("execution")},
        MoveGroup{StepMove::PreviousRevisit, StepMove::NextRevisit, QT_TR_NOOP("revisit")},
        MoveGroup{StepMove::PreviousAction, StepMove::NextAction, QT_TR_NOOP("action")}}) {
    row->addSpacing(3);
    addButton(group.back);
    auto* name = new QLabel(tr(group.name));
    if (group.forth == StepMove::NextRevisit)
      m_revisits = name;
    row->addWidget(name);
    addButton(group.forth);
  }
  row->addSpacing(3);
  addButton(StepMove::Last);
  row->addStretch(1);
  return bar;
}

QWidget* RevisitPane::makeLessons() {
  m_lessons->setText(tr("Lessons"));
  m_lessons->setObjectName(QStringLiteral("lessons"));
  m_lessons->setCheckable(true);
  m_lessons->setAutoRaise(true);
  m_lessons->setToolTip(tr("Explain every step; a [?] explains one"));
  connect(m_lessons, &QToolButton::toggled, this, &RevisitPane::showStep);
  return m_lessons;
}

QWidget* RevisitPane::makeList() {
  setUpTable(*m_list, QStringLiteral("steps table"));
  m_list->setModel(m_model);
  m_list->setItemDelegate(m_delegate);
  m_list->setMinimumHeight(smallestPart);
  m_list->horizontalHeader()->setSectionResizeMode(StepsModel::Sentence, QHeaderView::Stretch);
  const QFontMetrics font(m_list->font());
  m_list->setColumnWidth(StepsModel::Number, font.horizontalAdvance(QStringLiteral("10000000")));
  m_list->setColumnWidth(StepsModel::Action, font.horizontalAdvance(QStringLiteral("displace refused  ")));
  const auto go = [this](const QModelIndex& index) { m_steps.goTo(index.data(StepsModel::StepRole).toULongLong()); };
  connect(m_list, &QTableView::clicked, this, go);
  connect(m_list, &QTableView::activated, this, go);
  return m_list;
}

void RevisitPane::themeChanged() {
  m_delegate->setTheme(theme());
  m_list->viewport()->update();
  refresh();
}

bool RevisitPane::isGuided() const {
  return m_lessons->isChecked();
}

void RevisitPane::startGuide(const QString& example) {
  m_example = example;
  m_guidedFrom = {m_steps.cursor().log(), m_steps.cursor().step()};
  m_lessons->setChecked(true);
  m_lesson.reset();
  refresh();
}

void RevisitPane::refresh() {
  const StepCursor& cursor = m_steps.cursor();
  m_model->setLog(cursor.log());
  m_revisits->setText(cursor.states() ? tr("judgement") : tr("revisit"));
  const bool isThere = cursor.isSomewhere();
  if (isThere && m_guidedFrom != std::pair(cursor.log(), cursor.step()))
    m_example.clear();
  if (!m_example.isEmpty()) {
    showIntroduction();
    return;
  }
  setNotice(
      isThere ? QString()
      : cursor.log()
          ? tr("The steps that led to this execution were left out of the log, which has become too long. Earlier "
               "executions have theirs.")
          : tr("Here the algorithm shows its work: what it considered, what it refused, and why. Explore a program "
               "(not only a witness), and choose one of its executions."));
  if (isThere)
    showStep();
}

void RevisitPane::showIntroduction() {
  setNotice({});
  const Lesson& lesson = lessons().introduction();
  m_position->setText(fromText(lesson.title));
  m_branch->clear();
  m_text->setHtml(QStringLiteral("%1<p>%2</p><p><a href=\"%3\">%4</a></p>")
                      .arg(styleSheetText(), fromText(lesson.text).toHtmlEscaped(), exploreLink,
                           tr("Explore %1 and go through it").arg(QFileInfo(m_example).fileName()).toHtmlEscaped()));
}

QString RevisitPane::styleSheetText() const {
  return QStringLiteral("<style>p { margin-top: 4px; margin-bottom: 4px } h3 { margin-bottom: 2px } h4 { margin-top: "
                        "10px; margin-bottom: 2px } a { color: %1 } .lesson { background: %2; color: %3; "
                        "margin-top: 4px; margin-bottom: 4px }</style>")
      .arg(theme().link.name(), theme().currentLine.name(), theme().text.name());
}

void RevisitPane::showStep() {
  const StepCursor& cursor = m_steps.cursor();
  if (!m_example.isEmpty() || !cursor.isSomewhere() || (!execution() && !cursor.states()))
    return;
  if (cursor.states()) {
    showStateStep();
    return;
  }
  std::vector<Step> found = cursor.log()->steps(cursor.step(), 1);
  if (found.empty())
    return;
  Step& step = found.front();
  addCycles(*cursor.log(), step);
  showPosition(step);
  const std::vector<ExecutionSummary> finished =
      step.kind == ActionKind::Finished ? cursor.log()->executions(step.execution, 1) : std::vector<ExecutionSummary>();
  m_text->setHtml(styleSheetText() + stepHtml(step, *execution(), cursor.log()->threadNames(),
                                              finished.empty() ? nullptr : &finished.front(), m_lesson, isGuided()));
  showRow();
}

// Of a search over states.
void RevisitPane::showStateStep() {
  const StepCursor& cursor = m_steps.cursor();
  for (const StateStep& step : cursor.states()->steps(cursor.step(), 1)) {
    const std::uint32_t state = step.state != noLogEntry ? step.state : step.from;
    const QString lost = cursor.log()->isVoid() ? tr("; void, because the exploration began again") : QString();
    m_position->setText(
        tr("Step %1 of %2, at %3%4").arg(step.number).arg(cursor.stepCount()).arg(fromText(stateName(state)), lost));
    m_branch->setText(tr("%1 states; %2 on the stack").arg(cursor.states()->stateCount()).arg(step.depth + 1));
    m_branch->setToolTip(QString());
    const std::uint32_t told = step.kind == StateStepKind::Met ? step.from : state; // whose sets the step is about
    m_text->setHtml(styleSheetText() + stateStepHtml(*cursor.log(), step, isGuided()) +
                    stateHtml(*cursor.states(), told, step.number));
  }
  showRow();
}

void RevisitPane::showPosition(const Step& step) {
  const StepCursor& cursor = m_steps.cursor();
  const std::uint64_t number = cursor.execution();
  const QString way = step.kind == ActionKind::Finished ? tr("end of execution %1").arg(number)
                      : number != 0                     ? tr("on the way to execution %1").arg(number)
                                                        : tr("on the way to no execution so far");
  const QString lost = cursor.log()->isVoid() ? tr("; void, because the exploration began again") : QString();
  m_position->setText(tr("Step %1 of %2, %3%4").arg(step.number).arg(cursor.stepCount()).arg(way, lost));
  std::vector<TreeNode> nodes = cursor.log()->nodes(step.node, 1);
  if (!nodes.empty() && nodes.front().outcome == NodeOutcome::Refused) // a leaf of the branch
    nodes = cursor.log()->nodes(nodes.front().parent, 1);
  const QString branch =
      nodes.empty()
          ? QString()
          : fromText(nodeText(nodes.front(), eventsOf(*cursor.log(), nodes.front()), cursor.log()->threadNames()));
  m_branch->setText(tr("Tree: depth %1, branch: %2").arg(step.depth).arg(branch));
  m_branch->setToolTip(m_branch->text());
}

void RevisitPane::showRow() {
  const QModelIndex row = m_model->indexOfStep(m_steps.cursor().step());
  m_list->selectRow(row.row());
  m_list->scrollTo(row, QAbstractItemView::PositionAtCenter);
}

// To the step that entered it.
void RevisitPane::goToState(std::uint32_t state) {
  if (m_steps.cursor().states())
    for (const LoggedState& found : m_steps.cursor().states()->states(state, 1))
      m_steps.goTo(found.step);
}

// In the graph of the step that is shown.
void RevisitPane::showCycle(std::size_t candidate) {
  const StepCursor& cursor = m_steps.cursor();
  if (const Result<ExecutionPointer> graph = graphOfCycle(cursor.log(), cursor.step(), candidate))
    selection().open(graph.value());
  else
    emit failed(sentenceOf(graph.error()));
}

void RevisitPane::follow(const QUrl& link) {
  if (link.scheme() + u':' == exploreLink)
    emit exploreAsked(m_example);
  else if (const auto candidate = cycleOfLink(link))
    showCycle(*candidate);
  else if (const auto state = stateOfLink(link))
    goToState(*state);
  else if (const auto event = eventOfLink(link))
    selection().selectEvent(*event);
  else if (const auto lesson = lessonOfLink(link)) {
    m_lesson = m_lesson == lesson ? std::nullopt : lesson;
    showStep();
  }
}

} // namespace revisit::gui
