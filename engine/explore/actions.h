// The algorithm's own steps, as data. An explorer tells a Recorder what it does and why; without one it costs nothing.
#pragma once

#include "graph/event.h"

#include <span>

namespace revisit {

class ExecutionGraph;
struct Execution;

enum class ActionKind : std::uint8_t {
  Began,           // the graph is empty; an execution begins, every choice the default way
  Added,           // `event` was added the default way
  Chose,           // an alternative was taken: `event` was added, reading from or placed after `other` if it does that
  SkippedChoice,   // an alternative was not taken: `refusal`
  RevisitAllowed,  // the thread's next event may revisit the read `other`: the `deleted` events went
  Revisited,       // `event`, a write or an update, was added and `other`, a read, added again: it reads from `event`
  RevisitRefused,  // the thread's next event may not revisit the read `other`: `refusal`, `culprit`
  Displaced,       // `event` was added in the place of the operation `other`; the `deleted` events went
  DisplaceRefused, // the thread's next event may not take the place of the operation `other`: `refusal`, `culprit`
  Abandoned,       // the graph leads to nothing that another does not show: `refusal`
  Finished,        // a full execution: `finished`
  BackedUp,        // undone to an earlier graph
  Restarted        // locations changed: everything so far is void, exploration begins anew
};

// Why something was not done.
enum class Refusal : std::uint8_t {
  None,
  // A revisit or displacement would delete `culprit`, which was not added the default way.
  OldRead,            // a read that does not read the coherence-latest write it could
  ReadsRevisitor,     // it reads from a write that was added later
  WriteNotLatest,     // a write that is not coherence-latest
  WriteIsRead,        // a write that is read by an event that stays
  OperationDisplaced, // it took another operation's place itself
  OtherOutcome,       // an operation that did not have its first outcome
  FalseSide,          // a constraint taken FALSE that could be taken TRUE
  LargerNumber,       // an enumeration that could take a smaller number
  // Other rules.
  NotEnabled,     // the operation is not enabled in that place
  Inconsistent,   // the memory model forbids it: `culprit` is newer and comes before the event, or the revisited read
  ComesBefore,    // what would be revisited or displaced is a cause of the thread's next event
  AlreadyUpdated, // another read-modify-write, `culprit`, reads from that write
  Infeasible,     // the constraints exclude it
  ShowsNothing,   // a false assume before there is any other thread
  StaleRound,     // a round of a waiting loop read an old write; the thread would look again
  SectionBroken,  // other events come between those of an atomic section
  NoWriterWaits,  // `culprit` made way for a writer that cannot be waiting then
  MetBefore,      // the search came to it before, with a smaller bound
  SolverUnknown
};

// What can be done otherwise about a thread's next event.
enum class AlternativeKind : std::uint8_t {
  ReadFrom,   // read from another write
  PlaceAfter, // another place in coherence
  Side,       // the other side of a condition
  Number,     // a larger number
  Outcome,    // another outcome of an object operation
  Revisit,    // revisit a read
  RevisitAt,  // the same, deletion done: where the write goes
  Displace,   // take the place of another operation
  Turn        // another thread takes the next step
};

// An alternative for the event that is added next, or for the waiting operation of a finished execution.
struct Candidate {
  AlternativeKind kind = AlternativeKind::ReadFrom;
  Refusal refusal = Refusal::None; // None: it is kept for later
  ThreadId thread;                 // whose next event it is about
  EventId other;                   // what it would read from, be placed after, revisit or displace
  EventId source;                  // Revisit by a read-modify-write: what that reads from
  EventId culprit;                 // as the refusal says
  bool taken = false;              // Side; compare-and-swap: whether it stores
  std::uint32_t outcome = 0;
};

struct Action {
  ActionKind kind = ActionKind::Added;
  Refusal refusal = Refusal::None;
  AlternativeKind alternative = AlternativeKind::ReadFrom; // of Chose and SkippedChoice
  ThreadId thread;                                         // whose next event it is about
  EventId event;                                           // that event, once it is in the graph
  EventId other, source, culprit;                          // as for Candidate
  std::span<const EventId> deleted;                        // events that went, or would go; valid during the call
  const Execution* finished = nullptr;                     // Finished; valid during the call
};

class Recorder {
public:
  virtual ~Recorder() = default;
  // Told before the action that adds the event in question, or finishes the execution; the graph is as it is then.
  virtual void consider(const Candidate&, const ExecutionGraph&) {}
  // The graph is the one after the action; of a refused revisit or displacement the one where it was tried.
  virtual void record(const Action& action, const ExecutionGraph& graph) = 0;
};

} // namespace revisit
