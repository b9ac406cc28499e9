#include "solver.h"

#include "session/condition_parser.h"
#include "session/event_text.h"
#include "text.h"

#include <fmt/format.h>

namespace revisit::gui {
namespace {

constexpr unsigned timeoutMs = 3000;

std::string inputsText(const std::vector<InputValue>& inputs) {
  std::string text;
  for (const InputValue& input : inputs)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", input.name, valueText(input));
  return text;
}

std::string coreText(const Timeline& timeline, const ConstraintAnswer& answer) {
  if (answer.core.empty())
    return "it contradicts itself";
  std::string text;
  for (const EventNumber event : answer.core)
    text += fmt::format("{}{} {} is {}", text.empty() ? "" : " and ", referenceText(timeline.event(event)),
                        timeline.event(event).what, timeline.event(event).value);
  return text + (answer.coreIsMinimal ? " rule it out, and none of them can be missing"
                                      : " rule it out; fewer of them may be enough");
}

} // namespace

std::string answerText(const Timeline& timeline, const SolverQuestion& question, const ConstraintAnswer& answer) {
  const std::string what = question.event
                               ? fmt::format("{} {} otherwise", referenceText(timeline.event(*question.event)),
                                             timeline.event(*question.event).what)
                               : question.condition;
  switch (answer.possible) {
  case Sat::Yes:
    return fmt::format("{}: possible, with {}.", what, inputsText(answer.inputs));
  case Sat::No:
    return fmt::format("{}: impossible. {}.", what, coreText(timeline, answer));
  case Sat::Unknown:
    break;
  }
  return fmt::format("{}: not known. Z3 gave up: {}.", what, answer.unknownBecause);
}

// Made on the other thread with the first question.
struct Solver::Work {
  ExecutionPointer execution;
  std::optional<Result<Constraints>> constraints;

  Result<ConstraintAnswer> answer(const SolverQuestion& question, const std::string& term) {
    if (!constraints)
      constraints.emplace(Constraints::make(execution->timeline(), timeoutMs));
    if (!*constraints)
      return constraints->error();
    return question.event ? constraints->value().core(*question.event) : constraints->value().ask(term);
  }
};

Solver::Solver(QObject* parent) : QObject(parent) {
  m_thread.setMaxThreadCount(1);
  m_thread.setExpiryTimeout(-1);
}

Solver::~Solver() {
  m_latest++; // what has not begun does not begin
  m_thread.waitForDone();
}

void Solver::setExecution(ExecutionPointer execution) {
  m_latest++;
  m_execution = std::move(execution);
  m_work = m_execution ? std::make_shared<Work>(m_execution) : nullptr;
  setBusy(false);
}

void Solver::askOtherwise(EventNumber event) {
  ask({event, {}}, {});
}

void Solver::askCondition(const QString& condition) {
  const std::string text = condition.toStdString();
  Result<std::string> term = conditionTerm(m_execution->witness().inputs, text);
  if (term)
    ask({{}, text}, std::move(*term));
  else
    emit failed(fromText(term.error().what));
}

void Solver::ask(SolverQuestion question, std::string term) {
  const unsigned number = ++m_latest;
  setBusy(true);
  m_thread.start([this, number, work = m_work, question = std::move(question), term = std::move(term)] {
    if (number != m_latest)
      return;
    auto answer = std::make_shared<Result<ConstraintAnswer>>(work->answer(question, term));
    QMetaObject::invokeMethod(
        this, [this, number, question, answer] { finish(number, question, *answer); }, Qt::QueuedConnection);
  });
}

void Solver::finish(unsigned number, const SolverQuestion& question, const Result<ConstraintAnswer>& answer) {
  if (number != m_latest)
    return;
  setBusy(false);
  if (answer)
    emit answered(question, answer.value());
  else
    emit failed(fromText(answer.error().what));
}

void Solver::setBusy(bool busy) {
  if (busy == m_isBusy)
    return;
  m_isBusy = busy;
  emit busyChanged();
}

} // namespace revisit::gui
