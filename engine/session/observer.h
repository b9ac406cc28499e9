// Looking at an exploration while it runs: what the command line and the window are told. Without an observer it costs
// nothing. Thread rule: an observer is called by the exploration's thread, between two of its steps; it decides itself
// how to tell others.
#pragma once

#include "session/execution_summary.h"
#include "session/exploration_log.h"
#include "session/witness.h"

namespace revisit {

// A finished execution, valid during the call.
class ObservedExecution {
public:
  using MakeWitness = std::function<Result<Witness>()>;
  ObservedExecution(const ExecutionSummary& summary, const MakeWitness& makeWitness)
      : m_summary(summary), m_makeWitness(makeWitness) {}

  const ExecutionSummary& summary() const { return m_summary; }
  // The execution to keep, show and replay. Costs a solver query and two runs of the program. Fails when those fail,
  // which the exploration survives.
  Result<Witness> witness() const { return m_makeWitness(); }

private:
  const ExecutionSummary& m_summary;
  const MakeWitness& m_makeWitness;
};

class Observer {
public:
  virtual ~Observer() = default;
  // An exploration begins. When it learns that more memory is shared it begins anew: everything told before is void.
  // `log` grows with the exploration, and may be kept and read by any thread; null when none was asked for.
  virtual void began(const std::shared_ptr<const ExplorationLog>& log) { (void)log; }
  virtual void finished(const ObservedExecution& execution) { (void)execution; }
};

} // namespace revisit
