// What an exploration did, as plain data that stands on its own: the tree of its executions with every alternative that
// was refused, and the steps of the algorithm with the graph after each. Nothing in it points into the exploration.
//
// The graph after a step is not stored but rebuilt from changes. Each step keeps what it added and removed and the step
// it started from, so that the steps form a tree like the exploration itself, and a graph is the changes on the way
// from the root: as many as the events of the branch, whatever the length of the log. A copy of every graph would take
// the square of that in memory; running the algorithm again would need the program. An event that was added many times
// is described once.
//
// Thread rule: the exploration's thread writes (ExplorationRecorder); any thread may read at any time. What was read
// stays true: nothing is changed but what says so.
#pragma once

#include "session/execution_summary.h"
#include "session/log_entries.h"

#include <deque>
#include <mutex>

namespace revisit {

struct LogOptions {
  bool steps = true; // false: the tree alone
  // Steps beyond are left out of the log, and counted; the tree goes on. A step takes some 100 bytes.
  std::uint64_t maxSteps = 1'000'000;
  // Nodes of the tree beyond, and their executions and steps, are left out too. An execution with its nodes takes some
  // 200 bytes.
  std::uint32_t maxNodes = noLogEntry;
};

class ExplorationLog {
public:
  explicit ExplorationLog(const LogOptions& options) : m_options(options) {}

  // Whether the exploration began anew: this log is of executions that are void, and will not grow any more.
  bool isVoid() const;

  std::uint64_t stepCount() const; // in the log
  std::uint64_t stepsLeftOut() const;
  std::uint32_t nodeCount() const;
  std::uint64_t nodesLeftOut() const;
  std::uint64_t executionCount() const;
  // Alternatives that were kept and not tried yet: the sum of `pending` of all nodes. O(1).
  std::uint64_t pendingCount() const;

  // Those from the first one on that are there, at most `count`. Steps and executions are numbered from 1, nodes from
  // 0.
  std::vector<Step> steps(std::uint64_t first, std::uint64_t count) const;
  std::vector<ActionKind> actions(std::uint64_t first, std::uint64_t count) const; // of the steps; cheaper
  std::vector<TreeNode> nodes(std::uint32_t first, std::uint32_t count) const;
  std::vector<ExecutionSummary> executions(std::uint64_t first, std::uint64_t count) const;
  // The step that finished the execution, and the node that led to it; 0 and noLogEntry when there is none.
  std::uint64_t stepOf(std::uint64_t execution) const;
  std::uint32_t nodeOf(std::uint64_t execution) const;

  // Nothing for an id that is not valid.
  std::optional<LogEvent> event(LogEventId id) const;
  std::vector<std::string> threadNames() const;
  // The graph after the step, empty before the first. O(events of the branch).
  LoggedGraph graphAfter(std::uint64_t step) const;
  // The graph in which what the step deleted, or would have deleted, still is; for other steps as graphAfter().
  LoggedGraph graphWithDeleted(std::uint64_t step) const;

private:
  friend class ExplorationRecorder;

  struct StoredStep {
    ActionKind kind;
    Refusal refusal;
    AlternativeKind alternative;
    std::uint32_t node, state;
    LogEventId event, other, source, culprit;
    std::uint32_t deletedEnd, candidatesEnd; // where they end in the lists of all; they begin where those before end
  };
  struct StoredCandidate {
    AlternativeKind kind;
    Refusal refusal;
    bool taken;
    std::uint32_t outcome;
    LogEventId other, source, culprit;
  };
  struct StoredChange {
    LogEventId event;
    bool added;
  };
  // A graph: the parent's with these changes.
  struct StoredState {
    std::uint32_t parent;
    std::uint32_t changesBegin, changesEnd;
  };
  struct StoredExecution {
    ExecutionSummary summary;
    std::uint32_t node;
    std::uint64_t step;
  };

  std::optional<LogEvent> eventAt(LogEventId id) const;
  Step stepAt(std::uint64_t number) const;
  LoggedGraph graphOf(std::uint32_t state) const;
  std::uint32_t stateWithDeleted(std::uint64_t step) const;

  const LogOptions m_options;
  mutable std::mutex m_mutex; // of all below
  bool m_void = false;
  std::uint64_t m_stepsLeftOut = 0, m_nodesLeftOut = 0;
  std::uint64_t m_pending = 0;
  std::vector<std::string> m_threadNames;
  // Deques: what a vector does when it grows would keep readers waiting for a tenth of a second.
  std::deque<LogEvent> m_events;
  std::deque<StoredStep> m_steps;
  std::deque<LogEventId> m_deleted;
  std::deque<StoredCandidate> m_candidates;
  std::deque<StoredState> m_states;
  std::deque<StoredChange> m_changes;
  std::deque<TreeNode> m_nodes;
  std::deque<StoredExecution> m_executions;
};

} // namespace revisit
