// What an ExplorationLog is made of: events, steps, nodes of the tree, graphs. Plain data.
#pragma once

#include "explore/actions.h"
#include "session/witness.h"

#include <memory>
#include <optional>
#include <vector>

namespace revisit {

inline constexpr std::uint32_t noLogEntry = ~0u;

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

} // namespace revisit
