// The guide of a goal: which thread goes first, and which of the steps that were not taken lead towards it. Thread
// rule: belongs to one worker.
#pragma once

#include "explore/goal_guide.h"
#include "goals/goal_progress.h"

namespace revisit {

class GoalDirection {
public:
  // Keeps the references.
  GoalDirection(const Goal& goal, GoalNames& names, Program& program)
      : m_goal(goal), m_names(names), m_distance(goal, names, program), m_progress(goal, m_distance) {}

  // As GoalGuide. The distance is the least sum, over the goal's paths, of those of their atoms.
  void learn(const ExecutionGraph& graph) { m_distance.learn(graph); }
  GoalGuide::Estimate estimate(const ExecutionGraph& graph, const GuidedStep& step);
  bool isNews(StateId state) const { return m_distance.isNews(state); }
  std::optional<ThreadId> lostBy(const ExecutionGraph& graph, GoalGuide::Loss loss);
  std::uint32_t turn(const ExecutionGraph& graph, ThreadId thread, const Label& label);
  // All states are void.
  void forget();

private:
  class Ahead;
  std::optional<ThreadId> lostBy(const ExecutionGraph& graph, GoalGuide::Loss loss, std::size_t atom);
  std::optional<ThreadId> endedAs(const ExecutionGraph& graph, const GoalThread& wanted) const;
  std::uint32_t waitsFor(ThreadId thread, const GoalThread& wanted) const;
  std::uint32_t comesLater(ThreadId thread, const Label& label, const GoalEvent& event);
  const Goal& m_goal;
  GoalNames& m_names;
  GoalDistance m_distance;
  GoalProgress m_progress;
};

} // namespace revisit
