// What the solver says about a graph: its path condition, what is feasible under it, and the plan that brings a run
// there. Follows the graph that it was made for. Thread rule: belongs to one worker.
#pragma once

#include "graph/graph.h"
#include "solver/solver.h"

#include <vector>

namespace revisit {

class Planner {
public:
  Planner(const ExecutionGraph& graph, Program& program, Solver& solver)
      : m_graph(graph), m_pool(program.pool()), m_solver(solver) {}

  Solver& solver() { return m_solver; }

  // The constraints of the graph; with a filter only those of the events that it accepts.
  void pathCondition(std::vector<ExprId>& out) const;
  template <class Filter> void pathCondition(std::vector<ExprId>& out, Filter&& filter) const;
  // The smallest number of at least `atLeast` that the expression can have under the path condition; a solver that
  // gives up is noted. Also the largest number that its width allows.
  SmallestValue smallest(ExprId expr, std::uint64_t atLeast);
  std::uint64_t widest(ExprId expr) const;
  // Is the path condition satisfiable together with `extra`? With a filter: the part of it from the events that the
  // filter accepts. A solver that gives up is noted.
  Sat feasible(ExprId extra);
  template <class Filter> Sat feasible(ExprId extra, Filter&& filter);
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
  const std::vector<ExprId>& present();

  const ExecutionGraph& m_graph;
  ExpressionPool& m_pool;
  Solver& m_solver;
  bool m_solverGaveUp = false;
  bool m_isLost = false;
  std::vector<ExprId> m_conditions; // scratch
};

template <class Filter> void Planner::pathCondition(std::vector<ExprId>& out, Filter&& filter) const {
  for (std::uint32_t t = 0; t < m_graph.threadCount(); t++)
    for (const EventId id : m_graph.constraints(ThreadId(t)))
      if (const Event& event = m_graph.event(id); filter(id, event))
        out.push_back(event.label->kind == LabelKind::Enumerate || event.seen.taken ? event.condition
                                                                                    : m_pool.bitNot(event.condition));
}

template <class Filter> Sat Planner::feasible(ExprId extra, Filter&& filter) {
  m_conditions.clear();
  pathCondition(m_conditions, filter);
  m_conditions.push_back(extra);
  const Sat sat = m_solver.check(m_conditions);
  if (sat == Sat::Unknown)
    noteUnknown();
  return sat;
}

} // namespace revisit
