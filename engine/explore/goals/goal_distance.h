// The guide of a goal: how many steps threads are away from what the goal speaks of, in the automata of threads as far
// as executions have shown them. Thread rule: belongs to one worker.
#pragma once

#include "explore/goal_guide.h"
#include "explore/goals/goal_names.h"

#include <unordered_map>
#include <vector>

namespace revisit {

class GoalDistance {
public:
  // Keeps the references.
  GoalDistance(const Goal& goal, GoalNames& names, Program& program)
      : m_goal(goal), m_names(names), m_program(program) {}

  // As GoalGuide. The distance is the least sum, over the goal's paths, of the distances of their atoms.
  void learn(const ExecutionGraph& graph);
  std::uint32_t distance(const ExecutionGraph& graph, ThreadId thread, StateId state);
  // All states are void.
  void forget();

private:
  // Of an atom that no known state leads to, and of a thread whose state is not known.
  static constexpr std::uint32_t far = 1000;
  using Distances = std::unordered_map<StateId, std::uint32_t>;

  bool isWanted(ThreadId thread, const Label& label, const GoalAtom& atom);
  void note(ThreadId thread, StateId state, const Label& label);
  void compute();
  std::uint32_t ofAtom(std::size_t atom, const ExecutionGraph& graph, ThreadId thread, StateId state) const;

  const Goal& m_goal;
  GoalNames& m_names;
  Program& m_program;
  std::unordered_map<StateId, std::vector<StateId>> m_before; // by state: those from which a step leads there
  std::unordered_map<StateId, ThreadId> m_known;              // states whose step was noted
  std::vector<std::vector<StateId>> m_wanted;                 // by atom
  std::vector<Distances> m_distances;                         // by atom
  bool m_isNew = false;                                       // something was learnt since compute()
};

} // namespace revisit
