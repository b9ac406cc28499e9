#include "sideways.h"

#include "model/text.h"
#include "sideways/session/endings.h"
#include "sideways/session/event_names.h"
#include "sideways/session/outcome_edge.h"

#include <fmt/format.h>

#include <filesystem>

namespace revisit::gui {
namespace {

constexpr int delayMs = 150, slowMs = 300;
constexpr double secondsForGoal = 600;

// Executions with the same one are of one program with the same options.
std::shared_ptr<const void> followedProgram(const ExecutionPointer& execution) {
  if (const auto& log = execution->origin().log)
    return log;
  return trailOf(execution).front();
}

// "sensor-1a2b3c4d.revisit", as the command line names what was taken.
std::string takenName(const Execution& from, const Witness& witness) {
  const std::filesystem::path path = std::filesystem::path(from.path()).filename();
  return fmt::format("{}-{}{}", path.stem().string(), witness.executionId.substr(0, 8), path.extension().string());
}

Result<ExecutionPointer> arrivedAt(const ExecutionPointer& from, Timeline timeline, ExecutionMove move) {
  ExecutionOrigin origin{from->origin().log, 0, 0, from->origin().program, std::move(move)};
  const ExecutionPointer first = trailOf(from).front();
  std::string name = takenName(*first, timeline.witness());
  return std::make_shared<const Execution>(std::move(name), std::move(timeline), std::move(origin));
}

Result<Otherwise> outcomesAt(Moves& moves, const Timeline& timeline, const EventName& event) {
  Result<OutcomeList> list = moves.outcomesAt(event);
  if (!list)
    return list.error();
  Result<std::vector<InputRange>> inputs = moves.rangesAt(event);
  if (!inputs)
    return inputs.error();
  Otherwise otherwise{std::move(*list), {}, {}, std::move(*inputs), {}};
  otherwise.rows = outcomeRows(timeline, otherwise.list, false);
  for (OutcomeRow& row : outcomeRows(timeline, otherwise.list, true))
    if (otherwise.list.outcomes[row.first].judgement.verdict == Verdict::Impossible)
      otherwise.impossible.push_back(std::move(row));
  return otherwise;
}

// `left`: the event that turns out otherwise; nothing: a step that its thread waited to take.
Result<ExecutionPointer> arriveBy(Move move, const ExecutionPointer& from, std::optional<EventNumber> left,
                                  const std::function<std::string(const Timeline&)>& words) {
  Result<Timeline> timeline = Timeline::make(std::move(move.witness));
  if (!timeline)
    return timeline.error();
  const std::optional<EventNumber> arrived = numberOf(timeline.value(), move.event);
  std::string taken = words(timeline.value());
  return arrivedAt(from, std::move(*timeline), {from, left, arrived, std::move(taken)});
}

Result<ExecutionPointer> take(Moves& moves, const ExecutionPointer& from, const Outcome& outcome) {
  Result<Preview> there = moves.preview(outcome);
  if (!there)
    return there.error();
  const EventName event = there.value().move.event;
  return arriveBy(std::move(there.value().move), from, numberOf(from->timeline(), outcome.event),
                  [&](const Timeline& timeline) { return takenWords(from->timeline(), outcome, timeline, event); });
}

QString notFoundText(const FoundGoal& found, SchedulePosition position) {
  QString text = fromText(notFoundWords(found, position));
  text.front() = text.front().toUpper();
  return found.elsewhere ? text + QObject::tr("\nIt holds in executions that begin otherwise.") : text;
}

} // namespace

// An execution, a sentence, or what could have happened.
struct Sideways::Reply {
  std::optional<Otherwise> otherwise{};
  ExecutionPointer execution{};
  QString text{};
};

struct Sideways::Work {
  std::shared_ptr<const void> program;
  std::optional<Trail> trail; // of the session, not what the user sees
  std::unique_ptr<Moves> moves;

  Result<Reply> answer(const ExecutionPointer& from, const Question& question, Moves::Stop stop) {
    if (!moves || program != followedProgram(from)) {
      moves.reset();
      trail.emplace(from->witness());
      Result<std::unique_ptr<Moves>> opened = Moves::open(*trail);
      if (!opened)
        return opened.error();
      moves = std::move(*opened);
      program = followedProgram(from);
    }
    trail->setPresent(trail->addInOrder(from->witness(), ""));
    moves->stopWhen(std::move(stop));
    Result<Reply> reply = question(*moves, from);
    if (!reply && reply.error().code == ErrorCode::TargetFailed)
      moves.reset(); // the program may be in any state
    return reply;
  }
};

Sideways::Sideways(SelectionModel& selection, QObject* parent)
    : QObject(parent), m_selection(selection), m_work(std::make_shared<Work>()) {
  m_thread.setMaxThreadCount(1);
  m_thread.setExpiryTimeout(-1);
  m_delay.setSingleShot(true);
  m_delay.setInterval(delayMs);
  m_slow.setSingleShot(true);
  m_slow.setInterval(slowMs);
  connect(&m_delay, &QTimer::timeout, this, &Sideways::askOutcomes);
  connect(&m_slow, &QTimer::timeout, this, [this] {
    m_isSlow = true;
    emit changed();
  });
  connect(&selection, &SelectionModel::executionChanged, this, &Sideways::follow);
  connect(&selection, &SelectionModel::eventChanged, this, &Sideways::follow);
}

Sideways::~Sideways() {
  m_latest++;
  m_thread.waitForDone();
}

void Sideways::want(bool isWanted) {
  if (std::exchange(m_isWanted, isWanted) != isWanted && m_asked == Asked::Nothing)
    follow();
}

// What is looked for with a goal goes on while the user looks around.
void Sideways::follow() {
  if (isFinding())
    return;
  forget();
  if (otherwise())
    return;
  m_otherwise.reset();
  const ExecutionPointer& execution = m_selection.execution();
  if (m_isWanted && execution && execution->isWitness() && selected().second)
    m_delay.start();
}

// The question in progress.
void Sideways::forget() {
  m_latest++;
  m_asked = Asked::Nothing;
  m_isSlow = false;
  m_slow.stop();
  m_delay.stop();
}

Sideways::Place Sideways::selected() const {
  const Selection& now = m_selection.current();
  if (!now.execution || (!now.event && !now.waiting))
    return {now.execution, std::nullopt};
  const Timeline& timeline = now.execution->timeline();
  if (!now.waiting)
    return {now.execution, nameOf(timeline, *now.event)};
  const auto behind = static_cast<std::uint32_t>(timeline.eventsOf(*now.waiting).size());
  return {now.execution, EventName{ThreadId(*now.waiting), behind}};
}

void Sideways::askOutcomes() {
  m_of = selected();
  ask(Asked::Outcomes, [event = *m_of.second](Moves& moves, const ExecutionPointer& from) {
    Result<Otherwise> known = outcomesAt(moves, from->timeline(), event);
    return known ? Result<Reply>(Reply{.otherwise = std::move(*known)}) : known.error();
  });
}

void Sideways::look(std::optional<std::size_t> outcome) {
  if (!outcome)
    return m_selection.setPreview(std::nullopt);
  const JudgedOutcome& meant = m_otherwise->list.outcomes[*outcome];
  const std::string value = meant.value.empty() ? optionOf(meant.outcome).substr(2) : meant.value;
  m_selection.setPreview(SelectionModel::Preview{
      addedEdge(m_selection.execution()->graph(), m_selection.execution()->timeline(), meant.outcome),
      tr("instead: %1").arg(fromText(value)).toStdString()});
}

void Sideways::take(std::size_t outcome) {
  go([meant = m_otherwise->list.outcomes[outcome].outcome](Moves& moves, const ExecutionPointer& from) {
    return gui::take(moves, from, meant);
  });
}

void Sideways::takeInput(std::size_t input, std::uint64_t value) {
  go([meant = m_otherwise->inputs[input], event = m_selection.current().event,
      value](Moves& moves, const ExecutionPointer& from) -> Result<ExecutionPointer> {
    Result<Move> move = moves.takeInput(meant.name, value);
    if (!move)
      return move.error();
    return arriveBy(std::move(*move), from, event,
                    [&](const Timeline&) { return fmt::format("{} = {}", meant.name, inputText(meant.input, value)); });
  });
}

void Sideways::go(std::function<Result<ExecutionPointer>(Moves&, const ExecutionPointer&)> way) {
  if (isFinding())
    stop();
  ask(Asked::Move, [way = std::move(way)](Moves& moves, const ExecutionPointer& from) {
    Result<ExecutionPointer> there = way(moves, from);
    return there ? Result<Reply>(Reply{.execution = std::move(*there)}) : there.error();
  });
}

void Sideways::find(const Goal& goal, bool fromHere) {
  const SchedulePosition position = fromHere ? m_selection.current().position : 0;
  ask(Asked::Goal, [goal, position](Moves& moves, const ExecutionPointer& from) -> Result<Reply> {
    Result<FoundGoal> found = moves.find(goal, position, secondsForGoal);
    if (!found)
      return found.error();
    if (!found.value().witness)
      return Reply{.text = notFoundText(found.value(), position)};
    Result<Timeline> timeline = Timeline::make(std::move(*found.value().witness));
    if (!timeline)
      return timeline.error();
    const EventNumber subject = timeline.value().subject();
    Result<ExecutionPointer> there = arrivedAt(from, std::move(*timeline), {from, {}, subject, goal.text});
    return there ? Result<Reply>(Reply{.execution = std::move(*there)}) : there.error();
  });
}

void Sideways::stop() {
  forget();
  emit goalEnded({});
  follow();
}

void Sideways::ask(Asked what, Question question) {
  forget();
  m_asked = what;
  m_slow.start();
  m_thread.start([this, number = m_latest.load(), work = m_work, from = m_selection.execution(),
                  question = std::move(question)] {
    if (number != m_latest)
      return;
    auto reply =
        std::make_shared<Result<Reply>>(work->answer(from, question, [this, number] { return number != m_latest; }));
    QMetaObject::invokeMethod(this, [this, number, reply] { finish(number, *reply); }, Qt::QueuedConnection);
  });
}

void Sideways::finish(unsigned number, const Result<Reply>& reply) {
  if (number != m_latest)
    return;
  const Asked asked = m_asked;
  forget();
  if (asked == Asked::Goal)
    emit goalEnded(reply ? reply.value().text : sentenceOf(reply.error()));
  else if (asked == Asked::Outcomes)
    m_otherwise = reply ? reply.value().otherwise : Otherwise{{}, {}, {}, {}, sentenceOf(reply.error())};
  else if (!reply)
    emit failed(sentenceOf(reply.error()));
  if (reply && reply.value().execution)
    return open(reply.value().execution);
  if (asked == Asked::Goal)
    follow();
  emit changed();
}

// One that is on the way to the present one already is not opened a second time.
void Sideways::open(const ExecutionPointer& execution) {
  const ExecutionMove& move = *execution->origin().move;
  for (const ExecutionPointer& known : trailOf(move.from))
    if (known->witness().executionId == execution->witness().executionId && execution->witness().goal.text.empty()) {
      const WitnessEvent* const event = move.arrived ? &execution->timeline().event(*move.arrived) : nullptr;
      return m_selection.open(known, event ? known->timeline().numberOf(event->thread, event->index) : std::nullopt);
    }
  m_selection.open(execution, move.arrived);
}

} // namespace revisit::gui
