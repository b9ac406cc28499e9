// Observes the exploration of a litmus test: counts the final states of its executions, and keeps a witness of the
// first one that decides the test. Thread rule: as for every observer.
#pragma once

#include "litmus/outcomes.h"
#include "log/observer.h"

#include <optional>

namespace revisit::litmus {

class OutcomeCollector : public Observer {
public:
  // Keeps the reference.
  explicit OutcomeCollector(const Test& test) : m_outcomes(test), m_test(test) {}

  void began(const std::shared_ptr<const ExplorationLog>& log) override;
  void finished(const ObservedExecution& execution) override;

  const Outcomes& outcomes() const { return m_outcomes; }
  // Of an execution that satisfies `exists`, or contradicts `~exists` or `forall`; nothing when there is none.
  const std::optional<Witness>& witness() const { return m_witness; }
  const std::optional<Error>& witnessFailure() const { return m_witnessFailure; } // why there is none
  // Why final states are missing.
  const std::optional<Error>& failure() const { return m_failure; }

private:
  Outcomes m_outcomes;
  const Test& m_test;
  std::optional<Witness> m_witness;
  std::optional<Error> m_failure, m_witnessFailure;
};

} // namespace revisit::litmus
