// What could have happened at an event of an execution instead of what did: an outcome. Plain data.
#pragma once

#include "sideways/manner.h"
#include "sideways/past.h"

#include <string>

namespace revisit {

enum class OutcomeKind : std::uint8_t {
  ReadsFrom, // a read or an update reads from `other`; an update that only reads, or stores, as `way` says
  Before,    // a write or an operation on an object comes before `other` in coherence, or in the chain of the object
  After,     // it comes after `other`
  Takes      // it happens in this `way`: the side of a condition, a number, the outcome of an operation
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::ReadsFrom;
  EventName event; // of the execution, or the next step of a thread that waits at its end
  EventName other; // ReadsFrom: no event stands for the first value of the location
  Way way;
  NamedManner manner; // Takes: what the way is called
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

enum class Verdict : std::uint8_t {
  Possible,
  SameExecution, // it is what happened, or nothing can tell it from that
  Impossible,    // no execution that begins like this one has it
  NotKnown       // for a reason of the tool
};

// Why an outcome is impossible, or not known.
enum class Obstacle : std::uint8_t {
  None,
  ComesAfter,     // `other` comes after the event in every such execution: it depends on it
  ComesBefore,    // `other` comes before the event in every such execution: the event depends on it
  Overwritten,    // the memory model: another write must come between them
  AlreadyUpdated, // an update reads from `other`, and nothing may come between them
  NotEnabled,     // the operation would wait there
  Conditions,     // the conditions on the inputs rule it out
  Search,         // there are too many orders of coherence to try
  Solver,         // the solver gave up
  Program         // the program could not be followed there
};

struct Judgement {
  Verdict verdict = Verdict::NotKnown;
  Obstacle obstacle = Obstacle::None;
  // Possible: what the event sees, and what it leaves in its location.
  Observation seen;
  Value written;
  bool sameValue = false; // it sees and does what it saw and did: the thread cannot tell
};

} // namespace revisit
