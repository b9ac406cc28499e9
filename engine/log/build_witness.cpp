#include "log/build_witness.h"

#include "base/signal_name.h"
#include "explore/findings/ending.h"
#include "explore/linearize.h"
#include "explore/reductions/free_accesses.h"
#include "explore/sequential_order.h"
#include "explore/waiting_writers.h"
#include "log/describe.h"
#include "log/interrupted_holder.h"
#include "memory/consistency.h"
#include "program/handler_facts.h"
#include "program/positions.h"
#include "program/step_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace revisit {

namespace {

bool isOwn(const std::vector<WitnessPosition>& calls) {
  return std::ranges::any_of(calls, [](const WitnessPosition& place) { return !isSystemFile(place.file); });
}

// Call sites of events that have none in the user's code. The end of a thread is placed at the thread's last known
// position. Library code at a thread's start and end is placed at the call that created the thread.
class Places {
public:
  explicit Places(std::size_t threads) : m_last(threads), m_creations(threads) {}

  void complete(WitnessEvent& event) {
    if (!isOwn(event.calls)) {
      const bool ends = event.kind == LabelKind::End || event.kind == LabelKind::Exit;
      if (ends && isOwn(m_last[event.thread]))
        event.calls = m_last[event.thread];
      else
        event.calls.insert(event.calls.end(), m_creations[event.thread].begin(), m_creations[event.thread].end());
    }
    m_last[event.thread] = event.calls;
    if (event.kind == LabelKind::Create && event.child)
      m_creations[*event.child] = event.calls;
  }

private:
  std::vector<std::vector<WitnessPosition>> m_last, m_creations; // by thread
};

// All threads up to the last one that was created. Threads have the same number in all executions of an exploration, so
// the list may contain threads that this execution does not create.
std::vector<WitnessThread> threadsOf(const ExecutionGraph& graph, const ProgramNames& names) {
  std::uint32_t count = 0;
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    if (graph.created(ThreadId(t)))
      count = t + 1;
  std::vector<WitnessThread> threads;
  for (std::uint32_t t = 0; t < count; t++)
    threads.push_back({names.threadPath(ThreadId(t)), names.threadName(ThreadId(t))});
  return threads;
}

// The bug with the two accesses of a race in the order of the execution.
Bug inOrder(const ExecutionGraph& graph, const Bug& bug) {
  Bug ordered = bug;
  if (bug.kind == ErrorKind::Race && SequentialOrder(graph).atOrBefore(bug.event, bug.otherEvent)) {
    std::swap(ordered.event, ordered.otherEvent);
    std::swap(ordered.position, ordered.otherPosition);
    std::swap(ordered.thread, ordered.otherThread);
  }
  return ordered;
}

// Whether the error consists of two accesses that nothing orders: a race, or a use of memory whose end is not ordered
// with it.
bool isUnordered(const Bug& bug) {
  return bug.otherEvent.valid() && !isOfWaiting(bug.kind);
}

// "the handler of SIGTERM interrupts T1 reader in the middle of reading x, and writes it".
std::string handlerRaceText(const ExecutionGraph& graph, const Bug& bug, const WitnessEvent& ofHandler,
                            const WitnessEvent& interrupted, const std::string& who) {
  const auto signal = HandlerFacts::of(graph.event(bug.otherEvent).label->argument).signal;
  const char* const does = ofHandler.reads && ofHandler.writes ? "updates" : ofHandler.writes ? "writes" : "reads";
  const char* const middle = interrupted.reads && interrupted.writes ? "updating"
                             : interrupted.writes                    ? "writing"
                                                                     : "reading";
  return fmt::format("the handler of {} interrupts {} in the middle of {} {}, and {} {}", signalName(signal), who,
                     middle, interrupted.what, does, ofHandler.what == interrupted.what ? "it" : ofHandler.what);
}

// "T2 writer writes x while T1 reader reads it".
std::string raceText(const ExecutionGraph& graph, Program& program, const Bug& bug) {
  const WitnessEvent second = describeEvent(graph, program, nullptr, bug.event);
  const WitnessEvent first = describeEvent(graph, program, nullptr, bug.otherEvent);
  const auto verb = [](const WitnessEvent& event) {
    return event.reads && event.writes ? "updates" : event.writes ? "writes" : "reads";
  };
  const auto who = [&](ThreadId thread) {
    const std::string name = program.names().threadName(thread);
    return name.empty() || name == fmt::format("T{}", thread.value()) ? fmt::format("T{}", thread.value())
                                                                      : fmt::format("T{} {}", thread.value(), name);
  };
  if (bug.thread == bug.otherThread)
    return handlerRaceText(graph, bug, first, second, who(bug.thread));
  if (bug.kind == ErrorKind::UseAfterFree)
    return fmt::format("{} {} {}, and nothing orders that with the end of its life, by {}", who(bug.thread),
                       verb(second), second.what, who(bug.otherThread));
  return fmt::format("{} {} {} while {} {} {}", who(bug.thread), verb(second), second.what, who(bug.otherThread),
                     verb(first), first.what == second.what ? "it" : first.what);
}

// Describes an error for which the program itself printed no message.
void describeFound(WitnessError& error, const Execution& execution, const Bug& bug, const Assignment& model) {
  const ExecutionGraph& graph = execution.graph;
  Program& program = execution.state.program();
  error.index = graph.event(bug.event).index;
  if (bug.kind == ErrorKind::ExitStatus) {
    const Value& status = graph.event(bug.event).label->value;
    const std::uint64_t bits = status.isExpr() ? program.pool().evaluate(status.expr, model) : status.bits;
    error.message = fmt::format("the process exits with status {}", bits & 0xff);
    return;
  }
  error.message = raceText(graph, program, bug);
  error.other = WitnessOther{bug.otherThread.value(), graph.event(bug.otherEvent).index, "", 0};
  const std::vector<WitnessPosition> calls = callsOf(program.names(), bug.otherPosition);
  if (const WitnessPosition* shown = shownPosition(calls)) {
    error.other->file = shown->file;
    error.other->line = shown->line;
  }
}

void addWaiting(WitnessError& error, const ProgramNames& names, ThreadId thread, Awaited what, PositionId position) {
  WitnessWaiting entry;
  entry.thread = thread.value();
  entry.what = std::move(what);
  if (const auto places = callsOf(names, position); !places.empty())
    entry.position = *shownPosition(places);
  error.waiting.push_back(std::move(entry));
}

// A thread asks for a lock that is held for reading, behind a waiting writer.
void describeBehindWriter(WitnessError& error, const Execution& execution, const Bug& bug) {
  const ProgramNames& names = execution.state.program().names();
  const Event& read = execution.graph.event(bug.event);
  error.index = read.index;
  error.message = behindWriterText(execution.graph, names, bug);
  Awaited reading = awaitedOperation(names, ObjectOp::RwlockRead, read.label->object);
  reading.writer = bug.otherThread.value();
  addWaiting(error, names, bug.thread, std::move(reading), bug.position);
  Awaited writing = awaitedOperation(names, ObjectOp::RwlockWrite, read.label->object);
  for (const ThreadId reader : readersBefore(execution.graph, bug.event))
    writing.holders.push_back(reader.value());
  addWaiting(error, names, bug.otherThread, std::move(writing), bug.otherPosition);
}

WitnessError errorOf(const Execution& execution, const Bug& bug, const std::string& message, const Assignment& model) {
  const ProgramNames& names = execution.state.program().names();
  WitnessError error;
  error.kind = bug.kind;
  error.thread = bug.thread.value();
  error.message = message;
  const std::vector<WitnessPosition> calls = callsOf(names, bug.position);
  if (const WitnessPosition* shown = shownPosition(calls)) {
    error.file = shown->file;
    error.line = shown->line;
  }
  if (isUnordered(bug) || bug.kind == ErrorKind::ExitStatus)
    describeFound(error, execution, bug, model);
  if (!isOfWaiting(bug.kind))
    return error;
  if (bug.event.valid()) {
    describeBehindWriter(error, execution, bug);
    return error;
  }
  for (const Waiting& waiting : execution.waiting) {
    const Awaited what = awaitedBy(execution.graph, names, waiting);
    if (error.message.empty())
      error.message = handlerThatWaits(execution.graph, names, waiting, what);
    addWaiting(error, names, waiting.thread, what, waiting.label ? waiting.label->position : PositionId());
  }
  return error;
}

// The order of the events in which the goal or the bug appears.
std::vector<EventId> orderThatShows(ExplorationState& state, const std::optional<Bug>& bug, const ShownGoal* goal) {
  const ExecutionGraph& graph = state.graph();
  if (goal) {
    const OrderKept kept = state.model().isSequential() ? OrderKept::Sequential : OrderKept::Causal;
    for (std::vector<EventCut> cuts : {goal->goal.prefix.cuts(graph.threadCount()), std::vector<EventCut>()}) {
      for (const GoalMoment& moment : goal->found.moments)
        cuts.push_back(moment.done);
      if (std::optional<std::vector<EventId>> order = linearizeThrough(graph, cuts, kept))
        return std::move(*order);
    }
  }
  if (bug && bug->kind == ErrorKind::Race)
    return linearizeTogether(graph, bug->otherEvent, bug->event);
  if (bug && isOfWaiting(bug->kind) && bug->event.valid())
    return orderOf(state, {.read = bug->event, .writing = bug->otherEvent});
  return linearize(graph);
}

} // namespace

WitnessError describeBug(const Execution& execution, const Bug& bug, const std::string& message) {
  return errorOf(execution, inOrder(execution.graph, bug), message, {});
}

namespace {

// The place of the write in the coherence order of its location, from 1; 0: the initial value.
unsigned placeInCoherence(const ExecutionGraph& graph, EventId write) {
  unsigned place = 0;
  for (EventId w = write; !graph.isInitial(w); w = graph.event(w).previous)
    place++;
  return place;
}

// What a weak memory model adds to an event. `oldest`: by event, what oldestReadable says.
void describeCoherence(const ExecutionGraph& graph, EventId id, const std::vector<EventId>& oldest,
                       WitnessEvent& entry) {
  const Event& event = graph.event(id);
  describeOrders(*event.label, entry);
  if (event.writes)
    entry.coherence = placeInCoherence(graph, id);
  if (id.value() < oldest.size() && oldest[id.value()].valid())
    entry.oldest = placeInCoherence(graph, oldest[id.value()]);
}

WitnessEventRef refOf(const ExecutionGraph& graph, EventId id) {
  return {graph.event(id).thread.value(), graph.event(id).index};
}

WitnessGoal describeGoal(const ExecutionGraph& graph, const ShownGoal& goal, const std::vector<EventId>& order) {
  WitnessGoal shown{goal.goal.text, {}};
  for (const GoalMoment& moment : goal.found.moments) {
    WitnessGoal::Moment& entry = shown.moments.emplace_back();
    for (std::size_t i = 0; i < order.size(); i++)
      if (const Event& event = graph.event(order[i]); event.index < moment.done[event.thread.value()])
        entry.position = i + 1;
    for (const GoalSight& sight : moment.sights)
      entry.sights.push_back({sight.thread.value(), sight.index, sight.isNext, goal.goal.atoms[sight.atom].text});
  }
  return shown;
}

// The conditions, what the events mention, and then every input of some path: this execution may ask for those too.
std::vector<ExprId> mentionedIn(const ExecutionGraph& graph, std::vector<ExprId> conditions, ExpressionPool& pool) {
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    for (const EventId id : graph.events(ThreadId(t)))
      for (const Value& value : {graph.event(id).label->value, graph.event(id).label->expected})
        if (value.isExpr())
          conditions.push_back(value.expr);
  for (std::uint32_t s = 0; s < pool.symbolCount(); s++)
    conditions.push_back(pool.symbolExpr(SymbolId(s)));
  return conditions;
}

} // namespace

Result<WitnessParts> buildWitness(const Execution& execution, const std::optional<Bug>& bug, const std::string& message,
                                  ModelKind kind, const ShownGoal* goal) {
  ExplorationState& state = execution.state;
  const ExecutionGraph& graph = state.graph();
  ExpressionPool& pool = state.pool();
  std::vector<ExprId> conditions = state.planner().pathCondition();
  if (goal)
    conditions.insert(conditions.end(), goal->found.conditions.begin(), goal->found.conditions.end());
  if (bug && bug->kind == ErrorKind::ExitStatus)
    if (const auto failure = statusIsNotZero(pool, graph.event(bug->event).label->value))
      conditions.push_back(*failure);
  const std::optional<Assignment> model = smallModel(state.planner().solver(), pool, conditions);
  if (!model)
    return Error{ErrorCode::Interrupted, "", "the solver gave up on the inputs of an execution"};

  WitnessParts parts;
  Witness& witness = parts.witness;
  witness.executionId = identify(graph).text();
  const std::optional<Bug> shown = bug ? std::optional(inOrder(graph, *bug)) : std::nullopt;
  if (shown)
    witness.error = errorOf(execution, *shown, message, *model);
  else
    witness.endingWithoutError = execution.kind;
  witness.threads = threadsOf(graph, state.program().names());
  const Assignment inputs = inputsOf(pool, mentionedIn(graph, conditions, pool), *model);
  for (const auto& [symbol, value] : inputs.entries()) {
    const SymbolInfo& info = pool.symbolInfo(symbol);
    if (info.thread.value() < witness.threads.size())
      witness.inputs.push_back({info.thread.value(), info.index, info.name, info.width, value, info.type});
  }
  parts.plan.inputs = inputsOf(pool, conditions, *model);
  Places places(witness.threads.size());
  const std::vector<EventId> order = orderThatShows(state, shown, goal);
  if (goal)
    witness.goal = describeGoal(graph, *goal, order);
  parts.plan.steps = planSteps(graph, order, state.planner().memory());
  for (const Plan::Step& step : parts.plan.steps)
    witness.plan.push_back({step.thread.value(), step.kind, step.outcome, step.back, step.life, step.stores});
  const bool isWeak = state.planner().memory() == PlannedMemory::Told;
  const std::vector<EventId> oldest =
      isWeak ? oldestReadable(graph, state.program(), kind, order) : std::vector<EventId>();
  const std::unordered_map<EventId, EventId> sources = showUpdates(state.graph(), state.program(), order);
  std::size_t step = 0;
  for (const EventId id : order) {
    WitnessEvent entry = describeEvent(graph, state.program(), &*model, id);
    if (const auto source = sources.find(id); source != sources.end() && source->second.valid())
      entry.readsFrom = refOf(graph, source->second);
    places.complete(entry);
    if (isWeak)
      describeCoherence(graph, id, oldest, entry);
    if (isScheduled(entry.kind))
      entry.back = parts.plan.steps[step++].back;
    witness.schedule.push_back(std::move(entry));
  }
  return parts;
}

} // namespace revisit
