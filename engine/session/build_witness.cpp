#include "session/build_witness.h"

#include "explore/linearize.h"
#include "program/positions.h"
#include "session/describe.h"

#include <algorithm>

namespace revisit {

namespace {

bool isOwn(const std::vector<WitnessPosition>& calls) {
  return std::ranges::any_of(calls, [](const WitnessPosition& place) { return !isSystemFile(place.file); });
}

// The call sites of events that no code of the user's leads to: a thread's end is where the thread was seen last, what
// the library does at a thread's start and end belongs to the place that created it.
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
// one may be among them that this execution does not create.
std::vector<WitnessThread> threadsOf(const ExecutionGraph& graph, const Program& program) {
  std::uint32_t count = 0;
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    if (graph.created(ThreadId(t)))
      count = t + 1;
  std::vector<WitnessThread> threads;
  for (std::uint32_t t = 0; t < count; t++)
    threads.push_back({program.threadPath(ThreadId(t)), program.threadName(ThreadId(t))});
  return threads;
}

WitnessError errorOf(const Execution& execution, const Bug& bug, const std::string& message) {
  const Program& program = execution.visit.program();
  WitnessError error;
  error.kind = bug.kind;
  error.thread = bug.thread.value();
  error.message = message;
  const std::vector<WitnessPosition> calls = callsOf(program, bug.position);
  if (const WitnessPosition* shown = shownPosition(calls)) {
    error.file = shown->file;
    error.line = shown->line;
  }
  if (bug.kind != ErrorKind::Deadlock && bug.kind != ErrorKind::Livelock)
    return error;
  for (const Waiting& waiting : execution.waiting) {
    WitnessWaiting entry;
    entry.thread = waiting.thread.value();
    entry.what = describeWaiting(execution.graph, program, waiting);
    if (waiting.label)
      if (const auto places = callsOf(program, waiting.label->position); !places.empty())
        entry.position = *shownPosition(places);
    error.waiting.push_back(std::move(entry));
  }
  return error;
}

} // namespace

Result<WitnessParts> buildWitness(const Execution& execution, const std::optional<Bug>& bug,
                                  const std::string& message) {
  Visit& visit = execution.visit;
  const ExecutionGraph& graph = visit.graph();
  ExpressionPool& pool = visit.pool();
  std::vector<ExprId> conditions;
  visit.pathCondition(conditions);
  const std::optional<Assignment> model = smallModel(visit.solver(), pool, conditions);
  if (!model)
    return Error{ErrorCode::Internal, "", "the solver found no inputs for an explored execution"};

  WitnessParts parts;
  Witness& witness = parts.witness;
  witness.executionId = identify(graph).text();
  if (bug)
    witness.error = errorOf(execution, *bug, message);
  else
    witness.endingWithoutError = execution.kind;
  witness.threads = threadsOf(graph, visit.program());
  for (std::uint32_t s = 0; s < pool.symbolCount(); s++) {
    const SymbolInfo& info = pool.symbolInfo(SymbolId(s));
    witness.inputs.push_back({info.thread.value(), info.index, info.name, info.width, model->get(SymbolId(s))});
  }
  std::erase_if(witness.inputs, [&](const WitnessInput& input) { return input.thread >= witness.threads.size(); });
  parts.plan.inputs = *model;
  Places places(witness.threads.size());
  for (const EventId id : linearize(graph)) {
    const Event& event = graph.event(id);
    WitnessEvent entry = describeEvent(graph, visit.program(), &*model, id);
    places.complete(entry);
    witness.schedule.push_back(std::move(entry));
    if (!isScheduled(event.label->kind))
      continue;
    witness.plan.push_back({event.thread.value(), event.label->kind, event.outcome});
    parts.plan.steps.push_back({event.thread, event.label->kind, event.outcome});
  }
  return parts;
}

} // namespace revisit
