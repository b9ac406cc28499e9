// Stops an exploration when a command has what it needs, and describes what was explored.
#pragma once

#include "exploration_options.h"
#include "log/state_log.h"

#include <string>

namespace revisit::cli {

// Stops the exploration once a condition holds after an execution.
class StopWhen final : public Observer {
public:
  using Condition = std::function<bool(const ExecutionSummary&, const std::shared_ptr<const ExplorationLog>&)>;
  StopWhen(ExplorationControl& control, Condition condition) : m_control(control), m_condition(std::move(condition)) {}

  void began(const std::shared_ptr<const ExplorationLog>& log) override { m_log = log; }
  void finished(const ObservedExecution& execution) override {
    if (m_condition(execution.summary(), m_log))
      m_control.stop();
  }

  // Null before the exploration begins.
  const std::shared_ptr<const ExplorationLog>& log() const { return m_log; }

private:
  ExplorationControl& m_control;
  Condition m_condition;
  std::shared_ptr<const ExplorationLog> m_log;
};

// Also stops a search over states once this holds. Keeps the reference.
void stopAlso(ExplorationOptions& options, const StopWhen& stop, std::function<bool(const StateLog&)> condition);

// "6 executions (5 complete, 1 erroneous)", and why there may be more; ends with a line feed.
std::string exploredText(const CheckReport& report);

} // namespace revisit::cli
