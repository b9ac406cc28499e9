#include "explore/findings/findings.h"

#include "explore/exploration_state.h"
#include "explore/findings/ending.h"
#include "program/positions.h"

#include <algorithm>
#include <optional>

namespace revisit {

namespace {

Bug bugAt(const ExecutionGraph& graph, ErrorKind kind, EventId id) {
  const Event& event = graph.event(id);
  Bug bug;
  bug.kind = kind;
  bug.position = event.label->position;
  bug.thread = event.thread;
  bug.event = id;
  return bug;
}

Bug bugOf(const ExecutionGraph& graph, const Race& race) {
  Bug bug = bugAt(graph, race.kind, race.second);
  const Event& other = graph.event(race.first);
  bug.otherPosition = other.label->position;
  bug.otherThread = other.thread;
  bug.otherEvent = race.first;
  bug.adjacent = race.adjacent;
  return bug;
}

// A leak is reported at the end of its thread, and identified by its allocation.
Bug bugOf(const ExecutionGraph& graph, const LeakedMemory& leak) {
  Bug bug = bugAt(graph, ErrorKind::Leak, graph.tail(leak.thread));
  bug.position = leak.position;
  return bug;
}

// Identified by the operation that the thread waits for.
Bug bugOf(ErrorKind kind, const Waiting& waiting) {
  Bug bug;
  bug.kind = kind;
  bug.position = waiting.label ? waiting.label->position : PositionId();
  bug.thread = waiting.thread;
  return bug;
}

Bug bugOf(const ExecutionGraph& graph, const ReadBehindWriter& one) {
  Bug bug = bugAt(graph, one.exits ? ErrorKind::Stranded : ErrorKind::Deadlock, one.read);
  bug.otherPosition = one.write->position;
  bug.otherThread = one.writer;
  bug.otherEvent = one.writing;
  return bug;
}

// Identified by the first thread that waits for something other than the end of another thread.
Bug bugOfWaiting(const Execution& execution) {
  const auto waits = std::ranges::find_if(execution.waiting,
                                          [](const Waiting& w) { return w.label && w.label->kind != LabelKind::Join; });
  const Waiting& first = waits != execution.waiting.end() ? *waits : execution.waiting.front();
  return bugOf(execution.standstill == Standstill::Livelock ? ErrorKind::Livelock : ErrorKind::Deadlock, first);
}

std::vector<Bug> shownBy(const Execution& execution, Treatment treatment) {
  const ExecutionGraph& graph = execution.graph;
  const ErrorPolicy& policy = execution.policy;
  std::vector<Bug> bugs;
  for (const EventId error : execution.errors)
    if (const ErrorKind kind = graph.event(error).label->error; policy.of(kind) == treatment)
      bugs.push_back(bugAt(graph, kind, error));
  for (const Race& race : execution.races)
    if (policy.of(race.kind) == treatment)
      bugs.push_back(bugOf(graph, race));
  if (policy.of(ErrorKind::Leak) == treatment)
    for (const LeakedMemory& leak : execution.leaks)
      bugs.push_back(bugOf(graph, leak));
  if (policy.of(ErrorKind::ExitStatus) == treatment)
    for (const EventId exit : execution.badExits)
      bugs.push_back(bugAt(graph, ErrorKind::ExitStatus, exit));
  for (const ReadBehindWriter& one : execution.behindWriters)
    if (const Bug bug = bugOf(graph, one); policy.of(bug.kind) == treatment)
      bugs.push_back(bug);
  if (execution.standstill == Standstill::Stranded) {
    if (policy.of(ErrorKind::Stranded) == treatment)
      for (const Waiting& waiting : execution.waiting)
        if (isStranded(graph, waiting))
          bugs.push_back(bugOf(ErrorKind::Stranded, waiting));
  } else if (execution.standstill != Standstill::None)
    if (const Bug bug = bugOfWaiting(execution); policy.of(bug.kind) == treatment)
      bugs.push_back(bug);
  return bugs;
}

} // namespace

std::vector<Bug> bugsOf(const Execution& execution) {
  return shownBy(execution, Treatment::Error);
}

std::vector<Bug> warningsOf(const Execution& execution) {
  return shownBy(execution, Treatment::Warning);
}

bool endsExploration(const Execution& execution) {
  if (execution.kind != ExecutionKind::Erroneous && execution.kind != ExecutionKind::Deadlocked)
    return false;
  return std::ranges::any_of(bugsOf(execution), [&](const Bug& bug) {
    return execution.policy.ends(bug.kind) && bug.adjacent != Race::Adjacent::NotYet;
  });
}

std::vector<std::size_t> Findings::note(const Execution& execution, const std::vector<Bug>& bugs) {
  std::vector<std::size_t> news;
  std::optional<GraphIdentity> known; // identity of the execution, computed for its first finding
  const auto identity = [&] { return known ? *known : *(known = identify(execution.graph)); };
  for (const Bug& bug : bugs) {
    const auto [place, isNew] = m_known.try_emplace(keyOf(execution.state.program().names(), bug), m_findings.size());
    if (isNew) {
      news.push_back(m_findings.size());
      m_findings.push_back({bug, 1, execution.number, execution.number, identity()});
      continue;
    }
    Finding* const it = &m_findings[place->second];
    it->count += it->last != execution.number;
    it->last = execution.number;
    if (it->adjacent != Race::Adjacent::NotYet || bug.adjacent != Race::Adjacent::Now)
      continue;
    static_cast<Bug&>(*it) = bug;
    it->first = execution.number;
    it->execution = identity();
    news.push_back(place->second);
  }
  std::ranges::sort(news);
  news.erase(std::ranges::unique(news).begin(), news.end());
  return news;
}

void Findings::clear() {
  m_findings.clear();
  m_known.clear();
  m_lines.clear();
  m_lineOf.clear();
}

Findings::Key Findings::keyOf(const ProgramNames& names, const Bug& bug) {
  if (bug.kind != ErrorKind::Race)
    return {bug.kind, bug.position.value(), 0};
  const auto [low, high] = std::minmax({lineOf(names, bug.position), lineOf(names, bug.otherPosition)});
  return {bug.kind, low, high};
}

std::size_t Findings::lineOf(const ProgramNames& names, PositionId position) {
  const auto [it, isNew] = m_lineOf.try_emplace(position, m_lines.size());
  if (!isNew)
    return it->second;
  const std::vector<SourcePosition> calls = names.callChain(position);
  const SourcePosition* const shown = shownPosition(calls);
  const Line line = shown ? Line{shown->file, shown->line} : Line{};
  it->second = static_cast<std::size_t>(std::ranges::find(m_lines, line) - m_lines.begin());
  if (it->second == m_lines.size())
    m_lines.push_back(line);
  return it->second;
}

} // namespace revisit
