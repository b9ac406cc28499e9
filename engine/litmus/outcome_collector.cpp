#include "litmus/outcome_collector.h"

#include "litmus/outcome_reader.h"

namespace revisit::litmus {

void OutcomeCollector::began(const std::shared_ptr<const ExplorationLog>&) {
  m_outcomes.clear();
  m_witness.reset();
  m_witnesses.clear();
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
  const bool isNew = m_keep == Keep::EachState && state.value() && m_outcomes.states().contains(*state.value()) &&
                     !m_witnesses.contains(*state.value());
  if (!isNew && (!decides || m_witness))
    return;
  Result<Witness> witness = execution.witness();
  if (!witness) {
    m_witnessFailure = witness.error();
    return;
  }
  if (decides)
    witness->outcome = outcomeText(m_test, *state.value());
  if (isNew)
    m_witnesses[*state.value()] = std::make_shared<const Witness>(*witness);
  if (!decides || m_witness)
    return;
  m_witness = std::move(*witness);
  m_witnessFailure.reset();
}

} // namespace revisit::litmus
