#include "sideways/session/sideways_session.h"

#include "query/timeline/path_condition.h"
#include "sideways/session/opened.h"
#include "sideways/session/outcome_words.h"
#include "witness/witness_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

namespace revisit {

namespace {

std::string inputNames(const std::vector<std::string>& names) {
  return names.empty() ? "the program asked for no input"
                       : fmt::format("there is no such input; the inputs are {}", fmt::join(names, ", "));
}

Way wayOf(const WitnessEvent& event, const WitnessStep* step) {
  Way way{.taken = event.holds.value_or(event.writes), .outcome = step ? step->outcome : 0};
  if (groupOf(event.kind) == LabelGroup::Number)
    way.number = std::strtoull(event.value.c_str(), nullptr, 10);
  return way;
}

// More memory became shared on the way, so that the old events could not be found again for certain.
Error notKnown() {
  return {ErrorCode::NotFound, "",
          "not known: it shows that more memory is shared than this execution says; with "
          "'revisit check --all-accesses' all of it is known from the beginning"};
}

const WitnessEvent* eventOf(const Witness& witness, const EventName& name) {
  for (const WitnessEvent& event : witness.schedule)
    if (event.thread == name.thread.value() && event.index == name.index)
      return &event;
  return nullptr;
}

// Whether the events are of the same kind at the same place; a step that a thread waits to take is no event.
bool isSameStep(const Witness& before, const EventName& old, const Witness& after, const EventName& now) {
  const WitnessEvent* const was = eventOf(before, old);
  const WitnessEvent* const is = eventOf(after, now);
  return !was || (is && was->kind == is->kind && was->address == is->address);
}

} // namespace

std::vector<FollowedEvent> followed(const Witness& witness) {
  std::vector<FollowedEvent> events;
  std::size_t step = 0;
  for (const WitnessEvent& event : witness.schedule) {
    const bool isStep = isScheduled(event.kind) && step < witness.plan.size();
    FollowedEvent one{.name = {ThreadId(event.thread), event.index},
                      .kind = event.kind,
                      .operation = event.objectOp,
                      .address = isMemory(event.kind) || event.kind == LabelKind::Object ? event.address : 0,
                      .way = wayOf(event, isStep ? &witness.plan[step] : nullptr)};
    step += isStep ? 1 : 0;
    if (event.readsFrom)
      one.source = {ThreadId(event.readsFrom->thread), event.readsFrom->index};
    one.back = event.back;
    events.push_back(one);
  }
  return events;
}

std::vector<EventName> namesOf(const Witness& witness, std::size_t count) {
  std::vector<EventName> names;
  for (std::size_t i = 0; i < std::min(count, witness.schedule.size()); i++)
    names.push_back({ThreadId(witness.schedule[i].thread), witness.schedule[i].index});
  return names;
}

SidewaysSession::SidewaysSession(Witness witness, std::unique_ptr<Opened> opened)
    : m_witness(std::move(witness)), m_opened(std::move(opened)), m_sideways(m_opened->state()) {
  m_sideways.stopWhen([this] { return m_opened->worker().budget().reached() != Budget::Reached::No; });
}
SidewaysSession::~SidewaysSession() = default;

Result<std::unique_ptr<SidewaysSession>> SidewaysSession::open(Witness witness, double timeoutSeconds) {
  Result<std::unique_ptr<Opened>> opened = Opened::open(optionsOf(witness, timeoutSeconds), &witness);
  if (!opened)
    return opened.error();
  std::unique_ptr<SidewaysSession> session(new SidewaysSession(std::move(witness), std::move(*opened)));
  if (const Status there = session->returnToWitness(); !there)
    return there.error();
  return session;
}

Status SidewaysSession::returnToWitness() {
  Opened& parts = *m_opened;
  m_isThere = false;
  parts.worker().beginTime(parts.options().explore.timeoutSeconds);
  const bool learnsPlan = m_isPlanKnown && !m_known.contains(m_witness.executionId);
  if (const Status there = parts.follow(m_sideways, m_witness, learnsPlan, [&] { noteGrown(); }); !there)
    return parts.state().failure() ? failed() : there.error();
  m_isFollowed = m_isThere = true;
  m_known.insert(m_witness.executionId);
  return Done{};
}

// What was done has failed. If it was stopped, or the time was over, the session can go on from its witness.
Error SidewaysSession::failed() {
  const std::optional<Error> failure = m_opened->state().failure();
  m_isThere = false;
  m_opened->renew();
  return failure.value_or(Error{ErrorCode::Interrupted, "", "it was stopped"});
}

void SidewaysSession::stopWhen(std::function<bool()> stop) {
  m_opened->stopWhen(std::move(stop));
}

// The name that an event of the witness, or the step that a thread waits to take, has in the state.
EventName SidewaysSession::inGraph(const EventName& name) const {
  if (!m_isFollowed || !name.isEvent())
    return name;
  const EventName renamed = m_sideways.renamed(name);
  const Past& past = m_sideways.past();
  if (renamed.isEvent() || name.thread.value() >= past.threadCount() ||
      name.index != std::ranges::count(m_witness.schedule, name.thread.value(), &WitnessEvent::thread))
    return renamed;
  return {name.thread, static_cast<std::uint32_t>(past.events(name.thread).size())};
}

Result<Outcome> SidewaysSession::inGraph(Outcome outcome) const {
  const bool hasOther = outcome.other.isEvent();
  outcome.event = inGraph(outcome.event);
  outcome.other = inGraph(outcome.other);
  if (!outcome.event.isEvent() || !m_sideways.labelAt(outcome.event) || hasOther != outcome.other.isEvent())
    return Error{ErrorCode::BadUsage, "", "the execution has no such event"};
  return outcome;
}

// Nothing if the witness has no name for the other event: it shares less memory. The outcome's event has one.
std::optional<Outcome> SidewaysSession::inWitness(Outcome outcome) const {
  if (!m_isFollowed || !outcome.other.isEvent())
    return outcome;
  outcome.other = m_sideways.oldNameOf(outcome.other);
  return outcome.other.isEvent() ? std::optional(outcome) : std::nullopt;
}

Result<OutcomeList> SidewaysSession::candidatesAt(const EventName& event) {
  const EventName here = inGraph(event);
  if (!here.isEvent() || !m_sideways.labelAt(here))
    return Error{ErrorCode::BadUsage, fmt::format("({},{})", event.thread.value(), event.index),
                 "the execution has no such event, and no thread that waits there"};
  OutcomeList list;
  for (const Outcome& outcome : m_sideways.outcomesAt(here)) {
    std::optional<Outcome> named = inWitness(outcome);
    if (named) {
      named->event = event;
      list.outcomes.push_back({.outcome = *named, .judgement = {}});
    } else
      list.leftOut++;
  }
  return list;
}

Result<OutcomeList> SidewaysSession::outcomesAt(const EventName& event, std::size_t most) {
  m_opened->worker().beginTime(m_opened->options().explore.timeoutSeconds);
  Result<OutcomeList> list = candidatesAt(event);
  if (!list)
    return list;
  std::vector<JudgedOutcome>& outcomes = list.value().outcomes;
  if (outcomes.size() > most) {
    list.value().leftOut += outcomes.size() - most;
    outcomes.resize(most);
  }
  const EventName here = inGraph(event);
  for (JudgedOutcome& one : outcomes) {
    const Result<Judgement> judgement = judge(one.outcome);
    if (!judgement)
      return judgement.error();
    if (m_opened->state().failure())
      return failed();
    one.judgement = judgement.value();
    one.value = seenWords(m_opened->state(), *m_sideways.labelAt(here), here, one.judgement);
    one.manner = mannerOf(one.outcome, one.judgement);
  }
  return list;
}

Result<Judgement> SidewaysSession::judge(const Outcome& outcome) {
  const Result<Outcome> here = inGraph(outcome);
  if (!here)
    return here.error();
  const Judgement judgement = m_sideways.judge(here.value());
  return m_opened->state().failure() ? Result<Judgement>(failed()) : judgement;
}

NamedManner SidewaysSession::mannerOf(const Outcome& outcome, const Judgement& judgement) const {
  const Label* const label = m_sideways.labelAt(inGraph(outcome.event));
  if (outcome.manner.manner != Manner::None || !label || judgement.verdict != Verdict::Possible)
    return outcome.manner;
  return revisit::mannerOf(*label, judgement.seen);
}

NamedManner SidewaysSession::mannerAt(const EventName& event) const {
  const PastEvent* const was = m_sideways.past().find(inGraph(event));
  return was ? revisit::mannerOf(was->label, was->seen) : NamedManner();
}

Result<Move> SidewaysSession::take(const Outcome& outcome) {
  Opened& parts = *m_opened;
  constexpr unsigned mostRestarts = 20;
  for (unsigned restarts = 0; restarts < mostRestarts; restarts++) {
    parts.worker().beginTime(parts.options().explore.timeoutSeconds);
    const Result<Outcome> here = inGraph(outcome);
    if (!here)
      return here.error();
    const Taken taken = m_sideways.take(here.value());
    if (parts.state().needsRestart()) { // more of the memory is shared than was known
      noteGrown();
      if (const Status there = returnToWitness(); !there)
        return there.error();
      continue;
    }
    if (parts.state().failure())
      return failed();
    if (!taken.isExecution()) {
      if (const Status there = returnToWitness(); !there)
        return there.error();
      return Error{ErrorCode::NotFound, "", whyNot(taken)};
    }
    m_sideways.adopt();
    Result<Witness> witness = m_opened->describe(m_witness.error.kind);
    if (!witness)
      return witness.error();
    if (parts.state().needsRestart()) {
      noteGrown();
      if (const Status there = returnToWitness(); !there)
        return there.error();
      continue;
    }
    if (restarts != 0 && !isSameStep(m_witness, outcome.event, witness.value(), here.value().event)) {
      if (const Status there = returnToWitness(); !there)
        return there.error();
      return notKnown();
    }
    m_witness = witness.value();
    m_known.insert(m_witness.executionId);
    m_isPlanKnown = true;
    m_isFollowed = false;
    return Move{std::move(*witness), taken.kept, here.value().event};
  }
  return Error{ErrorCode::TargetFailed, "", "each run of the program shows more shared memory"};
}

Result<Move> SidewaysSession::takeInput(const std::string& name, std::uint64_t value) {
  const std::vector<std::string> names = inputLabels(m_witness.inputs);
  const auto named = std::ranges::find(names, name);
  if (named == names.end())
    return Error{ErrorCode::BadUsage, name, inputNames(names)};
  const WitnessInput* const input = &m_witness.inputs[static_cast<std::size_t>(named - names.begin())];
  Opened& parts = *m_opened;
  ExpressionPool& pool = parts.state().pool();
  const SymbolId symbol = pool.symbol(ThreadId(input->thread), input->index, input->width, input->name, input->type);
  Assignment inputs;
  for (const WitnessInput& other : m_witness.inputs)
    inputs.set(pool.symbol(ThreadId(other.thread), other.index, other.width, other.name, other.type), other.value);
  inputs.set(symbol, value);
  const std::optional<Outcome> outcome = m_sideways.decisionWith(inputs);
  if (!outcome)
    return Error{ErrorCode::NotFound, name, fmt::format("the path is the same with {} = {}", name, value)};
  const std::vector<ExprId> assumed = {pool.eq(pool.symbolExpr(symbol), pool.constant(input->width, value))};
  m_sideways.setInputs(inputs);
  parts.state().planner().assume(assumed);
  const std::optional<Outcome> there = inWitness(*outcome);
  Result<Move> move = there ? take(*there) : notKnown();
  parts.state().planner().assume({});
  return move;
}

Status SidewaysSession::goTo(const Witness& witness) {
  m_witness = witness;
  m_isPlanKnown = !m_hasGrown; // it may be one that was left before
  return returnToWitness();
}

} // namespace revisit
