#include "explore/sections.h"

#include "explore/linearize.h"

namespace revisit {

namespace {

// A false assume or a wait without end inside a section: as a whole it was never done.
bool staysInside(Visit& visit, ThreadId thread) {
  const ExecutionGraph& graph = visit.graph();
  if (!graph.ended(thread))
    return insideSection(visit, thread);
  const Label& last = *graph.event(graph.tail(thread)).label;
  return last.joined && (last.kind == LabelKind::Blocked || last.kind == LabelKind::AwaitFailed);
}

} // namespace

bool insideSection(Visit& visit, ThreadId thread) {
  const ExecutionGraph& graph = visit.graph();
  if (!graph.created(thread) || graph.ended(thread))
    return false;
  const Label* next = visit.program().next(graph.state(thread));
  return next != nullptr && next->joined;
}

bool sectionsHold(Visit& visit, bool partial) {
  const ExecutionGraph& graph = visit.graph();
  if (!visit.hasSections())
    return true;
  std::vector<bool> stuck(graph.threadCount(), false);
  for (std::uint32_t t = 0; t < graph.threadCount() && !partial; t++)
    stuck[t] = graph.created(ThreadId(t)) && staysInside(visit, ThreadId(t));
  return linearizeSections(graph, stuck).has_value();
}

} // namespace revisit
