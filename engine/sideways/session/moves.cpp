#include "sideways/session/moves.h"

#include "query/timeline/path_condition.h"
#include "sideways/session/endings.h"
#include "sideways/session/event_names.h"

namespace revisit {

Result<std::unique_ptr<Moves>> Moves::open(Trail& trail, double timeoutSeconds) {
  Result<std::unique_ptr<SidewaysSession>> session = SidewaysSession::open(trail.witness(), timeoutSeconds);
  if (!session)
    return session.error();
  return std::unique_ptr<Moves>(new Moves(trail, std::move(*session)));
}

Result<const Timeline*> Moves::timeline() {
  if (!m_timeline || m_timelineOf != m_trail.present()) {
    Result<Timeline> made = Timeline::make(m_trail.witness());
    if (!made)
      return made.error();
    m_timeline = std::move(*made);
    m_timelineOf = m_trail.present();
  }
  return &*m_timeline;
}

// The session may be in another execution, where a preview has led it.
Status Moves::arrive() {
  if (m_session->witness().executionId == m_trail.witness().executionId && m_session->isThere())
    return Done{};
  return m_session->goTo(m_trail.witness());
}

Result<OutcomeList> Moves::outcomesAt(const EventName& event, std::size_t most) {
  if (const Status there = arrive(); !there)
    return there.error();
  return m_session->outcomesAt(event, most);
}

Result<Outcome> Moves::outcomeOf(const EventName& event, const OutcomeRequest& request) {
  if (const Status there = arrive(); !there)
    return there.error();
  const Result<const Timeline*> here = timeline();
  if (!here)
    return here.error();
  return revisit::outcomeOf(*m_session, *here.value(), event, request);
}

Result<Preview> Moves::preview(const Outcome& outcome) {
  if (m_looked && m_looked->from == m_trail.present() && m_looked->outcome == outcome)
    return m_looked->preview;
  if (const Status there = arrive(); !there)
    return there.error();
  Result<Move> move = m_session->take(outcome);
  if (!move)
    return move.error();
  Preview preview{std::move(*move), ""};
  preview.ending = shortEnding(preview.move.witness);
  m_looked = Looked{m_trail.present(), outcome, preview};
  return preview;
}

Result<std::vector<std::string>> Moves::endingsOf(const OutcomeList& list) {
  std::vector<std::string> endings;
  for (const JudgedOutcome& one : list.outcomes) {
    std::string& ending = endings.emplace_back();
    if (one.judgement.verdict != Verdict::Possible)
      continue;
    const Result<Preview> there = preview(one.outcome);
    if (!there && there.error().code != ErrorCode::NotFound)
      return there.error();
    ending = there ? there.value().ending : there.error().what;
  }
  return endings;
}

Result<OutcomeReason> Moves::why(const Outcome& outcome, double seconds) {
  if (const Status there = arrive(); !there)
    return there.error();
  const Result<const Timeline*> here = timeline();
  if (!here)
    return here.error();
  return m_session->why(*here.value(), outcome, seconds);
}

Result<std::vector<InputRange>> Moves::ranges() {
  if (const Status there = arrive(); !there)
    return there.error();
  return m_session->ranges();
}

Result<std::vector<InputRange>> Moves::rangesAt(const EventName& event) {
  const Result<const Timeline*> here = timeline();
  if (!here)
    return here.error();
  const std::optional<EventNumber> number = numberOf(*here.value(), event);
  const Witness& witness = here.value()->witness();
  if (!number || here.value()->event(*number).condition.empty())
    return std::vector<InputRange>();
  const std::vector<std::size_t> inputs = inputsIn(witness.inputs, here.value()->event(*number).condition);
  if (const Status there = arrive(); !there)
    return there.error();
  return m_session->ranges(&inputs);
}

Move Moves::arriveAt(Move move, const std::string& taken) {
  m_history.remember(m_trail.present());
  m_trail.setPresent(m_trail.add(move.witness, taken));
  return move;
}

Result<Move> Moves::take(const Outcome& outcome, const std::string& taken) {
  Result<Preview> there = preview(outcome);
  if (!there)
    return there.error();
  return arriveAt(std::move(there->move), taken.empty() ? optionOf(outcome) : taken);
}

Result<Move> Moves::takeInput(const std::string& name, std::uint64_t value) {
  if (const Status there = arrive(); !there)
    return there.error();
  Result<Move> move = m_session->takeInput(name, value);
  if (!move)
    return move.error();
  return arriveAt(std::move(*move), name + "=" + std::to_string(value));
}

Result<FoundGoal> Moves::find(Goal goal, std::size_t position, double seconds) {
  return m_session->find(m_trail.witness(), std::move(goal), position, seconds);
}

Status Moves::goTo(std::size_t execution) {
  if (execution >= m_trail.executions().size())
    return Error{ErrorCode::BadUsage, std::to_string(execution + 1), "the trail has no such execution"};
  m_history.remember(m_trail.present());
  m_trail.setPresent(execution);
  return Done{};
}

Status Moves::undo() {
  const std::size_t* const before = m_history.past();
  if (!before)
    return Error{ErrorCode::BadUsage, "", "there is no move to take back"};
  const std::size_t from = m_trail.present();
  m_trail.setPresent(*before);
  m_history.undone(from);
  return Done{};
}

Status Moves::redo() {
  const std::size_t* const after = m_history.future();
  if (!after)
    return Error{ErrorCode::BadUsage, "", "there is no move to do again"};
  const std::size_t from = m_trail.present();
  m_trail.setPresent(*after);
  m_history.redone(from);
  return Done{};
}

} // namespace revisit
