// A witness from which one moves to other executions of its program. Owns the running program. Thread rule: belongs to
// one thread.
#pragma once

#include "check/worker/worker.h"
#include "explore/ledger.h"
#include "memory/model.h"
#include "sideways/sideways.h"

#include <memory>

namespace revisit {

struct JudgedOutcome {
  Outcome outcome;
  Judgement judgement;
  std::string value; // what the event sees or does then, in words; empty where it is not known
};

struct OutcomeList {
  std::vector<JudgedOutcome> outcomes;
  std::size_t leftOut = 0; // further writes or operations that were not looked at: they are further away
};

// An execution that was gone to.
struct Move {
  Witness witness;
  std::size_t kept = 0; // events of the old execution that stayed
  EventName event;      // the event of the outcome, in the new one
};

class SidewaysSession {
public:
  // Starts the program and does the witness's execution again. Fails when the program is missing, is another build, or
  // does not do what the witness says. `timeoutSeconds`: for each move; 0: no bound.
  static Result<std::unique_ptr<SidewaysSession>> open(Witness witness, double timeoutSeconds = 0);
  ~SidewaysSession();
  SidewaysSession(const SidewaysSession&) = delete;
  SidewaysSession& operator=(const SidewaysSession&) = delete;

  // The execution to move from. Its events have the names of the session's outcomes.
  const Witness& witness() const { return m_witness; }
  // What could have happened at the event instead; the nearest ones in the schedule, at most `most`. O(most * events).
  Result<OutcomeList> outcomesAt(const EventName& event, std::size_t most = 64);
  Result<Judgement> judge(const Outcome& outcome);
  // The nearest execution in which it happens is the session's from now on. Runs the program. Fails, with the reason,
  // when there is none; the session's execution is then what it was.
  Result<Move> take(const Outcome& outcome);
  // Goes to another execution of the same program, such as one that was left before.
  Status goTo(const Witness& witness);

private:
  struct Opened;
  SidewaysSession(Witness witness, std::unique_ptr<Opened> opened);
  Status returnToWitness();
  EventName inGraph(const EventName& name) const;
  Result<Outcome> inGraph(Outcome outcome) const;
  std::optional<Outcome> inWitness(Outcome outcome) const;
  Result<Witness> describe();

  Witness m_witness;
  bool m_isFollowed = false; // the state has followed the witness; otherwise the witness describes the state
  std::unique_ptr<Opened> m_opened;
};

// The steps of a witness's schedule.
std::vector<FollowedEvent> followed(const Witness& witness);

} // namespace revisit
