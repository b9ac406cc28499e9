#include "explore/sections.h"

#include "explore/linearize.h"
#include "program/objects/objects.h"

namespace revisit {

namespace {

bool staysInside(ExplorationState& state, ThreadId thread) {
  const Label* const end = state.graph().endOf(thread);
  return end ? endsInsideSection(*end) : insideSection(state, thread);
}

// The earliest operation on the object since which the thread's next operation has been disabled; invalid when the next
// event is not an operation on an object.
EventId stuckBecause(ExplorationState& state, ThreadId thread) {
  const ExecutionGraph& graph = state.graph();
  const Label* next = graph.ended(thread) ? nullptr : state.program().next(graph.state(thread));
  EventId because;
  if (next == nullptr || next->kind != LabelKind::Object)
    return because;
  for (EventId id = graph.lastOperation(next->object); id.valid(); id = graph.event(id).previous) {
    if (applyOperation(graph.event(id).object, thread, next->operation, next->argument).enabled)
      break;
    because = id;
  }
  return because;
}

} // namespace

bool insideSection(ExplorationState& state, ThreadId thread) {
  const ExecutionGraph& graph = state.graph();
  if (!graph.created(thread) || graph.ended(thread))
    return false;
  const Label* next = state.program().next(graph.state(thread));
  return next != nullptr && next->continuesSection;
}

bool sectionsHold(ExplorationState& state) {
  const ExecutionGraph& graph = state.graph();
  if (!state.facts().has("sections"))
    return true;
  std::vector<StuckInside> stuck(graph.threadCount());
  for (const ThreadId thread : graph.createdThreads())
    if (staysInside(state, thread))
      stuck[thread.value()] = {true, stuckBecause(state, thread)};
  return linearizeSections(graph, stuck).has_value();
}

} // namespace revisit
