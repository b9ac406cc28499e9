// What the atoms of a goal can mean in one graph: the places at which threads stand, and the events. Valid as long as
// the graph stays as it is.
#pragma once

#include "goals/goal_names.h"

#include <vector>

namespace revisit {

class ExplorationState;

// A thread in front of an event; index = its number of events: in front of a step that it has not done.
struct GoalPlace {
  ThreadId thread;
  std::uint32_t index = 0;
  friend bool operator==(const GoalPlace&, const GoalPlace&) = default;
};

class GoalMeanings {
public:
  // Notes the names of what the events access. O(events * atoms).
  GoalMeanings(const Goal& goal, GoalNames& names, ExplorationState& state);

  // Whether each atom of the path means something.
  bool canHold(const Goal::Path& path) const;
  // By atom: where threads stand or wait; which events it says have happened; First: which events come second.
  const std::vector<GoalPlace>& places(std::size_t atom) const { return m_places[atom]; }
  const std::vector<EventId>& events(std::size_t atom) const { return m_events[atom]; }
  const std::vector<EventId>& seconds(std::size_t atom) const { return m_seconds[atom]; }
  // Whether a round of a waiting loop that failed is among it.
  bool haveFailedRounds() const;

private:
  void collectEvent(EventId id);
  void collectPlace(const GoalPlace& place, const Label& label);
  bool endsThere(const GoalPlace& place, const Label& label) const;
  bool isRead(const Event& event, const GoalAtom& atom) const;
  bool canBe(std::size_t atom) const;

  const Goal& m_goal;
  GoalNames& m_names;
  const ExecutionGraph& m_graph;
  std::vector<std::vector<GoalPlace>> m_places; // by atom
  std::vector<std::vector<EventId>> m_events, m_seconds;
};

} // namespace revisit
