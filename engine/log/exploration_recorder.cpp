#include "log/exploration_recorder.h"

#include <algorithm>

namespace revisit {

namespace {

// Whether the action takes an alternative from those kept. RevisitAllowed takes one and keeps others.
bool triesAlternative(ActionKind kind) {
  return kind == ActionKind::Chose || kind == ActionKind::SkippedChoice || isRevisit(kind);
}

bool makesNode(ActionKind kind) {
  return kind == ActionKind::Began || kind == ActionKind::Chose || kind == ActionKind::Revisited ||
         kind == ActionKind::Displaced;
}

bool isRefusal(ActionKind kind) {
  return kind == ActionKind::SkippedChoice || kind == ActionKind::RevisitRefused || kind == ActionKind::DisplaceRefused;
}

NodeOutcome outcomeOf(ExecutionKind kind) {
  switch (kind) {
  case ExecutionKind::Complete:
    return NodeOutcome::Complete;
  case ExecutionKind::Erroneous:
    return NodeOutcome::Erroneous;
  case ExecutionKind::Deadlocked:
    return NodeOutcome::Deadlocked;
  case ExecutionKind::Blocked:
    return NodeOutcome::Blocked;
  case ExecutionKind::Cut:
    break;
  }
  return NodeOutcome::Cut;
}

} // namespace

ExplorationRecorder::ExplorationRecorder(Program& program, const LogOptions& options, Message message, OnBegin onBegin)
    : m_program(program), m_options(options), m_summaries(std::move(message)), m_onBegin(std::move(onBegin)) {
  restart();
}

void ExplorationRecorder::restart() {
  if (m_log) {
    const std::lock_guard lock(m_log->m_mutex);
    m_log->m_void = true;
  }
  m_summaries.restart();
  m_events.clear();
  m_shown.clear();
  m_candidates.clear();
  m_kept = 0;
  m_log = std::make_shared<ExplorationLog>(m_options);
  m_log->m_states.push_back({noLogEntry, 0, 0});
  if (m_onBegin)
    m_onBegin(m_log);
}

SearchObserver* ExplorationRecorder::ofStates() {
  m_states = std::make_unique<StateRecorder>(m_program, m_options.maxStates, [this](const auto& states) {
    const std::lock_guard lock(m_log->m_mutex);
    m_log->m_search = states;
  });
  return m_states.get();
}

void ExplorationRecorder::consider(const Candidate& candidate, const ExecutionGraph& graph) {
  if (isFull()) {
    const std::lock_guard lock(m_log->m_mutex);
    m_log->m_pending += candidate.refusal == Refusal::None;
    return;
  }
  noteAdded(graph);
  m_candidates.push_back({candidate.kind, candidate.refusal, candidate.way.taken, candidate.way.outcome,
                          idOf(candidate.other), idOf(candidate.source), idOf(candidate.culprit)});
  if (candidate.refusal != Refusal::None)
    return;
  // The present graph is the one to return to. It belongs to the node being explored, or, if it changed since the last
  // action, to the node of the next action.
  const std::lock_guard lock(m_log->m_mutex);
  m_log->m_pending++;
  if (graph.changes().size() == m_path.back().changes)
    m_log->m_nodes[m_node].pending++;
  else
    m_kept++;
}

void ExplorationRecorder::record(const Action& action, const ExecutionGraph& graph) {
  if (action.kind == ActionKind::Restarted)
    return restart();
  if (isFull() || isBeyond(action.kind))
    return recordBeyond(action);
  if (action.kind == ActionKind::Began) {
    m_path.assign(1, Place{});
    m_noted = 0;
  }
  if (action.kind == ActionKind::BackedUp && !backUp(graph))
    return;
  noteAdded(graph);
  const Told told = translate(action, graph);
  const std::lock_guard lock(m_log->m_mutex);
  place(told);
  follow(graph);
  if (told.kind == ActionKind::RevisitAllowed)
    m_path.back().deleted = told.deleted;
  addStep(told, isRefusal(told.kind) ? static_cast<std::uint32_t>(m_log->m_nodes.size() - 1) : m_node);
  if (action.finished)
    finish(*action.finished);
  if (action.finished && m_states)
    m_states->showed(action.finished->number);
}

bool ExplorationRecorder::isBeyond(ActionKind kind) const {
  return (makesNode(kind) || isRefusal(kind)) && m_log->m_nodes.size() >= m_options.maxNodes;
}

// The log is full: the graphs are not followed any more.
void ExplorationRecorder::recordBeyond(const Action& action) {
  const std::lock_guard lock(m_log->m_mutex);
  m_log->m_pending -= triesAlternative(action.kind);
  m_log->m_nodesLeftOut += makesNode(action.kind) || isRefusal(action.kind);
  m_log->m_stepsLeftOut++;
  if (action.finished)
    m_last = m_summaries.of(*action.finished);
  if (action.finished && m_states)
    m_states->showed(action.finished->number);
}

ExplorationRecorder::Told ExplorationRecorder::translate(const Action& action, const ExecutionGraph& graph) {
  Told told{action.kind,
            action.refusal,
            action.alternative,
            idOf(action.event),
            idOf(action.other),
            idOf(action.source),
            idOf(action.culprit),
            {},
            {action.verdicts.begin(), action.verdicts.end()}};
  if (!told.event.valid() && action.thread.valid())
    told.event = nextEvent(action.thread, graph);
  for (const EventId deleted : action.deleted)
    told.deleted.push_back(idOf(deleted));
  // A revisit may be possible in several places: the events were deleted before the first of them.
  if (action.kind == ActionKind::Revisited) {
    told.deleted = m_path.back().deleted;
    told.verdicts.assign(told.deleted.size(), Refusal::None);
  }
  return told;
}

bool ExplorationRecorder::backUp(const ExecutionGraph& graph) {
  const std::size_t length = graph.changes().size();
  m_noted = std::min(m_noted, length);
  if (length == m_path.back().changes)
    return false;
  Place left = m_path.back();
  while (m_path.back().changes > length) {
    left = m_path.back();
    m_path.pop_back();
  }
  // If the graph went back into the middle of an action's changes, it belongs to the node that the action created.
  m_node = m_path.back().changes < length ? left.node : m_path.back().node;
  return true;
}

// Determines the node that the action belongs to, and updates the outcomes of nodes.
void ExplorationRecorder::place(const Told& told) {
  if (triesAlternative(told.kind)) {
    m_log->m_nodes[m_node].pending--;
    m_log->m_pending--;
  }
  if (isRefusal(told.kind))
    makeNode(told, NodeOutcome::Refused);
  else if (makesNode(told.kind))
    m_node = makeNode(told, NodeOutcome::Open);
  TreeNode& node = m_log->m_nodes[m_node];
  node.pending += m_kept;
  m_kept = 0;
  if (told.kind == ActionKind::Abandoned) {
    node.outcome = NodeOutcome::Abandoned;
    node.refusal = told.refusal;
  }
}

std::uint32_t ExplorationRecorder::makeNode(const Told& told, NodeOutcome outcome) {
  TreeNode node;
  if (told.kind != ActionKind::Began) {
    node.parent = m_node;
    node.depth = m_log->m_nodes[m_node].depth + 1;
  }
  node.deleted = static_cast<std::uint32_t>(told.deleted.size());
  node.event = told.event;
  node.other = told.other;
  node.source = told.source;
  node.culprit = told.culprit;
  node.kind = told.kind;
  node.refusal = told.refusal;
  node.alternative = told.alternative;
  node.outcome = outcome;
  if (m_options.steps && m_log->m_steps.size() < m_options.maxSteps)
    node.step = static_cast<std::uint32_t>(m_log->m_steps.size() + 1);
  m_log->m_nodes.push_back(node);
  return static_cast<std::uint32_t>(m_log->m_nodes.size() - 1);
}

void ExplorationRecorder::follow(const ExecutionGraph& graph) {
  const std::span<const ExecutionGraph::Change> changes = graph.changes();
  Place here{changes.size(), m_path.back().state, m_node, {}};
  if (m_options.steps && m_log->m_steps.size() < m_options.maxSteps) {
    const auto begin = static_cast<std::uint32_t>(m_log->m_changes.size());
    for (std::size_t i = m_path.back().changes; i < changes.size(); i++)
      if (const LogEventId id = idOf(changes[i].event);
          m_log->m_events[id.value()].presence == LogEvent::Presence::InGraph)
        m_log->m_changes.push_back({id, changes[i].added});
    if (const auto end = static_cast<std::uint32_t>(m_log->m_changes.size()); end > begin) {
      m_log->m_states.push_back({here.state, begin, end});
      here.state = static_cast<std::uint32_t>(m_log->m_states.size() - 1);
    }
  }
  if (here.changes > m_path.back().changes)
    m_path.push_back(std::move(here));
  else
    m_path.back().node = m_node;
}

void ExplorationRecorder::addStep(const Told& told, std::uint32_t node) {
  if (!m_options.steps || m_log->m_steps.size() >= m_options.maxSteps) {
    m_log->m_stepsLeftOut++;
    m_candidates.clear();
    return;
  }
  m_log->m_deleted.insert(m_log->m_deleted.end(), told.deleted.begin(), told.deleted.end());
  m_log->m_verdicts.insert(m_log->m_verdicts.end(), told.verdicts.begin(), told.verdicts.end());
  m_log->m_candidates.insert(m_log->m_candidates.end(), m_candidates.begin(), m_candidates.end());
  m_candidates.clear();
  m_log->m_steps.push_back({told.kind, told.refusal, told.alternative, node, m_path.back().state, told.event,
                            told.other, told.source, told.culprit, static_cast<std::uint32_t>(m_log->m_deleted.size()),
                            static_cast<std::uint32_t>(m_log->m_candidates.size())});
}

void ExplorationRecorder::finish(const Execution& execution) {
  m_last = m_summaries.of(execution);
  TreeNode& node = m_log->m_nodes[m_node];
  node.outcome = outcomeOf(execution.kind);
  node.execution = static_cast<std::uint32_t>(execution.number);
  const bool isLogged = m_options.steps && m_log->m_stepsLeftOut == 0;
  m_log->m_executions.push_back({m_last, m_node, isLogged ? m_log->m_steps.size() : 0});
}

} // namespace revisit
