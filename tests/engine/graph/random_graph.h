// Graphs of random scripts, built event by event with random consistent choices.
#pragma once

#include "random_script.h"
#include "scripted_program.h"

#include "explore/exploration_state.h"
#include "memory/sequential.h"
#include "solver/solver.h"

#include <memory>
#include <random>
#include <vector>

namespace revisit::test {

class RandomGraph {
public:
  explicit RandomGraph(std::uint64_t seed);

  ExplorationState& state() { return m_state; }
  ExecutionGraph& graph() { return m_state.graph(); }
  SequentialConsistency& model() { return m_model; }

  // A number below `below`, which must not be 0.
  std::size_t pick(std::size_t below) { return m_random() % below; }
  // Adds the next event of a random thread. False: no thread can go on.
  bool grow();
  // The next label of a thread that can go on; null: it cannot.
  const Label* nextOf(ThreadId thread);

private:
  Choice choose(ThreadId thread, const Label& label);

  Script m_script;
  ExpressionPool m_pool;
  ScriptedProgram m_program{m_script, m_pool};
  std::unique_ptr<Solver> m_solver = makeSolver(m_pool);
  SequentialConsistency m_model;
  ExplorationState m_state{m_program, m_model, *m_solver};
  std::mt19937_64 m_random;
};

// The events of a graph, threads one after the other.
std::vector<EventId> eventsOf(const ExecutionGraph& graph);

// Which events come before which, as a matrix: the closure of the edges that are added.
class Order {
public:
  explicit Order(const ExecutionGraph& graph);

  // Program order, reads-from, object chains, creation before the start, the end before the join.
  void addCausality();
  // Coherence, and from a read to the writes after its source.
  void addCoherence();
  void close();

  bool isBefore(EventId a, EventId b) const { return m_before[a.value()][b.value()]; }
  // By thread: the number of its events that come before the event or are it.
  std::vector<std::uint32_t> clockOf(EventId event) const;

private:
  void add(EventId a, EventId b);

  const ExecutionGraph& m_graph;
  std::vector<EventId> m_events;
  std::vector<std::vector<bool>> m_before; // by number
};

} // namespace revisit::test
