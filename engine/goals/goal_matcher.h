// Whether a goal holds in an execution, and where: at which cuts of its graph. Knows graphs and names, and no way in
// which executions are found.
//
// Every cut of every graph is a state of the program in some schedule, so what holds, holds. The other way round, a
// graph stands for all of its schedules: an exploration that finds all graphs finds all such states. What that needs of
// it is said in goals/DESIGN.md.
//
// Thread rule: belongs to one worker.
#pragma once

#include "explore/exploration_state.h"
#include "goals/goal_direction.h"
#include "goals/goal_search.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit {

class GoalMatcher final : public ExplorationGoal, public GoalGuide {
public:
  // Keeps both references.
  GoalMatcher(const Goal& goal, Program& program)
      : m_goal(goal), m_names(goal, program), m_direction(goal, m_names, program) {}

  const Goal& goal() const { return m_goal; }
  const GoalNames& names() const { return m_names; }

  // Where the goal holds in the state's graph; nothing: nowhere, or the solver does not know. Requires that the next
  // steps of threads that go on are known, if they are to count.
  std::optional<GoalFound> whereItHolds(ExplorationState& state);
  // Keeps the place: found().
  bool holds(ExplorationState& state) override;
  const std::optional<GoalFound>& found() const { return m_found; }
  void restart() override;
  void learn(const ExecutionGraph& graph) override;
  Estimate estimate(const ExecutionGraph& graph, const GuidedStep& step) override {
    return m_direction.estimate(graph, step);
  }
  bool isNews(StateId state) const override { return m_direction.isNews(state); }
  std::optional<ThreadId> lostBy(const ExecutionGraph& graph, Loss loss) override {
    return m_direction.lostBy(graph, loss);
  }
  std::uint32_t turn(const ExecutionGraph& graph, ThreadId thread, const Label& label) override {
    return m_direction.turn(graph, thread, label);
  }

  // What was not decided in some graph in which everything else held: a variable or an input of which nothing was
  // known there. Empty: there was none.
  const std::string& undecided() const { return m_undecided; }
  // Whether a round of a waiting loop that failed had an event that the goal speaks of.
  bool sawFailedRounds() const { return m_sawFailedRounds; }

private:
  bool orderArrivals(ExplorationState& state) const;

  const Goal& m_goal;
  GoalNames m_names;
  GoalDirection m_direction;
  std::optional<GoalFound> m_found;
  std::string m_undecided;
  bool m_sawFailedRounds = false;
};

} // namespace revisit
