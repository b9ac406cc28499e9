// Which events of the present graph are what a goal speaks of. Follows the changes of the graph. Thread rule: belongs
// to one worker.
#pragma once

#include "goals/goal_distance.h"

#include <vector>

namespace revisit {

class GoalProgress {
public:
  // Keeps the references.
  GoalProgress(const Goal& goal, GoalDistance& distance) : m_goal(goal), m_distance(distance) {}

  // What changed since the last call. O(changes * atoms).
  void follow(const ExecutionGraph& graph);
  // Events of the graph that was followed last.
  const std::vector<EventId>& events(std::size_t atom, GoalPart part) const {
    return m_events[atom * goalParts + static_cast<std::size_t>(part)];
  }
  // The graph's events and names have another meaning.
  void forget();

private:
  struct Step {
    std::uint64_t change; // its number
    EventId event;
    bool added;
    std::vector<std::size_t> lists; // of m_events
  };
  void change(const Step& step, bool adds);

  const Goal& m_goal;
  GoalDistance& m_distance;
  const ExecutionGraph* m_graph = nullptr;
  std::vector<Step> m_steps; // as the graph's changes
  std::vector<std::vector<EventId>> m_events;
};

} // namespace revisit
