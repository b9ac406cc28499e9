// The state of one exploration: graph, memory model and program, which advance together and go back together.
// Algorithms choose what to add, `steps` says what it does, `planner` what is feasible, `facts` what the executions so
// far have shown. Thread rule: belongs to one worker.
#pragma once

#include "explore/explorer.h"
#include "explore/planner.h"
#include "explore/reductions/reductions.h"
#include "explore/step_semantics.h"
#include "explore/thread_endings.h"
#include "memory/model.h"

#include <optional>

namespace revisit {

class ExplorationState {
public:
  struct Mark {
    ExecutionGraph::Mark graph;
    std::size_t model = 0;
  };

  // `unroll`: as in ExploreOptions.
  ExplorationState(Program& program, MemoryModel& model, Solver& solver, std::uint32_t unroll = 0);
  // Goes back to the empty graph.
  void reset();

  ExecutionGraph& graph() { return m_graph; }
  const ExecutionGraph& graph() const { return m_graph; }
  Program& program() { return m_program; }
  MemoryModel& model() { return m_model; }
  const MemoryModel& model() const { return m_model; }
  ExpressionPool& pool() { return m_program.pool(); }
  const StepSemantics& steps() const { return m_steps; }
  Planner& planner() { return m_planner; }
  const Planner& planner() const { return m_planner; }
  Facts& facts() { return m_facts; }
  const Facts& facts() const { return m_facts; }
  // None is on at first.
  Reductions& reductions() { return m_reductions; }
  const Reductions& reductions() const { return m_reductions; }

  Mark mark() const { return {m_graph.mark(), m_model.mark()}; }
  void undoTo(const Mark& mark);

  // The thread's next step; runs the program when the step is not known yet. Null after a failure or a restart (see
  // below), and when the graph is lost. AwaitFailed or Cut where the thread goes no further although the
  // program would (thread_endings.h).
  const Label* nextLabel(ThreadId thread);
  // The same for a step that is known; otherwise null.
  const Label* knownLabel(ThreadId thread);
  // The step by which the thread continues although its last round failed. Requires that nextLabel() gives that step.
  const Label* labelAfterRound(ThreadId thread) { return m_program.next(m_graph.state(thread)); }
  // Whether threads are left after detours (waiting_rounds.h) and idle waits (reductions/idle_waits.h): for algorithms
  // that explore the executions without them too. Not left at first.
  void leave(bool detours, bool idleWaits) { m_endings.leave(detours, idleWaits); }
  // Whether the thread may wait in the state that it is in: rounds have failed there.
  bool mayWait(ThreadId thread) const { return m_endings.mayWait(thread); }
  // Whether the thread, which is in a round of a waiting loop, would fail the round if this label read the newest
  // write. Runs the program when that is not known. False after a failure or a restart.
  bool wouldFail(ThreadId thread, const Label& label);
  // How often what the platform permits is tried: ExploreOptions.
  void permit(const ExploreOptions& options);
  // Whether some step that could happen for no reason was not tried because of that limit.
  bool withheldSpurious() const { return m_withheldSpurious; }
  // The outcomes to be tried of the thread's next step, an operation with this effect. May run the program. Less after
  // a failure or a restart.
  unsigned outcomes(ThreadId thread, const Label& label, const ObjectEffect& effect);
  // Whether the thread's next step, for which mayOnlyRead() holds, may store, or not, if it reads from `source`. The
  // latter is not tried of a weak compare-and-swap if it shows nothing. May run the program.
  Sat canStore(ThreadId thread, const Label& label, EventId source, bool stores);
  // Whether the thread can take this step now.
  bool enabled(ThreadId thread, const Label& label) {
    return m_steps.enabled(thread, label, sectionNumber(thread, label));
  }
  // Event::sectionNumber of the thread's next step.
  std::uint32_t sectionNumber(ThreadId thread, const Label& label);
  // Event::twin of the thread's next event, if the elder has that event; whether the elder has to take its step first.
  EventId twin(ThreadId thread, const Label& label);
  bool waitsForElder(ThreadId thread, const Label& label);
  // Whether no other thread was created yet. Then a false assume shows nothing (rule 5).
  bool alone(ThreadId thread) const;
  // Adds the thread's next event. O(threads) for events placed the default way.
  EventId add(ThreadId thread, const Label& label, const Choice& choice);
  // A thread waits for ever to take this step, or takes it next; `stores`: it stores to memory. For reductions
  // (explore/reductions): it may need a restart.
  void noteStep(ThreadId thread, const Label& label, bool stores = false);

  // Whether it depends on the order in which executions are explored where a thread waits: see ThreadEndings.
  bool reliesOnOthers() const { return m_endings.reliesOnOthers(); }
  // The exploration has to begin again, from the empty graph.
  bool needsRestart() const { return m_restart; }
  void restart() { m_restart = true; }
  const std::optional<Error>& failure() const { return m_failure; }
  void fail(Error error) { m_failure = std::move(error); }
  // The number of times that the program was run because a step was not known.
  std::uint64_t learnt() const { return m_learnt; }

private:
  void noteOperation(ThreadId thread, const Label& label, const Placement& place);
  const Label* learntLabel(ThreadId thread);
  const Label* noteNext(const Label& label);
  bool isFree(ThreadId thread, const Label& label) const;
  bool isOrderedWithElder(ThreadId thread, const Label& label);
  bool learnDetours(ThreadId thread);
  bool learnBehindWait(ThreadId thread, const Label& lock);
  bool mayBeDenied() const;
  bool mayBeSpurious(ThreadId thread, const Label& label, EventId source = {});
  bool showsNothingIfSpurious(ThreadId thread, const Label& label, EventId source);
  // The ending that takes the place of the program's next step, or that step. Null when the step is null.
  const Label* orEnding(ThreadId thread, const Label* next);

  Program& m_program;
  MemoryModel& m_model;
  ExecutionGraph m_graph;
  StepSemantics m_steps;
  Planner m_planner;
  Facts m_facts;
  Reductions m_reductions{m_facts, {}};
  ThreadEndings m_endings;
  bool m_restart = false;
  std::uint64_t m_learnt = 0;
  std::uint32_t m_spuriousLimit = 0, m_faultLimit = 0;
  bool m_triesAllSpurious = false;
  bool m_withheldSpurious = false;
  std::optional<Error> m_failure;
};

} // namespace revisit
