#include "litmus/outcome_collector.h"

#include "litmus/outcome_reader.h"

namespace revisit::litmus {

void OutcomeCollector::began(const std::shared_ptr<const ExplorationLog>&) {
  m_outcomes.clear();
  m_witness.reset();
  m_failure.reset();
  m_witnessFailure.reset();
}

void OutcomeCollector::finished(const ObservedExecution& execution) {
  Result<std::optional<State>> state = stateOf(m_test, execution.execution());
  if (!state) {
    m_failure = state.error();
    return;
  }
  const bool decides = state.value() && m_outcomes.add(*state.value());
  if (!decides || m_witness)
    return;
  Result<Witness> witness = execution.witness();
  if (!witness) {
    m_witnessFailure = witness.error();
    return;
  }
  m_witness = std::move(*witness);
  m_witness->outcome = outcomeText(m_test, *state.value());
  m_witnessFailure.reset();
}

} // namespace revisit::litmus
