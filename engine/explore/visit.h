// The state of one exploration: graph, memory model and program, which advance together, and the operations that add an
// event. Algorithms decide what to add; this class knows how to add it. Thread rule: belongs to one worker.
#pragma once

#include "explore/explorer.h"
#include "memory/model.h"

#include <optional>
#include <unordered_set>

namespace revisit {

// The part of an event's addition that is free to choose; graph and program determine the rest.
struct StepChoice {
  EventId source;           // memory reads: what to read from
  EventId coAfter;          // writes: coherence predecessor (a read-modify-write sits right after its source)
  bool taken = false;       // conditions: the side; mayOnlyRead(): whether it stores
  std::uint64_t number = 0; // Enumerate
  std::uint32_t outcome = 0;
  bool displaced = false;
  std::uint32_t stamp = 0; // a revisited read keeps its own
};

class Visit {
public:
  struct Mark {
    ExecutionGraph::Mark graph;
    std::size_t model = 0;
  };

  Visit(Program& program, MemoryModel& model, Solver& solver);
  void reset();

  ExecutionGraph& graph() { return m_graph; }
  const ExecutionGraph& graph() const { return m_graph; }
  Program& program() { return m_program; }
  MemoryModel& model() { return m_model; }
  Solver& solver() { return m_solver; }
  ExpressionPool& pool() { return m_program.pool(); }

  Mark mark() const { return {m_graph.mark(), m_model.mark()}; }
  void undoTo(const Mark& mark);

  // The thread's next step; runs the program when the step is not known yet. Null after a failure or a restart (see
  // below), and when the graph is lost.
  const Label* nextLabel(ThreadId thread);
  bool enabled(ThreadId thread, const Label& label) const;
  // Whether no thread can observe the order of this operation relative to the others on its object (see
  // placeOperation).
  bool isUnordered(const Label& operation) const;
  // Whether no other thread was created yet. Then a false assume shows nothing (rule 5).
  bool alone(ThreadId thread) const;
  // Whether there was an atomic section so far.
  bool hasSections() const { return m_sections; }
  // Whether some thread took a read-write lock for reading that was already held for reading.
  bool readsTogether() const { return m_readsTogether; }
  // Whether some attempt to lock for reading failed because of a waiting writer.
  bool madeWay() const { return m_madeWay; }
  // Whether some section contains a wait. Survives restarts.
  bool sectionsWait() const { return m_sectionsWait; }
  void noteWaitingSection() { m_sectionsWait = true; }
  // Adds the thread's next event. O(threads) for events placed the default way.
  EventId add(ThreadId thread, const Label& label, const StepChoice& choice);

  // Whether the thread, which is in a round of a waiting loop, would fail the round if this label read the newest
  // write. Runs the program when that is not known. False after a failure or a restart.
  bool wouldFail(ThreadId thread, const Label& label);
  // The value that a read with this label gets from `source`, and whether a read-modify-write or compare-and-swap then
  // stores (a width-1 expression, constant when decided).
  Value valueFrom(EventId source, const Label& label);
  ExprId storesFrom(EventId source, const Label& label);
  // The lifetime state of the memory that an access with this label sees when it reads from `source`.
  MemoryLife lifeFrom(EventId source, const Label& label) const;

  // The constraints of the graph; with a filter only those of the events that it accepts.
  void pathCondition(std::vector<ExprId>& out) const;
  template <class Filter> void pathCondition(std::vector<ExprId>& out, Filter&& filter) const;
  // The smallest number of at least `atLeast` that the expression can have under the path condition; a solver that
  // gives up is noted. Also the largest number that its width allows.
  SmallestValue smallest(ExprId expr, std::uint64_t atLeast);
  std::uint64_t widest(ExprId expr);
  // Is the path condition satisfiable together with `extra`?
  Sat feasible(ExprId extra);
  // A condition or its negation.
  ExprId side(ExprId condition, bool taken) { return taken ? condition : pool().bitNot(condition); }

  // How to run the program up to this graph. Fails when the solver finds no model.
  Result<Plan> plan();
  // Whether the solver gave up when it was asked for inputs that lead to this graph. Then nobody knows whether such
  // inputs exist, and the graph cannot be extended.
  bool isLost() const { return m_isLost; }
  // Whether there are inputs that lead to the graph, as far as the solver can tell.
  bool isReachable();

  bool needsRestart() const { return m_restart; }
  void restart() { m_restart = true; }
  const std::optional<Error>& failure() const { return m_failure; }
  void fail(Error error) { m_failure = std::move(error); }
  std::uint64_t learnt() const { return m_learnt; }
  bool solverGaveUp() const { return m_solverGaveUp; }
  void noteUnknown() { m_solverGaveUp = true; }

private:
  void placeOperation(ThreadId thread, const Label& label, Placement& place);
  bool needsOrder(ThreadId thread, const Label& label) const;

  Program& m_program;
  MemoryModel& m_model;
  Solver& m_solver;
  ExecutionGraph m_graph;
  bool m_restart = false;
  bool m_solverGaveUp = false;
  bool m_isLost = false;
  bool m_sections = false;
  bool m_readsTogether = false;
  bool m_madeWay = false;
  bool m_sectionsWait = false;
  std::uint64_t m_learnt = 0;
  std::optional<Error> m_failure;
  std::unordered_set<ObjectId> m_ordered; // barriers whose arrivals are ordered; kept over restarts
  std::vector<ExprId> m_conditions;       // scratch
};

template <class Filter> void Visit::pathCondition(std::vector<ExprId>& out, Filter&& filter) const {
  for (std::uint32_t t = 0; t < m_graph.threadCount(); t++)
    for (const EventId id : m_graph.constraints(ThreadId(t)))
      if (const Event& event = m_graph.event(id); filter(id, event))
        out.push_back(event.label->kind == LabelKind::Enumerate || event.seen.taken
                          ? event.condition
                          : m_program.pool().bitNot(event.condition));
}

} // namespace revisit
