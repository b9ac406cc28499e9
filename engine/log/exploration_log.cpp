#include "log/exploration_log.h"

#include <algorithm>

namespace revisit {

namespace {

// The end of the range that begins at `first` and has at most `count` of `size` entries.
template <class Number> Number endOf(Number first, Number count, std::size_t size) {
  const auto all = static_cast<Number>(size);
  return first >= all || count > all - first ? all : first + count;
}

// Applies the changes of one state to a graph.
void apply(LoggedGraph& graph, const LogEvent& event, bool added) {
  if (event.self.thread >= graph.threads.size())
    graph.threads.resize(event.self.thread + 1);
  std::vector<LogEvent>& thread = graph.threads[event.self.thread];
  std::vector<WitnessEventRef>* order = nullptr;
  if (event.isOrdered()) {
    if (event.place >= graph.orders.size())
      graph.orders.resize(event.place + 1);
    order = &graph.orders[event.place];
  }
  if (!added) {
    thread.pop_back();
    graph.added.erase(std::ranges::find(graph.added.rbegin(), graph.added.rend(), event.self).base() - 1);
    if (order)
      order->erase(std::find(order->begin(), order->end(), event.self));
    return;
  }
  thread.push_back(event);
  graph.added.push_back(event.self);
  if (order)
    order->insert(event.after ? std::find(order->begin(), order->end(), *event.after) + 1 : order->begin(), event.self);
}

} // namespace

bool ExplorationLog::isVoid() const {
  const std::lock_guard lock(m_mutex);
  return m_void;
}

std::shared_ptr<const StateLog> ExplorationLog::states() const {
  const std::lock_guard lock(m_mutex);
  return m_search;
}

std::uint64_t ExplorationLog::stepCount() const {
  const std::lock_guard lock(m_mutex);
  return m_steps.size();
}

std::uint64_t ExplorationLog::stepsLeftOut() const {
  const std::lock_guard lock(m_mutex);
  return m_stepsLeftOut;
}

std::uint32_t ExplorationLog::nodeCount() const {
  const std::lock_guard lock(m_mutex);
  return static_cast<std::uint32_t>(m_nodes.size());
}

std::uint64_t ExplorationLog::nodesLeftOut() const {
  const std::lock_guard lock(m_mutex);
  return m_nodesLeftOut;
}

std::uint64_t ExplorationLog::executionCount() const {
  const std::lock_guard lock(m_mutex);
  return m_executions.size();
}

std::uint64_t ExplorationLog::pendingCount() const {
  const std::lock_guard lock(m_mutex);
  return m_pending;
}

std::vector<Step> ExplorationLog::steps(std::uint64_t first, std::uint64_t count) const {
  const std::lock_guard lock(m_mutex);
  std::vector<Step> found;
  const std::uint64_t begin = first == 0 ? 0 : first - 1;
  for (std::uint64_t i = begin, end = endOf(begin, count, m_steps.size()); i < end; i++)
    found.push_back(stepAt(i + 1));
  return found;
}

std::vector<ActionKind> ExplorationLog::actions(std::uint64_t first, std::uint64_t count) const {
  const std::lock_guard lock(m_mutex);
  const std::uint64_t begin = first == 0 ? 0 : first - 1;
  if (begin >= m_steps.size())
    return {};
  // The window reads millions of them at once.
  const auto from = m_steps.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto to = m_steps.begin() + static_cast<std::ptrdiff_t>(endOf(begin, count, m_steps.size()));
  std::vector<ActionKind> found(static_cast<std::size_t>(to - from));
  std::transform(from, to, found.begin(), [](const StoredStep& step) { return step.kind; });
  return found;
}

std::vector<TreeNode> ExplorationLog::nodes(std::uint32_t first, std::uint32_t count) const {
  const std::lock_guard lock(m_mutex);
  if (first >= m_nodes.size())
    return {};
  return {m_nodes.begin() + first, m_nodes.begin() + endOf(first, count, m_nodes.size())};
}

std::optional<ExecutionSummary> ExplorationLog::execution(std::uint64_t number) const {
  const std::vector<ExecutionSummary> found = executions(number, number == 0 ? 0 : 1);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

std::vector<ExecutionSummary> ExplorationLog::executions(std::uint64_t first, std::uint64_t count) const {
  const std::lock_guard lock(m_mutex);
  std::vector<ExecutionSummary> found;
  const std::uint64_t begin = first == 0 ? 0 : first - 1;
  for (std::uint64_t i = begin, end = endOf(begin, count, m_executions.size()); i < end; i++)
    found.push_back(m_executions[i].summary);
  return found;
}

std::uint64_t ExplorationLog::stepOf(std::uint64_t execution) const {
  const std::lock_guard lock(m_mutex);
  return execution == 0 || execution > m_executions.size() ? 0 : m_executions[execution - 1].step;
}

std::uint32_t ExplorationLog::nodeOf(std::uint64_t execution) const {
  const std::lock_guard lock(m_mutex);
  return execution == 0 || execution > m_executions.size() ? noLogEntry : m_executions[execution - 1].node;
}

std::optional<LogEvent> ExplorationLog::event(LogEventId id) const {
  const std::lock_guard lock(m_mutex);
  return eventAt(id);
}

std::vector<std::string> ExplorationLog::threadNames() const {
  const std::lock_guard lock(m_mutex);
  return m_threadNames;
}

LoggedGraph ExplorationLog::graphAfter(std::uint64_t step) const {
  const std::lock_guard lock(m_mutex);
  return step != 0 && step <= m_steps.size() ? graphOf(m_steps[step - 1].state) : LoggedGraph();
}

LoggedGraph ExplorationLog::graphWithDeleted(std::uint64_t step) const {
  const std::lock_guard lock(m_mutex);
  return step != 0 && step <= m_steps.size() ? graphOf(stateWithDeleted(step)) : LoggedGraph();
}

LoggedGraph ExplorationLog::graphOf(std::uint32_t state) const {
  std::vector<std::uint32_t> branch; // from the last state to the first
  for (; state != noLogEntry; state = m_states[state].parent)
    branch.push_back(state);
  LoggedGraph graph;
  graph.model = m_options.model;
  for (auto each = branch.rbegin(); each != branch.rend(); ++each)
    for (std::uint32_t i = m_states[*each].changesBegin; i < m_states[*each].changesEnd; i++)
      apply(graph, m_events[m_changes[i].event.value()], m_changes[i].added);
  return graph;
}

// The state in which the deleted events were last added or removed.
std::uint32_t ExplorationLog::stateWithDeleted(std::uint64_t step) const {
  const StoredStep& stored = m_steps[step - 1];
  const std::uint32_t begin = step == 1 ? 0 : m_steps[step - 2].deletedEnd;
  if (begin == stored.deletedEnd)
    return stored.state;
  const LogEventId deleted = m_deleted[begin];
  for (std::uint32_t state = stored.state; state != noLogEntry; state = m_states[state].parent)
    for (std::uint32_t i = m_states[state].changesEnd; i > m_states[state].changesBegin; i--)
      if (m_changes[i - 1].event == deleted)
        return m_changes[i - 1].added ? stored.state : m_states[state].parent;
  return stored.state;
}

std::optional<LogEvent> ExplorationLog::eventAt(LogEventId id) const {
  return id.valid() && id.value() < m_events.size() ? std::optional(m_events[id.value()]) : std::nullopt;
}

Step ExplorationLog::stepAt(std::uint64_t number) const {
  const StoredStep& stored = m_steps[number - 1];
  const TreeNode& node = m_nodes[stored.node];
  Step step{number,
            stored.kind,
            stored.refusal,
            stored.alternative,
            stored.node,
            node.depth,
            node.execution,
            eventAt(stored.event),
            eventAt(stored.other),
            eventAt(stored.source),
            eventAt(stored.culprit),
            {},
            {},
            {},
            {}};
  for (std::uint32_t i = number == 1 ? 0 : m_steps[number - 2].deletedEnd; i < stored.deletedEnd; i++) {
    step.deleted.push_back(*eventAt(m_deleted[i]));
    step.verdicts.push_back(m_verdicts[i]);
  }
  for (std::uint32_t i = number == 1 ? 0 : m_steps[number - 2].candidatesEnd; i < stored.candidatesEnd; i++) {
    const StoredCandidate& candidate = m_candidates[i];
    step.candidates.push_back({candidate.kind,
                               candidate.refusal,
                               candidate.taken,
                               candidate.outcome,
                               eventAt(candidate.other),
                               eventAt(candidate.source),
                               eventAt(candidate.culprit),
                               {}});
  }
  return step;
}

} // namespace revisit
