#include "goals/goal_progress.h"

#include <algorithm>

namespace revisit {

void GoalProgress::change(const Step& step, bool adds) {
  for (const std::size_t list : step.lists)
    if (adds)
      m_events[list].push_back(step.event);
    else
      std::erase(m_events[list], step.event);
}

void GoalProgress::follow(const ExecutionGraph& graph) {
  if (m_graph != &graph)
    forget();
  m_graph = &graph;
  m_events.resize(m_goal.atoms.size() * goalParts);
  const std::span<const ExecutionGraph::Change> changes = graph.changes();
  const auto isUndone = [&](const Step& step, std::size_t index) {
    return index >= changes.size() || changes[index].number != step.change;
  };
  for (; !m_steps.empty() && isUndone(m_steps.back(), m_steps.size() - 1); m_steps.pop_back())
    change(m_steps.back(), !m_steps.back().added);
  for (std::size_t i = m_steps.size(); i < changes.size(); i++) {
    Step step{changes[i].number, changes[i].event, changes[i].added, {}};
    const Event& event = graph.event(step.event);
    for (std::size_t list = 0; event.thread.valid() && list < m_events.size(); list++)
      if (m_distance.isWanted(list / goalParts, static_cast<GoalPart>(list % goalParts), event.thread, *event.label))
        step.lists.push_back(list);
    change(step, step.added);
    m_steps.push_back(std::move(step));
  }
}

void GoalProgress::forget() {
  m_steps.clear();
  m_events.clear();
}

} // namespace revisit
