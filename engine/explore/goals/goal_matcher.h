// Whether a goal holds in an execution, and where: at which cuts of its graph. Knows graphs and names, and no way in
// which executions are found.
//
// A moment is a cut: a set of events that is closed under the order that every schedule of the graph keeps
// (SequentialOrder; under a weak memory model the causal order). A variable has at a moment the value of the
// coherence-latest write in it. Each atom requires events (they are done) and forbids others (they are not), so the
// smallest cuts suffice: a choice for each atom is possible if the cuts that it requires contain nothing that it
// forbids. All choices are tried.
//
// Every cut of every graph is a state of the program in some schedule, so what holds, holds. The other way round, a
// graph stands for all of its schedules: an exploration that finds all graphs finds all such states. What that needs of
// it is said in explore/goals/DESIGN.md.
//
// Thread rule: belongs to one worker.
#pragma once

#include "explore/exploration_state.h"
#include "explore/goals/goal_distance.h"
#include "explore/goals/goal_names.h"
#include "explore/linearize.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit {

// An event that makes an atom of the goal true: one that has happened, or that its thread is about to do. `index`: of
// the thread, its number of events for a step that never comes.
struct GoalSight {
  std::size_t atom = 0;
  ThreadId thread;
  std::uint32_t index = 0;
  bool isNext = false;
};

struct GoalMoment {
  EventCut done;
  std::vector<GoalSight> sights;
};

// One way in which the goal holds in a graph.
struct GoalFound {
  std::vector<GoalMoment> moments; // one after another; the goal holds at the last one
  std::vector<ExprId> conditions;  // what the inputs must satisfy beside the path condition
};

class GoalMatcher final : public ExplorationGoal, public GoalGuide {
public:
  // Keeps both references.
  GoalMatcher(const Goal& goal, Program& program)
      : m_goal(goal), m_names(goal, program), m_distance(goal, m_names, program) {}

  const Goal& goal() const { return m_goal; }
  const GoalNames& names() const { return m_names; }

  // Where the goal holds in the state's graph; nothing: nowhere, or the solver does not know. Requires that the next
  // steps of threads that go on are known, if they are to count. O(events * (threads + atoms)), and at worst the
  // product of the events that the atoms of one path mean.
  std::optional<GoalFound> whereItHolds(ExplorationState& state);
  // Keeps the place: found().
  bool holds(ExplorationState& state) override;
  const std::optional<GoalFound>& found() const { return m_found; }
  void restart() override;
  void learn(const ExecutionGraph& graph) override;
  std::uint32_t distance(const ExecutionGraph& graph, ThreadId thread, StateId state) override {
    return m_distance.distance(graph, thread, state);
  }

  // What was not decided in some graph in which everything else held: a variable or an input of which nothing was
  // known there. Empty: there was none.
  const std::string& undecided() const { return m_undecided; }
  // Whether a round of a waiting loop that failed had an event that the goal speaks of.
  bool sawFailedRounds() const { return m_sawFailedRounds; }

private:
  friend class GoalSearch;
  bool orderArrivals(ExplorationState& state) const;

  const Goal& m_goal;
  GoalNames m_names;
  GoalDistance m_distance;
  std::optional<GoalFound> m_found;
  std::string m_undecided;
  bool m_sawFailedRounds = false;
};

} // namespace revisit
