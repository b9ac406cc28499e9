#include "session/execution_summary.h"

#include "explore/visit.h"
#include "program/positions.h"
#include "session/describe.h"

#include <tuple>

namespace revisit {

bool ExecutionSummaries::Earlier::operator()(const Bug& a, const Bug& b) const {
  return std::tie(a.kind, a.position, a.thread) < std::tie(b.kind, b.position, b.thread);
}

ExecutionSummary ExecutionSummaries::of(const Execution& execution) {
  const ExecutionGraph& graph = execution.graph;
  ExecutionSummary summary;
  summary.number = execution.number;
  summary.id = identify(graph);
  summary.kind = execution.kind;
  summary.events = static_cast<std::uint32_t>(graph.eventCount());
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    summary.threads += graph.created(ThreadId(t));
  if (const std::vector<Bug> bugs = bugsOf(execution); !bugs.empty())
    summary.bug = placeOf(execution.visit.program(), bugs.front());
  return summary;
}

std::shared_ptr<const BugPlace> ExecutionSummaries::placeOf(const Program& program, const Bug& bug) {
  const auto [it, isNew] = m_places.try_emplace(bug);
  if (!isNew)
    return it->second;
  const auto place = std::make_shared<BugPlace>();
  place->kind = bug.kind;
  place->thread = bug.thread.value();
  if (m_message && bug.position.valid())
    place->message = m_message(bug.position);
  const std::vector<WitnessPosition> calls = callsOf(program, bug.position);
  if (const WitnessPosition* shown = shownPosition(calls)) {
    place->file = shown->file;
    place->line = shown->line;
  }
  it->second = place;
  return place;
}

} // namespace revisit
