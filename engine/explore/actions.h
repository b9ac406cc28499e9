// The algorithm's own steps, as data. An explorer tells a Recorder what it does and why; without one it costs nothing.
#pragma once

#include "graph/event.h"

namespace revisit {

enum class ActionKind : std::uint8_t {
  Added,          // `event` was added the default way
  Chose,          // an alternative was taken for `event` (reads from / placed after / side: see `other`)
  SkippedChoice,  // an alternative was not taken: `reason`
  Revisited,      // `other` (a write) revisits `event` (a read); `deleted` events went
  RevisitRefused, // that revisit was not done: `reason`, `culprit`
  Displaced,      // an operation takes the place of `event`; `deleted` events went
  DisplaceRefused,
  Finished, // a full execution: `execution` says how it ended
  BackedUp, // undone to an earlier graph
  Restarted // locations changed: exploration begins anew
};

enum class Reason : std::uint8_t {
  None,
  OldRead,            // `culprit`, a deleted read, does not read the coherence-latest write it could
  ReadsRevisitor,     // `culprit` reads from a write that was added later
  WriteNotLatest,     // `culprit`, a deleted write, is not coherence-latest
  WriteIsRead,        // `culprit`, a deleted write, is read by an event that stays
  OperationDisplaced, // `culprit` took another operation's place itself
  OtherOutcome,       // `culprit` did not have its first outcome
  FalseSide,          // `culprit`, a constraint taken FALSE, could be taken TRUE
  LargerNumber,       // `culprit`, an enumeration, could take a smaller number
  NotEnabled,         // the operation is not enabled in that place
  Inconsistent,       // the memory model forbids it
  AlreadyUpdated,     // another read-modify-write reads from that write
  Infeasible,         // the constraints exclude it
  SolverUnknown
};

enum class ExecutionKind : std::uint8_t { Complete, Erroneous, Deadlocked, Blocked, Cut };

struct Action {
  ActionKind kind = ActionKind::Added;
  Reason reason = Reason::None;
  EventId event, other, culprit;
  ThreadId thread;
  std::uint32_t deleted = 0;
  std::uint64_t number = 0; // Chose on an enumeration: the number; on a side: 0 or 1
  ExecutionKind execution = ExecutionKind::Complete;
};

class ExecutionGraph;

class Recorder {
public:
  virtual ~Recorder() = default;
  // The graph is the one after the action.
  virtual void record(const Action& action, const ExecutionGraph& graph) = 0;
};

} // namespace revisit
