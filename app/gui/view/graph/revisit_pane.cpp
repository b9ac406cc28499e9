#include "revisit_pane.h"

#include "core/logged_execution.h"
#include "log/refused_cycle.h"
#include "log/state_step_text.h"
#include "log/steps/prediction.h"
#include "model/built_in_lessons.h"
#include "model/tables/explanation_html.h"
#include "model/tables/state_html.h"
#include "model/tables/steps_model.h"
#include "model/text.h"
#include "view/widgets/explained_action.h"
#include "view/widgets/row_menu.h"
#include "view/widgets/table_view.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QSplitter>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

namespace revisit::gui {
namespace {

constexpr int buttonWidth = 23, smallestPart = 44; // pixels: the pane may be small
const QString exploreLink = QStringLiteral("explore:");

} // namespace

RevisitPane::RevisitPane(SelectionModel& selection, StepActions& steps, QWidget* parent)
    : Pane({QStringLiteral("algorithm"), tr("Algorithm"), QKeySequence(tr("Alt+9"))}, selection, parent),
      m_steps(steps), m_model(new StepsModel(this)), m_position(new QLabel), m_listing(new QListWidget),
      m_text(new QTextBrowser), m_list(new QTableView), m_delegate(new EventRowDelegate(this)),
      m_lessons(new QToolButton) {
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  auto* parts = new QSplitter(Qt::Vertical);
  parts->setChildrenCollapsible(false);
  parts->addWidget(m_listing);
  parts->addWidget(m_text);
  parts->addWidget(makeList());
  for (const auto& [part, share] : {std::pair(0, 6), {1, 2}, {2, 1}})
    parts->setStretchFactor(part, share);
  parts->setSizes({120, 250, 46});
  auto* place = new QHBoxLayout;
  place->setContentsMargins(0, 0, 6, 0);
  place->addWidget(m_position, 1);
  place->addWidget(makeActionButton(m_steps.before()));
  place->addWidget(makeLessons());
  rows->addWidget(makeMoves());
  rows->addLayout(place);
  rows->addWidget(parts, 1);
  setUpTexts();
  setContent(content);
  setFocusProxy(m_text);
  connect(m_text, &QTextBrowser::anchorClicked, this, &RevisitPane::follow);
  connect(&m_steps, &StepActions::changed, this, &RevisitPane::refresh);
  connect(&m_steps, &StepActions::failed, this, &Pane::failed);
  connect(&m_steps, &StepActions::predictionAsked, this, &RevisitPane::ask);
  refresh();
}

void RevisitPane::setUpTexts() {
  m_position->setObjectName(QStringLiteral("stepPosition"));
  m_position->setContentsMargins(10, 2, 8, 2);
  m_position->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_position->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_text->setObjectName(QStringLiteral("stepText"));
  m_text->setAccessibleName(tr("This step"));
  m_text->setOpenLinks(false);
  m_text->document()->setDocumentMargin(10);
  m_listing->setObjectName(QStringLiteral("algorithmListing"));
  new RowMenu(*m_listing);
  m_listing->setAccessibleName(tr("The algorithm, with the line of this step"));
  for (QAbstractScrollArea* part : std::initializer_list<QAbstractScrollArea*>{m_text, m_listing, m_list}) {
    part->setFrameShape(QFrame::NoFrame);
    part->setMinimumHeight(smallestPart);
  }
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
  for (const auto& [back, forth, called] :
       {std::tuple(StepMove::PreviousExecution, StepMove::NextExecution, tr("execution")),
        {StepMove::PreviousRevisit, StepMove::NextRevisit, tr("revisit")},
        {StepMove::PreviousAction, StepMove::NextAction, tr("action")}}) {
    row->addSpacing(3);
    addButton(back);
    auto* name = new QLabel(called);
    if (forth == StepMove::NextRevisit)
      m_revisits = name;
    row->addWidget(name);
    addButton(forth);
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

// The line of the step has a band and a sign.
void RevisitPane::showLine(const std::string& key) {
  const AlgorithmText* const text = algorithmTexts().of(m_steps.cursor().log()->algorithm());
  m_listing->setVisible(text);
  if (!text)
    return;
  m_listing->clear();
  const std::size_t lit = text->lineOf(key).value_or(text->lines.size());
  for (const AlgorithmLine& line : text->lines) {
    const bool isLit = &line == &text->lines[0] + lit;
    auto* item = new QListWidgetItem(
        (isLit ? u"▸ "_qs : u"\u2003"_qs) + QString(2 * line.depth, u' ') + fromText(line.text), m_listing);
    const Lesson* const lesson = line.keys.empty() ? nullptr : lessons().ofLine(line.keys.front());
    item->setToolTip(QStringLiteral("<p>%1</p>").arg(fromText(lesson ? lesson->text : text->source).toHtmlEscaped()));
    if (isLit)
      m_listing->setCurrentItem(item);
  }
  m_listing->scrollToItem(m_listing->currentItem(), QAbstractItemView::PositionAtCenter);
}

// Asks what the step is; the keys 1 to 4 answer. Whoever closes the question wants to see it.
void RevisitPane::ask(std::uint64_t step) {
  const StepCursor& cursor = m_steps.cursor();
  const std::optional<Prediction> asked = !isInSight()      ? std::nullopt
                                          : cursor.states() ? predictionOf(*cursor.states(), step)
                                                            : predictionOf(*cursor.log(), step);
  if (!asked)
    return;
  QMenu menu(this);
  menu.addAction(tr("What happens next?"))->setEnabled(false);
  for (std::size_t i = 0; i < asked->choices.size(); i++)
    menu.addAction(QStringLiteral("&%1  %2").arg(i + 1).arg(fromText(asked->choices[i])));
  const QAction* const said = menu.exec(m_text->mapToGlobal(QPoint(0, 0)));
  const QString right = fromText(asked->choices[asked->right]);
  m_toldStep = step;
  m_told = !said                          ? QString()
           : said->text().endsWith(right) ? tr("<p><b>✓ Right:</b> %1.</p>").arg(right.toHtmlEscaped())
                                          : tr("<p><b>✗ Not so:</b> %1.</p>").arg(right.toHtmlEscaped());
}

QWidget* RevisitPane::makeList() {
  setUpTable(*m_list, QStringLiteral("steps table"));
  m_list->setModel(m_model);
  m_list->setItemDelegate(m_delegate);
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
  if (cursor.step() != m_toldStep)
    m_told.clear();
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
  showLine(lineKey(step));
  m_text->setHtml(styleSheetText() + m_told + stepHtml(step, *execution(), *cursor.log(), m_lesson, isGuided()) +
                  branchHtml(step));
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
    showLine(lineKey(step));
    const std::uint32_t told = step.kind == StateStepKind::Met ? step.from : state; // whose sets the step is about
    m_text->setHtml(styleSheetText() + m_told + stateStepHtml(*cursor.log(), step, isGuided()) +
                    stateHtml(*cursor.states(), told, step.number) +
                    QStringLiteral("<p>%1</p>")
                        .arg(tr("%1 states; %2 on the stack").arg(cursor.states()->stateCount()).arg(step.depth + 1)));
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
  m_position->setToolTip(m_position->text());
}

QString RevisitPane::branchHtml(const Step& step) const {
  const StepCursor& cursor = m_steps.cursor();
  std::vector<TreeNode> nodes = cursor.log()->nodes(step.node, 1);
  if (!nodes.empty() && nodes.front().outcome == NodeOutcome::Refused) // a leaf of the branch
    nodes = cursor.log()->nodes(nodes.front().parent, 1);
  const QString branch =
      nodes.empty()
          ? QString()
          : fromText(nodeText(nodes.front(), eventsOf(*cursor.log(), nodes.front()), cursor.log()->threadNames()));
  return QStringLiteral("<p>%1</p>").arg(tr("Tree: depth %1, branch: %2").arg(step.depth).arg(branch).toHtmlEscaped());
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
  else if (const auto number = executionOfLink(link))
    m_steps.goTo(m_steps.cursor().log()->stepOf(*number));
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
