#include "goals/goal_matcher.h"

#include "explore/unordered_arrivals.h"

namespace revisit {

// Arrivals at a barrier have no order of their own in graphs, as long as no thread can tell it. The goal can.
bool GoalMatcher::orderArrivals(ExplorationState& state) const {
  bool isNew = false;
  for (const EventId id : state.graph().events())
    if (const Label& label = *state.graph().event(id).label;
        label.kind == LabelKind::Object && isUnordered(state.facts(), label))
      isNew |= state.facts().note("ordered", label.object);
  return isNew;
}

bool GoalMatcher::holds(ExplorationState& state) {
  m_found = whereItHolds(state);
  const GoalNames::Variable* unknown = m_names.variable(m_undecided); // in some execution before this one
  if (!m_found && (orderArrivals(state) || (unknown && unknown->isNumber)))
    state.restart();
  return m_found.has_value();
}

std::optional<GoalFound> GoalMatcher::whereItHolds(ExplorationState& state) {
  m_names.follow();
  const GoalMeanings meanings(m_goal, m_names, state);
  m_sawFailedRounds = m_sawFailedRounds || (m_goal.hasHistory() && meanings.haveFailedRounds());
  GoalAnswer answer = searchGoal(m_goal, m_names, meanings, state);
  if (!answer.undecided.empty())
    m_undecided = std::move(answer.undecided);
  return std::move(answer.found);
}

void GoalMatcher::learn(const ExecutionGraph& graph) {
  m_names.follow();
  m_direction.learn(graph);
}

void GoalMatcher::restart() {
  m_names.follow();
  m_direction.forget();
  m_found.reset();
  m_undecided.clear();
  m_sawFailedRounds = false;
}

} // namespace revisit
