#include "solver.h"

#include "model/text.h"
#include "query/timeline/event_text.h"
#include "whatif/condition_term.h"
#include "witness/event_words.h"

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

// "(1,2) reading > 85 is true and (1,4) ... is ..."
std::string causesText(const Timeline& timeline, const ConstraintAnswer& answer) {
  std::string text;
  for (const EventNumber event : answer.core)
    text += fmt::format("{}{} {} is {}", text.empty() ? "" : " and ", referenceText(timeline.event(event)),
                        timeline.event(event).what, valueWords(timeline.event(event)));
  return text;
}

std::string whyImpossible(const Timeline& timeline, const ConstraintAnswer& answer) {
  const std::string division = answer.dividesByZero ? "; a division by zero in it has no value" : "";
  if (answer.core.empty())
    return answer.dividesByZero ? "It divides by zero, which has no value" : "It contradicts itself";
  return causesText(timeline, answer) +
         (answer.coreIsMinimal ? " rule it out, and none of them can be missing"
                               : " rule it out; fewer of them may be enough") +
         division;
}

// For a condition that cannot be different. It may also have no value at all.
std::string whyItMust(const Timeline& timeline, const ConstraintAnswer& answer) {
  const std::string where =
      answer.dividesByZero ? "Where it has a value, that is where it does not divide by zero, yes" : "Yes";
  if (answer.core.empty())
    return where + ": it holds whatever the inputs";
  return fmt::format("{}: {} force it{}", where, causesText(timeline, answer),
                     answer.coreIsMinimal ? ", and none of them can be missing" : "; fewer of them may be enough");
}

std::string mustText(const Timeline& timeline, const std::string& condition, const ConstraintAnswer& answer) {
  switch (answer.possible) {
  case Sat::Yes:
    return fmt::format("Must {} be so? No: it can be otherwise, with {}.", condition, inputsText(answer.inputs));
  case Sat::No:
    return fmt::format("Must {} be so? {}.", condition, whyItMust(timeline, answer));
  case Sat::Unknown:
    break;
  }
  return fmt::format("Must {} be so? Not known. Z3 gave up: {}.", condition, answer.unknownBecause);
}

} // namespace

std::string answerText(const Timeline& timeline, const SolverQuestion& question, const ConstraintAnswer& answer) {
  if (question.isMust)
    return mustText(timeline, question.condition, answer);
  const std::string what = question.event
                               ? fmt::format("{} {} otherwise", referenceText(timeline.event(*question.event)),
                                             timeline.event(*question.event).what)
                               : question.condition;
  switch (answer.possible) {
  case Sat::Yes:
    return fmt::format("{}: possible, with {}.", what, inputsText(answer.inputs));
  case Sat::No:
    return fmt::format("{}: impossible. {}.", what, whyImpossible(timeline, answer));
  case Sat::Unknown:
    break;
  }
  return fmt::format("{}: not known. Z3 gave up: {}.", what, answer.unknownBecause);
}

// Created on the other thread with the first question.
struct Solver::Work {
  ExecutionPointer execution;
  std::optional<Result<Constraints>> constraints;

  Result<ConstraintAnswer> answer(const SolverQuestion& question, const Terms& terms) {
    if (!constraints)
      constraints.emplace(Constraints::make(execution->timeline(), timeoutMs));
    if (!*constraints)
      return constraints->error();
    return question.event ? constraints->value().core(*question.event)
                          : constraints->value().ask(terms.holds, terms.hasValue);
  }
};

Solver::Solver(QObject* parent) : QObject(parent) {
  m_thread.setMaxThreadCount(1);
  m_thread.setExpiryTimeout(-1);
}

Solver::~Solver() {
  m_latest++; // questions that have not begun are dropped
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
  askTyped({{}, text}, text);
}

// The condition must hold if its negation is impossible.
void Solver::askMust(const QString& condition) {
  const std::string text = condition.toStdString();
  askTyped({{}, text, true}, "!(" + text + ")");
}

// `asked`: the question for the solver; only its typed part can be invalid.
void Solver::askTyped(SolverQuestion question, const std::string& asked) {
  const std::vector<WitnessInput>& inputs = m_execution->witness().inputs;
  if (const Result<std::string> typed = conditionTerm(inputs, question.condition); !typed)
    return emit failed(fromText(typed.error().what));
  const Result<std::string> holds = conditionTerm(inputs, asked), hasValue = conditionHasValue(inputs, asked);
  if (holds && hasValue)
    ask(std::move(question), {holds.value(), hasValue.value()});
  else
    emit failed(fromText((holds ? hasValue : holds).error().what));
}

void Solver::ask(SolverQuestion question, Terms terms) {
  const unsigned number = ++m_latest;
  setBusy(true);
  m_thread.start([this, number, work = m_work, question = std::move(question), terms = std::move(terms)] {
    if (number != m_latest)
      return;
    auto answer = std::make_shared<Result<ConstraintAnswer>>(work->answer(question, terms));
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
