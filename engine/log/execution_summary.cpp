#include "log/execution_summary.h"

#include "base/file_name.h"
#include "explore/exploration_state.h"
#include "log/describe.h"
#include "program/positions.h"

#include <fmt/format.h>

#include <tuple>

namespace revisit {

namespace {

// "with the access at queue.h:31".
std::string summaryOfRace(const ProgramNames& names, const Bug& bug) {
  const std::vector<WitnessPosition> calls = callsOf(names, bug.otherPosition);
  const WitnessPosition* const shown = shownPosition(calls);
  return shown ? fmt::format("with the access at {}:{}", fileName(shown->file), shown->line) : "";
}

} // namespace

bool ExecutionSummaries::Earlier::operator()(const Bug& a, const Bug& b) const {
  const auto key = [](const Bug& bug) {
    return std::tie(bug.kind, bug.position, bug.thread, bug.otherPosition, bug.otherThread);
  };
  return key(a) < key(b);
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
    summary.bug = placeOf(execution.state.program().names(), bugs.front());
  return summary;
}

std::shared_ptr<const BugPlace> ExecutionSummaries::placeOf(const ProgramNames& names, const Bug& bug) {
  const auto [it, isNew] = m_places.try_emplace(bug);
  if (!isNew)
    return it->second;
  const auto place = std::make_shared<BugPlace>();
  place->kind = bug.kind;
  place->thread = bug.thread.value();
  if (bug.otherEvent.valid() && !isOfWaiting(bug.kind))
    place->message = summaryOfRace(names, bug);
  else if (m_message && bug.position.valid())
    place->message = m_message(bug.position);
  const std::vector<WitnessPosition> calls = callsOf(names, bug.position);
  if (const WitnessPosition* shown = shownPosition(calls)) {
    place->file = shown->file;
    place->line = shown->line;
  }
  it->second = place;
  return place;
}

} // namespace revisit
