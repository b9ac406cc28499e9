// Observes the exploration of a litmus test: counts the final states of its executions, and keeps a witness of the
// first one that decides the test, or of the first one in each state. Thread rule: as for every observer.
#pragma once

#include "litmus/outcomes.h"
#include "log/observer.h"

#include <map>
#include <memory>
#include <optional>

namespace revisit::litmus {

class OutcomeCollector : public Observer {
public:
  enum class Keep : std::uint8_t { Deciding, EachState };

  // Keeps the reference.
  explicit OutcomeCollector(const Test& test, Keep keep = Keep::Deciding)
      : m_outcomes(test), m_test(test), m_keep(keep) {}

  void began(const std::shared_ptr<const ExplorationLog>& log) override;
  void finished(const ObservedExecution& execution) override;

  const Outcomes& outcomes() const { return m_outcomes; }
  // Of an execution that satisfies `exists`, or contradicts `~exists` or `forall`; nothing when there is none.
  const std::optional<Witness>& witness() const { return m_witness; }
  // Of EachState: by state. One whose witness failed is missing.
  const std::map<State, std::shared_ptr<const Witness>>& witnesses() const { return m_witnesses; }
  const std::optional<Error>& witnessFailure() const { return m_witnessFailure; } // why there is none
  // Why final states are missing.
  const std::optional<Error>& failure() const { return m_failure; }

private:
  Outcomes m_outcomes;
  const Test& m_test;
  const Keep m_keep;
  std::optional<Witness> m_witness;
  std::map<State, std::shared_ptr<const Witness>> m_witnesses;
  std::optional<Error> m_failure, m_witnessFailure;
};

} // namespace revisit::litmus
