#include "explore/ledger.h"

#include "explore/findings/findings.h"
#include "explore/findings/used_after_main.h"
#include "explore/findings/weak_limits.h"
#include "explore/reductions/free_accesses.h"
#include "explore/sections.h"
#include "explore/waiting_writers.h"

namespace revisit {

namespace {

const char* textOf(CutBy bound) {
  switch (bound) {
  case CutBy::Loop:
    return "a loop was cut at its bound";
  case CutBy::TimeOuts:
    return "waits of a thread were cut that end by a time-out once more";
  case CutBy::Recursion:
    return "a recursion was cut at its bound";
  case CutBy::Steps:
    return "a thread was cut: one run of the program reached the bound on its steps";
  case CutBy::Computation:
    return "a thread was cut: it computed without an event for too long";
  case CutBy::Events:
    return "a thread was cut: an execution has no more than a million events";
  case CutBy::States:
    return "a loop leads to new states in each round";
  case CutBy::Memory:
    break;
  }
  return "a thread was cut: the program touches more memory than one run can follow";
}

} // namespace

IncompleteReason reasonOf(Budget::Reached bound) {
  switch (bound) {
  case Budget::Reached::Time:
    return {IncompleteReason::Kind::Timeout, "the time bound was reached", {}};
  case Budget::Reached::Memory:
    return {IncompleteReason::Kind::Memory, "the memory bound was reached", {}};
  case Budget::Reached::No: // any more
  case Budget::Reached::Stopped:
    break;
  }
  return {IncompleteReason::Kind::Cancelled, "cancelled", {}};
}

void ExplorationLedger::note(IncompleteReason::Kind kind, std::string detail, PositionId position, CutBy bound,
                             std::string cause) {
  for (IncompleteReason& reason : m_exploration.incomplete)
    if (reason.kind == kind && reason.position == position && reason.bound == bound) {
      reason.count++;
      return;
    }
  m_exploration.incomplete.push_back({kind, std::move(detail), position, 1, bound, std::move(cause)});
}

void ExplorationLedger::stopBecause(const IncompleteReason& reason) {
  note(reason.kind, reason.detail);
  m_stopped = true;
}

bool ExplorationLedger::budgetReached() {
  const Budget::Reached reached = m_options.budget ? m_options.budget->reached() : Budget::Reached::No;
  if (reached == Budget::Reached::No)
    return false;
  stopBecause(reasonOf(reached));
  return true;
}

bool ExplorationLedger::hasFailed(const ExplorationState& state) {
  if (!state.failure())
    return false;
  if (state.failure()->code != ErrorCode::Interrupted)
    return true;
  if (!m_stopped && !budgetReached())
    note(IncompleteReason::Kind::Limit, state.failure()->what);
  m_stopped = true;
  return false;
}

// Looks at the clock and asks `cancelled` once in 256 calls. The time that `cancelled` takes is not counted: it may
// block.
bool ExplorationLedger::limitReached() {
  if (m_stopped)
    return true;
  if ((++m_polls & 0xff) != 0)
    return false;
  if (budgetReached())
    return true;
  const Clock::time_point now = Clock::now();
  const bool cancelled = m_options.cancelled && m_options.cancelled();
  m_start += Clock::now() - now;
  if (cancelled)
    stopBecause(reasonOf(Budget::Reached::Stopped));
  else if (m_options.timeoutSeconds > 0 &&
           std::chrono::duration<double>(Clock::now() - m_start).count() > m_options.timeoutSeconds)
    stopBecause(reasonOf(Budget::Reached::Time));
  return m_stopped;
}

void ExplorationLedger::restart(const ExecutionGraph& graph, Recorder* recorder,
                                const std::function<void()>& callback) {
  m_exploration.counts = {};
  m_exploration.incomplete.clear();
  m_exploration.work.restarts++;
  m_stopped = false;
  m_polls = ~0u; // the next time the limits are looked at; a program may have many restarts
  m_seen.clear();
  m_raceDetector.restart();
  m_leakDetector.restart();
  if (m_options.goal)
    m_options.goal->restart();
  tell(recorder, {.kind = ActionKind::Restarted}, graph);
  if (callback)
    callback();
}

void ExplorationLedger::beginPiece(const ExplorationState& state) {
  m_exploration = {};
  m_learntBefore = state.learnt();
  m_stopped = false;
  m_polls = ~0u;
  m_raceDetector.restart(); // which race is seen adjacent first depends on what was explored before
}

const Exploration& ExplorationLedger::conclude(const ExplorationState& state) {
  if (state.planner().solverGaveUp())
    note(IncompleteReason::Kind::SolverUnknown, "the solver gave up on a question");
  m_exploration.spuriousWithheld |= state.withheldSpurious();
  m_exploration.work.learnt = state.learnt() - m_learntBefore;
  m_exploration.intendedRaces = m_raceDetector.intended().counts();
  m_exploration.seconds = std::chrono::duration<double>(Clock::now() - m_start).count();
  return m_exploration;
}

void ExplorationLedger::noteWeakLimits(const Execution& execution) {
  const ExplorationState& state = execution.state;
  const ExecutionGraph& graph = state.graph();
  if (!state.facts().has("stores_to_parts"))
    return;
  if (const EventId store = unorderedPartialStore(graph, state.model().synchronizing()); store.valid())
    note(IncompleteReason::Kind::Limit,
         "this stores to a part of memory that other threads access as a whole, or in other parts; under a weak memory "
         "model such mixed sizes are not explored completely",
         graph.event(store).label->position);
}

bool ExplorationLedger::mayBeDuplicate(const ExecutionGraph& graph) const {
  return m_options.checkDuplicates || graph.freeOperations() != 0;
}

const std::vector<Race>& ExplorationLedger::racesOf(ExplorationState& state) {
  static const std::vector<Race> none;
  if (m_options.errors.of(ErrorKind::Race) == Treatment::Ignored && state.model().isSequential())
    return none;
  const std::vector<Race>& races =
      m_raceDetector.find(state.program().names(), state.graph(), state.model(), m_exploration.counts.total() + 1);
  if (m_raceDetector.isCutShort())
    note(IncompleteReason::Kind::Limit,
         "an execution has " + std::to_string(races.size()) + " pairs of places that race: further ones are left off");
  return races;
}

bool ExplorationLedger::addLeaks(Execution& execution) {
  if (execution.kind != ExecutionKind::Complete || m_options.errors.of(ErrorKind::Leak) == Treatment::Ignored)
    return true;
  // Which blocks are still reachable depends on the last stores to memory.
  if (someIsReordered(execution.state.facts()) && m_leakDetector.mayLeak(execution.state)) {
    execution.state.facts().note("memory_counts");
    execution.state.restart();
    return false;
  }
  Result<Program::Leaks> leaks = m_leakDetector.find(execution.state);
  if (!leaks && execution.state.planner().isLost())
    return true;
  if (!leaks) {
    execution.state.fail(leaks.error());
    return false;
  }
  if (!*leaks) {
    execution.state.restart();
    return false;
  }
  execution.leaks = std::move(**leaks);
  if (!execution.leaks.empty() && m_options.errors.isError(ErrorKind::Leak))
    execution.kind = ExecutionKind::Erroneous;
  return true;
}

std::string whyUnknown(const Program& program, ThreadId thread, StateId state) {
  const std::string since = program.classOf(state).valid() ? "" : program.names().unknownSince(thread);
  if (since.empty())
    return {};
  const std::string name = program.names().threadName(thread), number = "T" + std::to_string(thread.value());
  return "the state of " + number + (name.empty() || name == number ? "" : " " + name) + " is not known since " +
         since + ", so that rounds of a loop in which it only waits are not told from others";
}

void ExplorationLedger::noteEnds(ExplorationState& state) {
  const ExecutionGraph& graph = state.graph();
  for (const ThreadId thread : graph.threads())
    if (const Label* const end = graph.endOf(thread))
      noteEnd(state.program(), thread, graph.state(thread), *end);
}

void ExplorationLedger::noteEnd(Program& program, ThreadId thread, StateId state, const Label& last) {
  const auto bound = static_cast<CutBy>(last.argument);
  const bool hasOption = bound != CutBy::Events && bound != CutBy::Memory;
  if (last.kind == LabelKind::Cut)
    note(hasOption ? IncompleteReason::Kind::Bound : IncompleteReason::Kind::Limit, textOf(bound), last.position, bound,
         bound == CutBy::Loop ? whyUnknown(program, thread, state) : std::string());
  else if (last.kind == LabelKind::Unsupported)
    note(IncompleteReason::Kind::Unsupported, "the program does something unsupported here", last.position);
}

bool ExplorationLedger::confirm(ExplorationState& state) {
  const Result<Plan> plan = state.planner().plan();
  if (!plan && state.planner().isLost())
    return true;
  if (!plan) {
    state.fail(plan.error());
    return false;
  }
  const Result<Learnt> confirmed = state.program().confirm(plan.value());
  if (!confirmed)
    state.fail(confirmed.error());
  else if (confirmed.value() == Learnt::Restart)
    state.restart();
  return confirmed && !state.needsRestart();
}

// The execution is counted and told after all questions that may say that the graph is none, or that the exploration
// has to begin again. If it has to begin again because of what is told or confirmed, restart() makes the counts void.
bool ExplorationLedger::finish(ExplorationState& state, const Explorer::OnExecution& callback, Recorder* recorder,
                               Bounds bounds) {
  // If the solver gave up on one side of a condition, the other side was taken, and that may be impossible.
  if (state.planner().isLost() || (state.planner().solverGaveUp() && !state.planner().isReachable())) {
    tell(recorder, {.kind = ActionKind::Abandoned, .refusal = Refusal::SolverUnknown}, state.graph());
    return true;
  }
  if (!sectionsHold(state)) {
    m_exploration.work.discarded++;
    tell(recorder, {.kind = ActionKind::Abandoned, .refusal = Refusal::SectionBroken}, state.graph());
    return true;
  }
  if (outlivesMain(state)) {
    state.restart();
    return false;
  }
  if (const EventId without = readWithoutWriter(state); without.valid()) {
    tell(recorder, {.kind = ActionKind::Abandoned, .refusal = Refusal::NoWriterWaits, .culprit = without},
         state.graph());
    return true;
  }
  ExplorationCounts& counts = m_exploration.counts;
  Execution execution = classify(state, counts.total() + 1, m_options.errors, racesOf(state));
  if (!state.model().isSequential())
    noteWeakLimits(execution);
  if (const EventId read = readThatIsAwaited(state); read.valid())
    note(IncompleteReason::Kind::Limit,
         "a reader waits in a loop for what another one does after this. If a writer waits, a lock may let it go first;"
         " that order is not explored",
         state.graph().event(read).label->position);
  if (!addLeaks(execution))
    return false;
  counts.of(execution.kind)++;
  m_exploration.work.stale += execution.kind == ExecutionKind::Blocked && execution.stale;
  if (bounds == Bounds::Noted)
    noteEnds(state);
  if (mayBeDuplicate(state.graph()))
    if (const GraphIdentity id = identify(state.graph());
        m_options.isNew ? !m_options.isNew(id) : !m_seen.insert(id).second)
      counts.duplicate++;
  execution.isGoal = m_options.goal && m_options.goal->holds(state);
  tell(recorder, {.kind = ActionKind::Finished, .finished = &execution}, state.graph());
  if (callback)
    callback(execution);
  if (state.needsRestart()) // a run for a witness touched other memory
    return false;
  if (m_options.pollEachExecution)
    m_polls = ~0u; // the next time the limits are looked at
  if (m_options.confirmEvery != 0 && counts.total() % m_options.confirmEvery == 0 && !confirm(state))
    return false;
  if (execution.isGoal)
    stopBecause({IncompleteReason::Kind::StoppedAtGoal, "stopped where the goal holds", {}});
  else if (!m_options.keepGoing && endsExploration(execution))
    stopBecause({IncompleteReason::Kind::StoppedAtBug, "stopped at the first bug", {}});
  else if (m_options.maxExecutions != 0 && counts.total() >= m_options.maxExecutions)
    stopBecause({IncompleteReason::Kind::MaxExecutions, "the bound on executions was reached", {}});
  return !m_stopped;
}

} // namespace revisit
