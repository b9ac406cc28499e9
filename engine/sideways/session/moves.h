// Everything that a window, a debugger or the command line needs to move between executions: the outcomes at an event,
// where one of them leads, why another one is impossible, going there and back. It knows neither views nor debuggers;
// the process that it runs is its own, and nobody sees it.
//
// Events have the names of the trail's present execution. A move that was made by other means (Trail::setPresent, a
// debugger's undo) is followed at the next question.
//
// Thread rule: belongs to one thread, which need not be that of the interface. Only `stopWhen` of the questions is
// asked while one is answered; it may read what other threads write.
//
// Cost of the functions that are marked so: [runs] the events of the execution a few times, and runs of the program
// where it comes to something new, or to an execution that this object has not been in. The others run nothing.
#pragma once

#include "sideways/session/outcome_request.h"
#include "sideways/session/trail.h"

namespace revisit {

// Where an outcome leads.
struct Preview {
  Move move;
  std::string ending; // how the execution ends: "complete: nothing is wrong"
};

class Moves {
public:
  using Stop = std::function<bool()>;

  // Starts the program. The trail must live as long; its present execution is the one to move from. `timeoutSeconds`:
  // for each question; 0: no bound. Fails as SidewaysSession::open. [runs]
  static Result<std::unique_ptr<Moves>> open(Trail& trail, double timeoutSeconds = 60);

  const Trail& trail() const { return m_trail; }
  // Of the present execution. O(events log events) once for each execution. Fails as Timeline::make.
  Result<const Timeline*> timeline();

  // --- Questions. The present execution stays. All fail with Interrupted when they are stopped or reach the time
  // bound, and may be asked again then.
  // What could have happened at the event instead; the nearest ones in the schedule, at most `most`. [runs]
  Result<OutcomeList> outcomesAt(const EventName& event, std::size_t most = 64);
  // The outcome that a user means. Fails with BadUsage or NotFound, with the reason. [runs]
  Result<Outcome> outcomeOf(const EventName& event, const OutcomeRequest& request);
  // Where the outcome leads; taking it afterwards costs nothing. Fails with NotFound when it leads nowhere. [runs]
  Result<Preview> preview(const Outcome& outcome);
  // By outcome of the list: how the execution ends with it, or why there is none; empty where it is not possible.
  // [runs]
  Result<std::vector<std::string>> endingsOf(const OutcomeList& list);
  // Why it is not possible, within about `seconds` for a hint, and half a second for conditions. [runs]
  Result<OutcomeReason> why(const Outcome& outcome, double seconds = 0.5);
  // The values of the inputs that keep the path. [runs]
  Result<std::vector<InputRange>> ranges();
  // The same for the inputs that the event decides on; none for an event that decides on no input. [runs]
  Result<std::vector<InputRange>> rangesAt(const EventName& event);
  // The goal in executions that begin with the first `position` events of the present one, as
  // SidewaysSession::find. Explores [runs].
  Result<FoundGoal> find(Goal goal, std::size_t position, double seconds);
  // Asked from time to time while a question is answered; true: it ends with Interrupted. Empty: nobody stops it.
  void stopWhen(Stop stop) { m_session->stopWhen(std::move(stop)); }

  // --- Moves. The execution that was gone to is the trail's present one.
  // `taken`: what happens instead, in words; empty: as optionOf() says it. [runs]
  Result<Move> take(const Outcome& outcome, const std::string& taken = "");
  // With this value of the input, where the path differs for the first time. [runs]
  Result<Move> takeInput(const std::string& name, std::uint64_t value);
  // To an execution of the trail. Fails with BadUsage when it has no such one.
  Status goTo(std::size_t execution);
  // Go to the execution before the last move, and again to the one that was left by undo(). Fail with BadUsage where
  // there is none.
  Status undo();
  Status redo();

private:
  Moves(Trail& trail, std::unique_ptr<SidewaysSession> session) : m_trail(trail), m_session(std::move(session)) {}
  Status arrive();
  Move arriveAt(Move move, const std::string& taken);

  Trail& m_trail;
  std::unique_ptr<SidewaysSession> m_session;
  History<std::size_t> m_history;
  std::optional<Timeline> m_timeline;
  std::size_t m_timelineOf = 0;
  // What was looked at last, and from which execution.
  struct Looked {
    std::size_t from;
    Outcome outcome;
    Preview preview;
  };
  std::optional<Looked> m_looked;
};

} // namespace revisit
