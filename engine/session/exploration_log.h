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

#include "explore/actions.h"
#include "session/execution_summary.h"
#include "session/witness.h"

#include <deque>
#include <mutex>

namespace revisit {

inline constexpr std::uint32_t noLogEntry = ~0u;

struct LogOptions {
  bool steps = true; // false: the tree alone
  // Steps beyond are left out of the log, and counted; the tree goes on. A step takes some 100 bytes.
  std::uint64_t maxSteps = 1'000'000;
  // Nodes of the tree beyond, and their executions and steps, are left out too. An execution with its nodes takes some
  // 200 bytes.
  std::uint32_t maxNodes = noLogEntry;
};

// An event as it was when it was added, or would be.
struct LogEvent {
  enum class Presence : std::uint8_t {
    InGraph,
    Next,    // not added yet: what its thread does next
    Initial, // a location's initial value; it is of no thread
  };
  Presence presence = Presence::InGraph;
  bool displaced = false; // it took the place of another operation
  WitnessEventRef self;
  std::optional<WitnessEventRef> readsFrom; // nothing: the initial value, or it does not read
  // The coherence predecessor of a write, the chain predecessor of an operation; nothing: it is the first.
  std::optional<WitnessEventRef> after;
  std::uint32_t place = noLogEntry; // the location or object that it is done to; noLogEntry: none
  std::uint32_t outcome = 0;        // of an operation that has several: which
  // What people are shown; its thread, index and reads-from are those of above. Values that depend on inputs are
  // expressions.
  std::shared_ptr<const WitnessEvent> shown;

  // Whether it is part of a coherence order or a chain.
  bool isOrdered() const { return shown->kind == LabelKind::Object || (isMemory(shown->kind) && shown->writes); }
};

using LogEventId = Id<struct LogEventTag>; // of one log

// Something that can be done otherwise about the step's event.
struct StepCandidate {
  AlternativeKind kind = AlternativeKind::ReadFrom;
  Refusal refusal = Refusal::None; // None: it is kept for later
  bool taken = false;              // Side; compare-and-swap: whether it stores
  std::uint32_t outcome = 0;
  std::optional<LogEvent> other, source, culprit; // as in Candidate
};

// One action of the algorithm; the fields are those of Action.
struct Step {
  std::uint64_t number = 0; // from 1
  ActionKind kind = ActionKind::Began;
  Refusal refusal = Refusal::None;
  AlternativeKind alternative = AlternativeKind::ReadFrom;
  std::uint32_t node = 0;                                // of the tree: the one it belongs to, or makes
  std::uint32_t depth = 0;                               // of that node
  std::uint64_t execution = 0;                           // the one that the node led to; 0: none, or not yet
  std::optional<LogEvent> event, other, source, culprit; // `event` may be one that would be added
  std::vector<LogEvent> deleted;                         // latest first within each thread
  std::vector<StepCandidate> candidates;
};

enum class NodeOutcome : std::uint8_t {
  Open, // being explored, or left when the exploration stopped
  Complete,
  Erroneous,
  Deadlocked,
  Blocked,
  Cut,
  Refused,   // an alternative that was not taken
  Abandoned, // it leads to nothing that another does not show
};

// A node of the tree is an alternative: of an event of its parent, taken or refused. Those taken lead to at most one
// execution; its further alternatives are the children. Nodes are numbered in the order in which they were met: each
// behind its parent, the descendants of a node before its next sibling.
struct TreeNode {
  std::uint32_t parent = noLogEntry; // none: it begins with the empty graph
  std::uint32_t depth = 0;
  std::uint32_t execution = 0;              // number; 0: none. Set later
  std::uint32_t pending = 0;                // its alternatives that were not tried yet. Changes
  std::uint32_t deleted = 0;                // how many events a revisit or displacement deleted, or would have
  std::uint32_t step = 0;                   // that made it; 0: not in the log
  LogEventId event, other, source, culprit; // as in Action
  ActionKind kind = ActionKind::Began;      // Began, Chose, Revisited, Displaced, or a refusal
  Refusal refusal = Refusal::None;
  AlternativeKind alternative = AlternativeKind::ReadFrom;
  NodeOutcome outcome = NodeOutcome::Open; // Set later
};

// The graph after a step.
struct LoggedGraph {
  std::vector<std::vector<LogEvent>> threads;       // by thread, in program order
  std::vector<std::vector<WitnessEventRef>> orders; // by place: the coherence order or the chain
  std::vector<WitnessEventRef> added;               // all, in the order in which they were added
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
