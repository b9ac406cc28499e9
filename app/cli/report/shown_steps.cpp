#include "shown_steps.h"

#include "log/refused_cycle.h"
#include "log/state_step_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace revisit::cli {
namespace {

using Json = nlohmann::ordered_json;

const ExecutionSummary* orNull(const std::optional<ExecutionSummary>& execution) {
  return execution ? &*execution : nullptr;
}

class StepsOfExecutions final : public ShownSteps {
public:
  explicit StepsOfExecutions(const ExplorationLog& log) : m_log(log), m_threads(log.threadNames()) {}

  std::uint64_t count() const override { return m_log.stepCount(); }
  std::uint64_t leftOut() const override { return m_log.stepsLeftOut(); }
  std::uint64_t stepOf(std::uint64_t execution) const override { return m_log.stepOf(execution); }
  ThreadNames threadNames() const override { return m_threads; }
  ShownStep step(std::uint64_t number) const override {
    const Step step = stepAt(number);
    ShownStep shown{number, step.depth, stepText(step, m_threads, orNull(finishedBy(step))), {}};
    for (const StepCandidate& candidate : step.candidates)
      shown.details.push_back("it " + candidateText(candidate, m_threads));
    return shown;
  }
  Json stepToJson(std::uint64_t number) const override {
    const Step step = stepAt(number);
    const std::optional<ExecutionSummary> finished = finishedBy(step);
    Json json = stepJson(step, m_threads, orNull(finished));
    if (finished)
      json["finished"] = summaryJson(&*finished);
    return json;
  }

private:
  Step stepAt(std::uint64_t number) const {
    Step step = m_log.steps(number, 1).front();
    addCycles(m_log, step);
    return step;
  }
  std::optional<ExecutionSummary> finishedBy(const Step& step) const {
    return m_log.execution(step.kind == ActionKind::Finished ? step.execution : 0);
  }

  const ExplorationLog& m_log;
  const ThreadNames m_threads;
};

class StepsOfStates final : public ShownSteps {
public:
  explicit StepsOfStates(const ExplorationLog& log)
      : m_log(log), m_states(log.states()), m_threads(m_states->threadNames()) {}

  std::uint64_t count() const override { return m_states->stepCount(); }
  std::uint64_t leftOut() const override { return m_states->stepsLeftOut(); }
  std::uint64_t stepOf(std::uint64_t execution) const override { return m_states->stepOfExecution(execution); }
  ThreadNames threadNames() const override { return m_threads; }
  ShownStep step(std::uint64_t number) const override {
    const StateStep step = m_states->steps(number, 1).front();
    const std::optional<LoggedState> state = stateOf(step);
    const std::optional<ExecutionSummary> finished = m_log.execution(step.execution);
    ShownStep shown{number, step.depth, stepText(step, m_threads, state ? &*state : nullptr, orNull(finished)), {}};
    for (const SourceGrowth& growth : step.growths)
      shown.details.push_back(growthText(growth));
    return shown;
  }
  Json stepToJson(std::uint64_t number) const override {
    const StateStep step = m_states->steps(number, 1).front();
    const std::optional<LoggedState> state = stateOf(step);
    const std::optional<ExecutionSummary> finished = m_log.execution(step.execution);
    Json json = stateStepJson(step, m_threads, state ? &*state : nullptr, orNull(finished));
    if (finished)
      json["finished"] = summaryJson(&*finished);
    return json;
  }

private:
  std::optional<LoggedState> stateOf(const StateStep& step) const {
    const std::vector<LoggedState> found =
        step.state == noLogEntry ? std::vector<LoggedState>() : m_states->states(step.state, 1);
    return found.empty() ? std::nullopt : std::optional(found.front());
  }

  const ExplorationLog& m_log;
  const std::shared_ptr<const StateLog> m_states;
  const ThreadNames m_threads;
};

} // namespace

std::unique_ptr<ShownSteps> shownSteps(const ExplorationLog& log) {
  if (log.states())
    return std::make_unique<StepsOfStates>(log);
  return std::make_unique<StepsOfExecutions>(log);
}

} // namespace revisit::cli
