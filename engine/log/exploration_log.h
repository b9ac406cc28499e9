// The record of an exploration as self-contained plain data: the tree of its executions with every alternative that
// was refused, and the steps of the algorithm with the graph after each. It holds no pointers into the exploration.
//
// The graph after a step is not stored but rebuilt from changes. Each step keeps what it added and removed and the step
// it started from, so that the steps form a tree like the exploration itself. A graph consists of the changes on the
// path from the root. Their number depends on the events of the branch, not on the length of the log. Copies of all
// graphs would take quadratic memory, and running the algorithm again would need the program. An event that was added
// many times is described only once.
//
// Thread rule: the exploration's thread writes (ExplorationRecorder); any thread may read at any time. Entries do not
// change once they can be read, except where a comment says so.
#pragma once

#include "log/execution_summary.h"
#include "log/log_entries.h"

#include <deque>
#include <mutex>

namespace revisit {

class StateLog;

struct LogOptions {
  ModelKind model = ModelKind::Sc; // of the exploration
  std::string_view algorithm;      // its name on the command line, which outlives the log; empty: not known
  bool steps = true;               // false: only the tree
  // Later steps are left out of the log and counted; the tree continues to grow. A step takes about 100 bytes.
  std::uint64_t maxSteps = 1'000'000;
  // Later nodes of the tree are left out, with their executions and steps. An execution with its nodes takes about 200
  // bytes.
  std::uint32_t maxNodes = noLogEntry;
  // Of a stateful search: the steps that its log keeps. One takes about 200 bytes, with its states.
  std::uint64_t maxStates = 1'000'000;
};

class ExplorationLog {
public:
  explicit ExplorationLog(const LogOptions& options) : m_options(options) {}

  std::string_view algorithm() const { return m_options.algorithm; }
  // Whether the exploration began again: then this log describes void executions and does not grow any more.
  bool isVoid() const;

  std::uint64_t stepCount() const; // the number of steps in the log
  std::uint64_t stepsLeftOut() const;
  std::uint32_t nodeCount() const;
  std::uint64_t nodesLeftOut() const;
  std::uint64_t executionCount() const;
  // The number of alternatives that were kept and not tried yet: the sum of `pending` over all nodes. O(1).
  std::uint64_t pendingCount() const;

  // At most `count` existing entries from the first one on. Steps and executions are numbered from 1, nodes from 0.
  std::vector<Step> steps(std::uint64_t first, std::uint64_t count) const;
  // The actions of these steps; cheaper.
  std::vector<ActionKind> actions(std::uint64_t first, std::uint64_t count) const;
  std::vector<TreeNode> nodes(std::uint32_t first, std::uint32_t count) const;
  std::vector<ExecutionSummary> executions(std::uint64_t first, std::uint64_t count) const;
  // One of them; nothing for 0 and for a number beyond the last one.
  std::optional<ExecutionSummary> execution(std::uint64_t number) const;
  // The step that finished the execution, and the node that led to it; 0 and noLogEntry when there is none.
  std::uint64_t stepOf(std::uint64_t execution) const;
  std::uint32_t nodeOf(std::uint64_t execution) const;

  // Nothing for an invalid id.
  std::optional<LogEvent> event(LogEventId id) const;
  std::vector<std::string> threadNames() const;
  // What a stateful search did; null for other algorithms, and before the search begins. Then the steps above are those
  // of the executions that were shown.
  std::shared_ptr<const StateLog> states() const;
  // The graph after the step; empty before the first step. O(events of the branch).
  LoggedGraph graphAfter(std::uint64_t step) const;
  // The graph that still contains the events that the step deleted, or would have deleted; for other steps the same as
  // graphAfter().
  LoggedGraph graphWithDeleted(std::uint64_t step) const;

private:
  friend class ExplorationRecorder;

  struct StoredStep {
    ActionKind kind;
    Refusal refusal;
    AlternativeKind alternative;
    std::uint32_t node, state;
    LogEventId event, other, source, culprit;
    // The ends of this step's part of the common lists; it begins where the previous step's part ends.
    std::uint32_t deletedEnd, candidatesEnd;
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
  // A graph, stored as changes to its parent.
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
  mutable std::mutex m_mutex; // protects everything below
  bool m_void = false;
  std::uint64_t m_stepsLeftOut = 0, m_nodesLeftOut = 0;
  std::uint64_t m_pending = 0;
  std::vector<std::string> m_threadNames;
  std::shared_ptr<const StateLog> m_search;
  // Deques, because a growing vector would block readers for a tenth of a second.
  std::deque<LogEvent> m_events;
  std::deque<StoredStep> m_steps;
  std::deque<LogEventId> m_deleted;
  std::deque<std::optional<Refusal>> m_verdicts; // of m_deleted
  std::deque<StoredCandidate> m_candidates;
  std::deque<StoredState> m_states;
  std::deque<StoredChange> m_changes;
  std::deque<TreeNode> m_nodes;
  std::deque<StoredExecution> m_executions;
};

} // namespace revisit
