// The steps of an exploration algorithm, as data. An explorer reports to a Recorder what it does and why. Without a
// recorder this costs nothing.
#pragma once

#include "explore/steps/way.h"
#include "graph/event.h"

#include <optional>
#include <span>

namespace revisit {

class ExecutionGraph;
class SearchObserver;
struct Execution;

enum class ActionKind : std::uint8_t {
  Began, // the graph is empty; an execution begins with default choices
  Added, // `event` was added by the default choice
  // An alternative was taken: `event` was added; it reads from `other` or is placed after it in coherence, if either
  // applies.
  Chose,
  SkippedChoice,  // an alternative was not taken: `refusal` says why
  RevisitAllowed, // the thread's next event may revisit the read `other`: the events `deleted` were removed
  // `event`, a write or an update, was added, and the read `other` was added again: it now reads from `event`.
  Revisited,
  RevisitRefused, // the thread's next event may not revisit the read `other`: see `refusal` and `culprit`
  Displaced,      // `event` was added in the place of the operation `other`; the events `deleted` were removed
  // The thread's next event may not take the place of the operation `other`: see `refusal` and `culprit`.
  DisplaceRefused,
  Abandoned, // the graph was given up because another graph covers it: `refusal` says why
  Finished,  // a full execution: `finished`
  BackedUp,  // the graph was undone to an earlier one
  Restarted  // the locations changed: all results so far are void, and the exploration begins again
};

// Why an alternative was refused.
enum class Refusal : std::uint8_t {
  None,
  // A revisit or displacement would delete `culprit`, which is not maximal (it was not added by the default choice):
  OldRead,            // a read that does not read from the coherence-latest write available to it
  ReadsRevisitor,     // a read of a write that was added later
  WriteNotLatest,     // a write that is not coherence-latest
  WriteIsRead,        // a write that is read by an event that stays
  OperationDisplaced, // an operation that itself took another operation's place
  OtherOutcome,       // an operation that did not have its first outcome
  FalseSide,          // a constraint taken FALSE that could be TRUE
  LargerNumber,       // an enumeration that could have a smaller number
  // Other rules.
  NotEnabled, // the operation is not enabled in that place
  // The memory model forbids it: `culprit` is newer and comes before the event or before the revisited read.
  Inconsistent,
  ComesBefore,    // what would be revisited or displaced happens before the thread's next event
  AlreadyUpdated, // another read-modify-write, `culprit`, reads from that write
  Infeasible,     // the constraints exclude it
  ShowsNothing,   // a false assume while no other thread exists
  StaleRound,     // a round of a waiting loop read an old write; the thread would read again
  SectionBroken,  // other events come between those of an atomic section
  // The operation `culprit` failed because of a waiting writer, but no writer can be waiting at that point.
  NoWriterWaits,
  MetBefore, // the search reached it before, with a smaller bound
  // No order of the updates that store what they read is consistent, or too many were to be tried: silent_updates.h.
  NoSilentOrder,
  SolverUnknown
};

// The ways in which a thread's next event can differ from the default choice.
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
  Refusal refusal = Refusal::None; // None: the alternative is kept for later
  ThreadId thread;                 // the thread whose next event this is about
  EventId other;                   // the event to read from, to be placed after, to revisit or to displace
  EventId source;                  // Revisit by a read-modify-write: the write that it reads from
  EventId culprit;                 // as in Refusal
  Way way;                         // Side, Outcome; mayOnlyRead(): whether it stores
};

struct Action {
  ActionKind kind = ActionKind::Added;
  Refusal refusal = Refusal::None;
  AlternativeKind alternative = AlternativeKind::ReadFrom; // of Chose and SkippedChoice
  ThreadId thread;                                         // the thread whose next event this is about
  EventId event;                                           // that event, once it is in the graph
  EventId other, source, culprit;                          // as for Candidate
  // The events that were or would be deleted; valid during the call. How each was judged: None: it is maximal; nothing:
  // it was not judged, since another one decides and it would take the solver.
  std::span<const EventId> deleted;
  std::span<const std::optional<Refusal>> verdicts;
  const Execution* finished = nullptr; // Finished; valid during the call
};

class Recorder {
public:
  virtual ~Recorder() = default;
  // Called before the action that adds the event in question or that finishes the execution. The graph is still the one
  // before that action.
  virtual void consider(const Candidate&, const ExecutionGraph&) {}
  // Called after the action, with the resulting graph. For a refused revisit or displacement it is the graph on which
  // it was tried.
  virtual void record(const Action& action, const ExecutionGraph& graph) = 0;
  // The observer of a stateful search; null when there is none.
  virtual SearchObserver* ofStates() { return nullptr; }
};

// Tells the recorder, if there is one.
inline void tell(Recorder* recorder, const Action& action, const ExecutionGraph& graph) {
  if (recorder)
    recorder->record(action, graph);
}

} // namespace revisit
