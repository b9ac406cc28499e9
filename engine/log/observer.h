// Observing an exploration while it runs: what the command line and the window receive. Costs nothing without an
// observer. Thread rule: the exploration's thread calls the observer between two of its steps; passing information to
// other threads is the observer's task.
#pragma once

#include "log/execution_summary.h"
#include "log/exploration_log.h"
#include "witness/witness.h"

namespace revisit {

// A finished execution, valid during the call.
class ObservedExecution {
public:
  using MakeWitness = std::function<Result<Witness>()>;
  ObservedExecution(const Execution& execution, const ExecutionSummary& summary, const MakeWitness& makeWitness)
      : m_execution(execution), m_summary(summary), m_makeWitness(makeWitness) {}

  const Execution& execution() const { return m_execution; }
  const ExecutionSummary& summary() const { return m_summary; }
  // A witness of this execution, to keep, show and replay. Costs a solver query and two runs of the program. Fails when
  // one of these fails; the exploration continues nevertheless.
  Result<Witness> witness() const { return m_makeWitness(); }

private:
  const Execution& m_execution;
  const ExecutionSummary& m_summary;
  const MakeWitness& m_makeWitness;
};

class Observer {
public:
  virtual ~Observer() = default;
  // An exploration begins. When it learns that more memory is shared, it begins again: everything observed before is
  // void. `log` grows with the exploration, and may be kept and read by any thread; null when no log was requested.
  virtual void began(const std::shared_ptr<const ExplorationLog>& log) { (void)log; }
  virtual void finished(const ObservedExecution& execution) { (void)execution; }
};

} // namespace revisit
