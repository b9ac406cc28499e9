// The parts of an ExplorationLog: events, steps, nodes of the tree, graphs. Plain data.
#pragma once

#include "explore/actions.h"
#include "program/model_kind.h"
#include "query/axioms/axiom_edge.h"
#include "witness/witness.h"

#include <memory>
#include <optional>
#include <vector>

namespace revisit {

inline constexpr std::uint32_t noLogEntry = ~0u;

// An event as it was, or would be, when added.
struct LogEvent {
  enum class Presence : std::uint8_t {
    InGraph,
    Next,    // not added yet: its thread's next event
    Initial, // a location's initial value, which belongs to no thread
  };
  Presence presence = Presence::InGraph;
  bool displaced = false; // it displaced another operation
  WitnessEventRef self;
  std::optional<WitnessEventRef> readsFrom; // nothing: the initial value, or it does not read
  // For a write its coherence predecessor, for an operation the one before it on its object; nothing: it is the first.
  std::optional<WitnessEventRef> after;
  std::uint32_t place = noLogEntry; // the location or object that it accesses; noLogEntry: none
  std::uint32_t outcome = 0;        // of an operation with several outcomes
  // The description shown to users; its thread, index and reads-from are those above. Values that depend on inputs are
  // expressions.
  std::shared_ptr<const WitnessEvent> shown;

  // Whether it is part of a coherence order or of an object's chain.
  bool isOrdered() const { return shown->kind == LabelKind::Object || (isMemory(shown->kind) && shown->writes); }
};

using LogEventId = Id<struct LogEventTag>; // unique within one log

// Whether the action is about a revisit or displacement.
constexpr bool isRevisit(ActionKind kind) {
  switch (kind) {
  case ActionKind::RevisitAllowed:
  case ActionKind::Revisited:
  case ActionKind::RevisitRefused:
  case ActionKind::Displaced:
  case ActionKind::DisplaceRefused:
    return true;
  case ActionKind::Began:
  case ActionKind::Added:
  case ActionKind::Chose:
  case ActionKind::SkippedChoice:
  case ActionKind::Abandoned:
  case ActionKind::Finished:
  case ActionKind::BackedUp:
  case ActionKind::Restarted:
    return false;
  }
  return false;
}

// Why the memory model forbids an alternative. refused_cycle.h finds it; the log does not keep it.
struct RefusedCycle {
  struct Edge {
    AxiomRelation relation = AxiomRelation::ProgramOrder;
    WitnessEventRef from, to;
    friend bool operator==(const Edge&, const Edge&) = default;
  };
  std::vector<Edge> edges; // each begins where the one before it ends; empty: no cycle is known
  // "(1,0) write x = 1 is newer and happens before it; the cycle: (2,1) -fr-> (1,0) -hb-> (2,1)"; empty likewise.
  std::string text;
};

// An alternative for the step's event.
struct StepCandidate {
  AlternativeKind kind = AlternativeKind::ReadFrom;
  Refusal refusal = Refusal::None; // None: it is kept for later
  bool taken = false;              // Side; compare-and-swap: whether it stores
  std::uint32_t outcome = 0;
  std::optional<LogEvent> other, source, culprit; // as in Candidate
  RefusedCycle cycle{};                           // see addCycles()
};

// One action of the algorithm; the fields are those of Action.
struct Step {
  std::uint64_t number = 0; // from 1
  ActionKind kind = ActionKind::Began;
  Refusal refusal = Refusal::None;
  AlternativeKind alternative = AlternativeKind::ReadFrom;
  std::uint32_t node = 0;                                // the node of the tree that it belongs to or creates
  std::uint32_t depth = 0;                               // of that node
  std::uint64_t execution = 0;                           // the execution that the node led to; 0: none so far
  std::optional<LogEvent> event, other, source, culprit; // `event` may not have been added
  std::vector<LogEvent> deleted;                         // latest first within each thread
  std::vector<std::optional<Refusal>> verdicts;          // of these, as in Action
  std::vector<StepCandidate> candidates;
  RefusedCycle cycle{}; // of its own refusal: see addCycles()
};

enum class NodeOutcome : std::uint8_t {
  Open, // being explored, or unfinished when the exploration stopped
  Complete,
  Erroneous,
  Deadlocked,
  Blocked,
  Cut,
  Refused,   // an alternative that was not taken
  Abandoned, // another execution covers everything that it leads to
};

// A node of the tree is an alternative for an event of its parent; it was taken or refused. A taken alternative leads
// to at most one execution; further alternatives on the way to it are its children. Nodes are numbered in the order in
// which they were reached: after their parent, and the descendants of a node before its next sibling.
struct TreeNode {
  std::uint32_t parent = noLogEntry; // none: it begins with the empty graph
  std::uint32_t depth = 0;
  std::uint32_t execution = 0; // the number of the execution; 0: none. Set later
  std::uint32_t pending = 0;   // alternatives that were not tried yet. Changes over time
  // The number of events that a revisit or displacement deleted or would have deleted.
  std::uint32_t deleted = 0;
  std::uint32_t step = 0;                   // the step that created it; 0: not in the log
  LogEventId event, other, source, culprit; // as in Action
  ActionKind kind = ActionKind::Began;      // Began, Chose, Revisited, Displaced, or a refusal
  Refusal refusal = Refusal::None;
  AlternativeKind alternative = AlternativeKind::ReadFrom;
  NodeOutcome outcome = NodeOutcome::Open; // Set later
};

// The graph after a step.
struct LoggedGraph {
  ModelKind model = ModelKind::Sc;
  std::vector<std::vector<LogEvent>> threads;       // in program order
  std::vector<std::vector<WitnessEventRef>> orders; // by place: the coherence order or the chain of operations
  std::vector<WitnessEventRef> added;               // all, in the order in which they were added
};

} // namespace revisit
