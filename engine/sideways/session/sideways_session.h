// A witness from which one moves to other executions of its program. Owns the running program. Thread rule: belongs to
// one thread.
#pragma once

#include "check/report/check_report.h"
#include "goals/goal.h"
#include "sideways/session/reason.h"
#include "sideways/sideways.h"
#include "sideways/smaller.h"
#include "witness/witness.h"

#include <functional>
#include <memory>
#include <set>
#include <string>

namespace revisit {

class Opened;

struct JudgedOutcome {
  Outcome outcome;
  Judgement judgement;
  std::string value{};  // what the event sees or does then, in words; empty where it is not known
  NamedManner manner{}; // what that is called, where it has a name
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

// How much smaller the witness of an error was made.
struct Shrinking {
  std::size_t preemptionsBefore = 0, preemptions = 0; // of the schedule: a thread that could go on gives its turn away
  std::size_t eventsBefore = 0, events = 0;
  bool isFewest = false; // every schedule with fewer preemptions was explored, and does not show the error
  // Every schedule with as many preemptions was explored, too: those that show the error have no fewer events, and of
  // those with as many the inputs are the nearest to zero.
  bool isFewestEvents = false;
};

// A witness of the same error, as small as was found.
struct Shrunk {
  Witness witness;
  Shrinking sizes;
};

// The values of an input around its present one that keep the path of the execution, while the other inputs keep
// theirs. A limit that the solver could not tell is the present value: the range is at least this.
struct InputRange {
  WitnessInput input;
  std::string name;                // unique, as takeInput() takes it
  std::uint64_t low = 0, high = 0; // in the order of its type
  bool isExact = true;
  std::optional<std::uint64_t> below{}, above{}; // the nearest values on either side that change the path
};

// What a search for a goal from a moment on has found.
struct FoundGoal {
  std::optional<Witness> witness; // begins with the same events in the same order, and the goal holds later
  // Without one: an execution that has the goal but begins otherwise, or in which the goal holds earlier.
  std::optional<Witness> elsewhere;
  ExplorationCounts executions;   // that were looked at
  std::vector<CheckNote> reasons; // why not all executions were looked at; only if none was found
  bool isNowhere = false;         // no execution at all has it
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
  // The outcomes that there are at the event, not judged yet; the nearest in the schedule first. Runs nothing.
  Result<OutcomeList> candidatesAt(const EventName& event);
  // What could have happened at the event instead; the nearest ones in the schedule, at most `most`. O(most * events).
  Result<OutcomeList> outcomesAt(const EventName& event, std::size_t most = 64);
  Result<Judgement> judge(const Outcome& outcome);
  // What it is called how the event turns out, with a judged outcome, and in the execution to move from.
  NamedManner mannerOf(const Outcome& outcome, const Judgement& judgement) const;
  NamedManner mannerAt(const EventName& event) const;
  // Why it is not possible, with the events that stand against it. `timeline`: of witness(). Looks for a hint for at
  // most so many seconds, which runs the program. Fails with BadUsage when nothing stands against it.
  Result<OutcomeReason> why(const Timeline& timeline, const Outcome& outcome, double seconds = 0.5);
  // The nearest execution in which it happens is the session's from now on. Runs the program. Fails, with the reason,
  // when there is none; the session's execution is then what it was.
  Result<Move> take(const Outcome& outcome);
  // The nearest execution with this value of the input, where the path differs for the first time. Fails when the
  // witness has no such input, and when the path is the same with that value.
  Result<Move> takeInput(const std::string& name, std::uint64_t value);
  // For each input, or for those of the witness with these numbers, from 0. Asks the solver twice for each.
  Result<std::vector<InputRange>> ranges(const std::vector<std::size_t>* wanted = nullptr);
  // The execution with the same error (kind and place) and the fewest preemptions, then the fewest events, then inputs
  // near to zero or readable, that is found in this time. Leaves out preemptions of the schedule as long as the error
  // is still there, and then explores the schedules with at most as many (sequential consistency only). It is the
  // session's execution from now on. Fails when the witness has no error.
  Result<Shrunk> shrink(double seconds);
  // Looks for the goal in the executions that begin with the first `position` events of the schedule of the witness, an
  // execution of the same program, and at moments behind them; 0: in all executions. `seconds`: when to give up; 0:
  // never. The session is not in its execution afterwards (isThere). Fails when a name of the goal means nothing in any
  // execution.
  Result<FoundGoal> find(const Witness& witness, Goal goal, std::size_t position, double seconds);
  // Goes to another execution of the same program, such as one that was left before.
  Status goTo(const Witness& witness);
  // Whether the session is in its witness's execution: not after a question that was stopped or failed, until goTo().
  bool isThere() const { return m_isThere; }
  // Asked from time to time, from this thread; true: what is being done fails with Interrupted. Empty: nobody stops it.
  void stopWhen(std::function<bool()> stop);

private:
  SidewaysSession(Witness witness, std::unique_ptr<Opened> opened);
  Status returnToWitness();
  Error failed();
  EventName inGraph(const EventName& name) const;
  Result<Outcome> inGraph(Outcome outcome) const;
  std::optional<Outcome> inWitness(Outcome outcome) const;
  void addHolder(const Outcome& here, OutcomeReason& reason);
  void addUpdate(const Outcome& here, OutcomeReason& reason);
  std::optional<ReasonHint> hintFor(const Outcome& outcome, const OutcomeReason& reason, double seconds);
  std::optional<ReasonHint> isPossibleAfter(const Outcome& first, const Outcome& second);
  void noteGrown() {
    m_isPlanKnown = false;
    m_hasGrown = true;
    m_known.clear();
  }
  bool keepsError(const Execution& execution);
  Result<std::size_t> leaveOut(std::vector<Preemption> preemptions, double seconds);
  Result<GoalPrefix> prefixAt(std::size_t position) const;
  Result<std::optional<FoundGoal>> search(const Goal& goal, double seconds);
  Status searchSmaller(Smallest& smallest, double seconds);

  Witness m_witness;
  // Whether a run can be brought along the witness's own plan: not if more memory is shared by now than it says.
  bool m_isPlanKnown = true;
  std::set<std::string> m_known; // executions all of whose steps the program's cache has, by id
  bool m_hasGrown = false;       // it was so once
  bool m_isThere = false;
  bool m_isFollowed = false; // the state has followed the witness; otherwise the witness describes the state
  std::unique_ptr<Opened> m_opened;
  Sideways m_sideways;
};

// The steps of a witness's schedule.
std::vector<FollowedEvent> followed(const Witness& witness);
// The names of the first `count` of them.
std::vector<EventName> namesOf(const Witness& witness, std::size_t count);

} // namespace revisit
