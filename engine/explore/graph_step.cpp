#include "explore/graph_step.h"

#include "explore/waiting_writers.h"

namespace revisit {

unsigned GraphStep::outcomes() {
  if (m_outcomes)
    return *m_outcomes;
  if (m_writers == Writers::Stand && makesWay(m_label.operation) && !writerStands(m_state, m_thread, m_label.object))
    return *(m_outcomes = 1);
  const ObjectState object = m_state.graph().objectState(m_label.object, m_state.sectionNumber(m_thread, m_label));
  m_outcomes =
      m_state.outcomes(m_thread, m_label, applyOperation(object, m_thread, m_label.operation, m_label.argument));
  return *m_outcomes;
}

} // namespace revisit
