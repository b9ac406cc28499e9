// What the solver says about a graph: its path condition, what is feasible under it, and the plan that brings a run
// there. Follows the graph that it was made for. Thread rule: belongs to one worker.
#pragma once

#include "explore/plan_steps.h"
#include "graph/graph.h"
#include "solver/known_answers.h"
#include "solver/quick_orders.h"
#include "solver/solver.h"

#include <optional>
#include <span>
#include <vector>

namespace revisit {

class Planner {
public:
  // `memory`: Told under a weak memory model.
  Planner(const ExecutionGraph& graph, Program& program, Solver& solver, PlannedMemory memory = PlannedMemory::Newest)
      : m_graph(graph), m_pool(program.pool()), m_solver(solver), m_memory(memory), m_orders(program.pool()) {}

  Solver& solver() { return m_solver; }
  PlannedMemory memory() const { return m_memory; }

  // From now on these conditions hold besides the constraints of the graph. They must be satisfiable together.
  void assume(std::span<const ExprId> conditions) {
    m_assumed.assign(conditions.begin(), conditions.end());
    graphChanged();
  }
  // The constraints of the graph, and what is assumed. Valid until the next call of this class.
  const std::vector<ExprId>& pathCondition();
  // The smallest number of at least `atLeast` that the expression can have under the path condition; a solver that
  // gives up is noted.
  SmallestValue smallest(ExprId expr, std::uint64_t atLeast);
  // Is the path condition satisfiable together with this side of `extra`? With a filter: the part of it that the filter
  // accepts, by thread and constraint. A solver that gives up is noted.
  Sat feasible(ExprId extra, bool side = true);
  template <class Filter> Sat feasible(ExprId extra, bool side, Filter&& filter);
  // Whether the condition can have this side under the path condition. One that is decided does not need the solver.
  Sat canBe(ExprId condition, bool side);

  // How to run the program up to this graph. Fails when the solver finds no model.
  Result<Plan> plan();
  // Whether the solver gave up when it was asked for inputs that lead to this graph. Then nobody knows whether such
  // inputs exist, and the graph cannot be extended.
  bool isLost() const { return m_isLost; }
  // Whether there are inputs that lead to the graph, as far as the solver can tell.
  bool isReachable();
  // The graph is another one now: whether it is lost is not known yet.
  void graphChanged() { m_isLost = false; }

  bool solverGaveUp() const { return m_solverGaveUp; }
  void noteUnknown() { m_solverGaveUp = true; }

private:
  // The conditions that the filter accepts, into m_collected.
  template <class Filter> void collect(Filter&& filter);
  void collectAll();
  // Drops those that share no unknown with the expression, directly or through others: they can be satisfied whatever
  // the answer is, because the path condition can. O(conditions squared) at worst.
  void keepConnected(ExprId expr);
  KnownAnswers::Question collected() const;
  const std::vector<ExprId>& asked(); // what was collected as a list, in the scratch memory
  Sat ask(ExprId extra, bool side);   // together with what was collected

  const ExecutionGraph& m_graph;
  ExpressionPool& m_pool;
  Solver& m_solver;
  const PlannedMemory m_memory;
  bool m_solverGaveUp = false;
  bool m_isLost = false;
  KnownAnswers m_known;
  QuickOrders m_orders;
  std::vector<ExprId> m_assumed;
  // Scratch memory.
  std::vector<ExprId> m_conditions;
  std::vector<SidedCondition> m_collected;
  std::vector<std::uint32_t> m_reached; // by symbol: m_round if the expression depends on it
  std::uint32_t m_round = 0;
};

template <class Filter> void Planner::collect(Filter&& filter) {
  m_collected.clear();
  for (const ExprId condition : m_assumed)
    m_collected.push_back({condition, true});
  for (const ThreadId thread : m_graph.threads())
    for (const PathConstraint& one : m_graph.constraints(thread))
      if (filter(thread, one))
        m_collected.push_back({one.condition, one.side});
}

template <class Filter> Sat Planner::feasible(ExprId extra, bool side, Filter&& filter) {
  collect(filter);
  return ask(extra, side);
}

} // namespace revisit
