#include "step_actions.h"
#include "core/logged_execution.h"

#include "explained_action.h"
#include "log/state_log.h"
#include "log/steps/step_marks.h"
#include "model/text.h"

#include <QTimer>

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr int growthInterval = 400; // ms: interval at which the log's growth is checked

struct MoveText {
  const char *text, *icon, *tip, *shortcut;
};

// By StepMove.
constexpr std::array<MoveText, allStepMoves.size()> texts = {{
    {QT_TR_NOOP("First action"), "|◀", QT_TR_NOOP("To the first action of the exploration"), "Ctrl+Shift+F7"},
    {QT_TR_NOOP("Previous execution"), "◀", QT_TR_NOOP("To the end of the execution before"), "Ctrl+Shift+F8"},
    {QT_TR_NOOP("Previous revisit"), "◀", QT_TR_NOOP("To the revisit or displacement before, refused ones too"),
     "Shift+F8"},
    {QT_TR_NOOP("Previous action"), "◀", QT_TR_NOOP("To the action before"), "Shift+F7"},
    {QT_TR_NOOP("Next action"), "▶", QT_TR_NOOP("To the next action"), "F7"},
    {QT_TR_NOOP("Next revisit"), "▶", QT_TR_NOOP("To the next revisit or displacement, refused ones too"), "F8"},
    {QT_TR_NOOP("Next execution"), "▶", QT_TR_NOOP("To the end of the execution that comes next"), "Ctrl+F8"},
    {QT_TR_NOOP("Last action"), "▶|", QT_TR_NOOP("To the last action so far"), "Ctrl+F7"},
}};

bool leadsBack(StepMove move) {
  return move <= StepMove::PreviousAction;
}

} // namespace

StepActions::StepActions(SelectionModel& selection, QObject* parent)
    : QObject(parent), m_selection(selection),
      m_before(makeExplained(tr("Before the revisit"), tr("Show the graph before it; what it deletes is struck"),
                             QStringLiteral("F9"), this)),
      m_predicts(makeExplained(tr("Predict, then show"), tr("Guess what the next action does before it is shown"),
                               QStringLiteral("Shift+F9"), this)),
      m_timer(new QTimer(this)) {
  for (QAction* action : {m_before, m_predicts})
    action->setCheckable(true);
  m_before->setIconText(tr("Before"));
  allow(*m_predicts, {});
  connect(m_before, &QAction::triggered, this, [this] { show(m_cursor.step()); });
  for (const StepMove move : allStepMoves) {
    const MoveText& text = texts[static_cast<std::size_t>(move)];
    QAction* action = makeExplained(tr(text.text), tr(text.tip), QLatin1String(text.shortcut), this);
    action->setIconText(QString::fromUtf8(text.icon));
    connect(action, &QAction::triggered, this, [this, move] { go(move); });
    m_actions[static_cast<std::size_t>(move)] = action;
  }
  m_timer->setInterval(growthInterval);
  connect(m_timer, &QTimer::timeout, this, &StepActions::readOn);
  connect(&selection, &SelectionModel::executionChanged, this, &StepActions::follow);
  follow();
}

void StepActions::follow() {
  const ExecutionPointer& execution = m_selection.execution();
  const ExecutionOrigin origin = execution ? execution->origin() : ExecutionOrigin();
  const StatesPointer states = origin.log ? origin.log->states() : nullptr;
  if (!states) {
    stand(origin.log, origin.step);
    return;
  }
  // Another version of the same execution, such as its witness, moves nothing.
  if (m_followed == std::pair(origin.log, origin.execution) && m_cursor.isSomewhere())
    return;
  m_followed = {origin.log, origin.execution};
  stand(origin.log, std::max<std::uint64_t>(states->stepOfExecution(origin.execution), 1));
}

void StepActions::offer(const LogPointer& log) {
  if (log && log != m_cursor.log() && log->states() && log->states()->stepCount() != 0)
    stand(log, 1);
}

void StepActions::stand(const LogPointer& log, std::uint64_t step) {
  m_cursor.stand(log, step);
  m_seen = m_cursor.stepCount();
  if (log)
    m_timer->start();
  else
    m_timer->stop();
  nameMoves();
  refresh();
  emit changed();
}

// A search over states has no revisits. It judges what is to be explored.
void StepActions::nameMoves() {
  const bool ofStates = m_cursor.states() != nullptr;
  action(StepMove::PreviousRevisit)->setText(ofStates ? tr("Previous judgement") : tr("Previous revisit"));
  action(StepMove::NextRevisit)->setText(ofStates ? tr("Next judgement") : tr("Next revisit"));
}

void StepActions::readOn() {
  const std::uint64_t count = m_cursor.stepCount();
  if (count == m_seen)
    return;
  m_seen = count;
  refresh();
  emit changed();
}

QString StepActions::whyNot(StepMove move) {
  if (!m_cursor.log())
    return tr("The shown execution does not belong to an exploration. Explore a program first.");
  if (!m_cursor.isSomewhere())
    return tr("The steps of this execution were left out of the log, which has become too long.");
  if (m_cursor.target(move))
    return {};
  return leadsBack(move) ? tr("There is none before.") : tr("There is none after this one so far.");
}

void StepActions::refresh() {
  for (const StepMove move : allStepMoves)
    allow(*action(move), whyNot(move));
  const auto kind = m_cursor.log() ? m_cursor.log()->actions(m_cursor.step(), 1) : std::vector<ActionKind>();
  allow(*m_before, !kind.empty() && isDone(kind.front())
                       ? QString()
                       : tr("Only a revisit or displacement that was done has a graph before it and one after it."));
}

void StepActions::go(StepMove move) {
  const auto step = m_cursor.target(move);
  if (step && move == StepMove::NextAction && m_predicts->isChecked())
    emit predictionAsked(*step);
  if (step)
    goTo(*step);
}

void StepActions::goTo(std::uint64_t step) {
  if (!m_cursor.log() || step == m_cursor.step())
    return;
  if (const StatesPointer& states = m_cursor.states()) {
    stand(m_cursor.log(), step);
    for (const StateStep& found : states->steps(step, 1))
      if (found.kind == StateStepKind::Shown)
        if (const Result<ExecutionPointer> shown = executionOf(m_cursor.log(), found.execution))
          m_selection.open(shown.value());
    return;
  }
  m_before->setChecked(false);
  show(step);
}

void StepActions::show(std::uint64_t step) {
  const Result<ExecutionPointer> graph = graphAfterStep(m_cursor.log(), step, m_before->isChecked());
  if (graph)
    m_selection.open(graph.value());
  else
    emit failed(sentenceOf(graph.error()));
}

} // namespace revisit::gui
