// How many steps threads are away from what a goal speaks of, in the automata of threads as far as executions have
// shown them. Thread rule: belongs to one worker.
#pragma once

#include "goals/goal_names.h"

#include <unordered_map>
#include <vector>

namespace revisit {

// What of an atom: the place, or the event that has happened (first), or the read; of two events the second one; of a
// read the write that it reads from.
enum class GoalPart : std::uint8_t { First, Second, Source };
inline constexpr std::size_t goalParts = 3;

class GoalDistance {
public:
  // Of a part that no known state leads to.
  static constexpr std::uint32_t far = 40;

  // Keeps the references.
  GoalDistance(const Goal& goal, GoalNames& names, Program& program)
      : m_goal(goal), m_names(names), m_program(program) {}

  // Learns from a full execution. O(events * atoms).
  void learn(const ExecutionGraph& graph);
  // Whether no execution has shown what follows the state.
  bool isNews(StateId state) const { return !m_known.contains(m_program.representative(state)); }
  // Of a thread in this state; 0: its next step is the one; far: no known way leads there.
  std::uint32_t of(std::size_t atom, GoalPart part, StateId state);
  // Whether the thread's step may be what the part speaks of.
  bool isWanted(std::size_t atom, GoalPart part, ThreadId thread, const Label& label);
  // All states are void.
  void forget();

private:
  using Distances = std::unordered_map<StateId, std::uint32_t>;

  void note(ThreadId thread, StateId state, const Label& label);
  void compute();

  const Goal& m_goal;
  GoalNames& m_names;
  Program& m_program;
  std::unordered_map<StateId, std::vector<StateId>> m_before; // by state: those from which a step leads there
  std::unordered_map<StateId, ThreadId> m_known;              // states whose step was noted
  std::vector<std::vector<StateId>> m_wanted;                 // by atom and part
  std::vector<Distances> m_distances;                         // by atom and part
  bool m_isNew = false;                                       // something was learnt since compute()
};

} // namespace revisit
