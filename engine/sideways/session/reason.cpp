// Finds out why an outcome is impossible.
#include "sideways/session/reason.h"

#include "program/objects/objects.h"
#include "sideways/session/event_names.h"
#include "sideways/session/opened.h"
#include "sideways/session/outcome_words.h"
#include "sideways/session/sideways_session.h"
#include "whatif/constraints.h"

#include <algorithm>
#include <chrono>
#include <deque>

namespace revisit {

namespace {

using Clock = std::chrono::steady_clock;
using Edges = std::vector<AxiomEdge>;

std::vector<ReasonEdge> named(const Timeline& timeline, const Edges& edges) {
  std::vector<ReasonEdge> result;
  for (const AxiomEdge& edge : edges)
    result.push_back({edge.relation, nameOf(timeline, edge.from), nameOf(timeline, edge.to)});
  return result;
}

// What comes directly before the event in the causal order.
Edges causesOf(const Timeline& timeline, EventNumber event) {
  Edges edges;
  const auto add = [&](AxiomRelation relation, std::optional<EventNumber> from) {
    if (from)
      edges.push_back({relation, *from, event});
  };
  const std::optional<EventNumber> previous = timeline.previousOfThread(event);
  add(AxiomRelation::ReadsFrom, timeline.readsFrom(event));
  add(AxiomRelation::ObjectChain, timeline.chainPrevious(event));
  if (timeline.event(event).kind == LabelKind::Join)
    if (const std::optional<unsigned> child = timeline.childOf(event); child && !timeline.eventsOf(*child).empty())
      add(AxiomRelation::Join, timeline.eventsOf(*child).back());
  add(AxiomRelation::ProgramOrder, previous);
  if (!previous)
    add(AxiomRelation::Create, timeline.creationOf(timeline.event(event).thread));
  return edges;
}

// Steps of one thread that follow each other are one step.
Edges shortened(const Edges& edges) {
  Edges result;
  for (const AxiomEdge& edge : edges)
    if (!result.empty() && result.back().relation == AxiomRelation::ProgramOrder &&
        edge.relation == AxiomRelation::ProgramOrder)
      result.back().to = edge.to;
    else
      result.push_back(edge);
  return result;
}

// A path in the causal order with as few steps between threads as possible. O(events between them).
Edges causalPath(const Timeline& timeline, EventNumber from, EventNumber to) {
  std::vector<AxiomEdge> next(timeline.size() + 1);
  std::vector<bool> isDone(timeline.size() + 1);
  std::deque<EventNumber> open = {to};
  while (!open.empty()) {
    const EventNumber event = open.front();
    open.pop_front();
    if (isDone[event])
      continue;
    isDone[event] = true;
    for (const AxiomEdge& edge : causesOf(timeline, event)) {
      if (isDone[edge.from])
        continue;
      const bool isInThread = edge.relation == AxiomRelation::ProgramOrder;
      if (next[edge.from].to == 0 || isInThread)
        next[edge.from] = edge;
      isInThread ? open.push_front(edge.from) : open.push_back(edge.from);
    }
  }
  Edges edges;
  for (EventNumber event = from; event != to && next[event].to != 0; event = edges.back().to)
    edges.push_back(next[event]);
  return edges.empty() || edges.back().to != to ? Edges() : shortened(edges);
}

// The places in coherence of the writes of the event's bytes, if it stands before or behind the other one.
void placeWrite(const Timeline& timeline, Witness& witness, const EventName& event, const Outcome& outcome) {
  const auto find = [&](const EventName& name) {
    return std::ranges::find_if(witness.schedule, [&](const WitnessEvent& one) {
      return one.thread == name.thread.value() && one.index == name.index;
    });
  };
  const std::optional<EventNumber> number = numberOf(timeline, event), other = numberOf(timeline, outcome.other);
  if (!number || !other)
    return;
  std::vector<EventNumber> order = timeline.coherenceOrder(timeline.rangeOf(*number));
  std::erase(order, *number);
  const auto place = std::ranges::find(order, *other);
  if (place == order.end())
    return;
  order.insert(outcome.kind == OutcomeKind::Before ? place : place + 1, *number);
  unsigned rank = 0;
  for (const EventNumber write : order)
    if (const auto one = find(nameOf(timeline, write)); one != witness.schedule.end())
      one->coherence = ++rank;
}

// The events that the outcome needs, and the event with the outcome although it is impossible.
struct Needed {
  Timeline timeline;
  EventNumber event;
};

// Nothing: the event is a step that its thread waits to take.
std::optional<Needed> needed(const Timeline& timeline, const EventCounts& counts, const Outcome& outcome) {
  const std::optional<EventNumber> number = numberOf(timeline, outcome.event);
  if (!number)
    return std::nullopt;
  Witness witness = timeline.witness();
  WitnessEvent event = timeline.event(*number);
  std::erase_if(witness.schedule, [&](const WitnessEvent& one) {
    return !Past::has(counts, {ThreadId(one.thread), one.index}) ||
           (one.thread == event.thread && one.index == event.index);
  });
  witness.error = {};
  if (outcome.kind == OutcomeKind::ReadsFrom) {
    event.readsFrom.reset();
    if (outcome.other.isEvent())
      event.readsFrom = WitnessEventRef{outcome.other.thread.value(), outcome.other.index};
    event.writes = false; // where it would write does not matter for what it reads
    event.coherence.reset();
  }
  // A write may stand before events that depend on it.
  const auto behind = std::ranges::find_if(
      witness.schedule, [&](const WitnessEvent& one) { return one.thread == event.thread && one.index > event.index; });
  witness.schedule.insert(behind, event);
  if (event.writes)
    placeWrite(timeline, witness, outcome.event, outcome);
  Result<Timeline> made = Timeline::make(std::move(witness));
  const std::optional<EventNumber> there = made ? numberOf(made.value(), outcome.event) : std::nullopt;
  return there ? std::optional(Needed{std::move(*made), *there}) : std::nullopt;
}

void addCycle(const Timeline& timeline, const EventCounts& counts, const Outcome& outcome, OutcomeReason& reason) {
  const std::optional<Needed> with = needed(timeline, counts, outcome);
  if (!with)
    return;
  const ForbiddingCycle cycle = forbiddingCycle(with->timeline, {with->event});
  if (cycle.edges.empty())
    return;
  reason.axiom = cycle.axiom;
  reason.edges = named(with->timeline, cycle.edges);
}

void addConditions(const Timeline& timeline, const EventCounts& counts, const Outcome& outcome, OutcomeReason& reason) {
  constexpr unsigned timeoutMs = 500;
  const std::optional<Needed> with = needed(timeline, counts, outcome);
  if (!with)
    return;
  Result<Constraints> constraints = Constraints::make(with->timeline, timeoutMs);
  if (!constraints)
    return;
  if (const Result<ConstraintAnswer> answer = constraints.value().core(with->event))
    for (const EventNumber one : answer.value().core)
      reason.conditions.push_back(nameOf(with->timeline, one));
}

// The earliest operation on the object since which the thread's next operation has had to wait.
EventId waitsSince(ExplorationState& state, ThreadId thread, const Label& label) {
  const ExecutionGraph& graph = state.graph();
  EventId since;
  for (EventId id = graph.lastOperation(label.object); id.valid(); id = graph.event(id).previous) {
    if (applyOperation(graph.event(id).object, thread, label.operation, label.argument).enabled)
      break;
    since = id;
  }
  return since;
}

} // namespace

void SidewaysSession::addHolder(const Outcome& here, OutcomeReason& reason) {
  ExplorationState& state = m_opened->state();
  for (const EventName& name : {here.event, here.other}) {
    const Label* const label = name.isEvent() ? m_sideways.labelAt(name) : nullptr;
    if (!label || label->kind != LabelKind::Object || eventNamed(state.graph(), name).valid())
      continue;
    const EventName since = nameOf(state.graph(), waitsSince(state, name.thread, *label));
    const EventName known = m_isFollowed && since.isEvent() ? m_sideways.oldNameOf(since) : since;
    if (known.isEvent() && !(name == here.other && reason.holder))
      reason.holder = known;
    if (reason.holder)
      return;
  }
}

// Tries other outcomes of the events that the reason names, the last ones first, until one makes it possible.
std::optional<ReasonHint> SidewaysSession::hintFor(const Outcome& outcome, const OutcomeReason& reason,
                                                   double seconds) {
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::vector<EventName> events = reason.conditions;
  if (reason.holder)
    events.push_back(*reason.holder);
  for (const ReasonEdge& edge : reason.edges)
    for (const EventName& name : {edge.to, edge.from})
      if (name.isEvent())
        events.push_back(name);
  std::vector<EventName> tried = {outcome.event};
  for (const EventName& name : events) {
    if (std::ranges::find(tried, name) != tried.end())
      continue;
    tried.push_back(name);
    const Result<OutcomeList> list = candidatesAt(name);
    for (const JudgedOutcome& other : list ? list.value().outcomes : std::vector<JudgedOutcome>()) {
      if (Clock::now() > end)
        return std::nullopt;
      if (std::optional<ReasonHint> hint = isPossibleAfter(other.outcome, outcome))
        return hint;
      if (m_opened->state().needsRestart() || m_opened->state().failure())
        return std::nullopt;
    }
  }
  return std::nullopt;
}

// Whether the second outcome is possible in the execution with the first one.
std::optional<ReasonHint> SidewaysSession::isPossibleAfter(const Outcome& first, const Outcome& second) {
  ExplorationState& state = m_opened->state();
  const Result<Outcome> changed = inGraph(first), wanted = inGraph(second);
  if (!changed || !wanted)
    return std::nullopt;
  const Label label = *m_sideways.labelAt(wanted.value().event);
  const Taken taken = m_sideways.take(changed.value());
  if (!taken.isExecution() || state.needsRestart() || state.failure())
    return std::nullopt;
  ReasonHint hint{first,
                  seenWords(state, *m_sideways.labelAt(changed.value().event), changed.value().event, taken.judgement)};
  Sideways there(state);
  there.adopt();
  const Label* const now = state.needsRestart() || state.failure() ? nullptr : there.labelAt(wanted.value().event);
  const EventName& other = wanted.value().other;
  if (!now || !sameStep(*now, label) || (other.isEvent() && !there.past().find(other)))
    return std::nullopt;
  const Judgement judgement = there.judge(wanted.value());
  const bool isIt = judgement.verdict == Verdict::Possible || judgement.verdict == Verdict::SameExecution;
  return isIt && !state.needsRestart() && !state.failure() ? std::optional(hint) : std::nullopt;
}

Result<OutcomeReason> SidewaysSession::why(const Timeline& timeline, const Outcome& outcome, double seconds) {
  const Result<Outcome> here = inGraph(outcome);
  if (!here)
    return here.error();
  m_opened->worker().beginTime(m_opened->options().explore.timeoutSeconds);
  const Judgement judgement = m_sideways.judge(here.value());
  if (m_opened->state().failure())
    return failed();
  if (judgement.verdict == Verdict::Possible || judgement.verdict == Verdict::SameExecution)
    return Error{ErrorCode::BadUsage, "", "nothing stands against this outcome"};
  OutcomeReason reason{
      .obstacle = judgement.obstacle, .edges = {}, .axiom = {}, .conditions = {}, .holder = {}, .hint = {}};
  const std::optional<EventNumber> event = numberOf(timeline, outcome.event), other = numberOf(timeline, outcome.other);
  EventCounts counts;
  m_sideways.needsOf(here.value(), counts);
  if (m_isFollowed)
    counts = m_sideways.oldCounts(counts);
  switch (reason.obstacle) {
  case Obstacle::ComesAfter:
    if (event && other)
      reason.edges = named(timeline, causalPath(timeline, *event, *other));
    break;
  case Obstacle::ComesBefore:
    if (event && other)
      reason.edges = named(timeline, causalPath(timeline, *other, *event));
    break;
  case Obstacle::Overwritten:
    addCycle(timeline, counts, outcome, reason);
    break;
  case Obstacle::AlreadyUpdated:
    m_sideways.makeNeeds(here.value());
    addUpdate(here.value(), reason);
    break;
  case Obstacle::NotEnabled:
    m_sideways.makeNeeds(here.value());
    addHolder(here.value(), reason);
    break;
  case Obstacle::Conditions:
    addConditions(timeline, counts, outcome, reason);
    break;
  case Obstacle::None:
  case Obstacle::Search:
  case Obstacle::Solver:
  case Obstacle::Program:
    break;
  }
  if (seconds > 0)
    reason.hint = hintFor(outcome, reason, seconds);
  if (m_opened->state().failure())
    failed();
  if (m_opened->state().needsRestart()) {
    noteGrown();
    if (const Status there = returnToWitness(); !there)
      return there.error();
  }
  return reason;
}

// The update that reads from the other write.
void SidewaysSession::addUpdate(const Outcome& here, OutcomeReason& reason) {
  ExecutionGraph& graph = m_opened->state().graph();
  const Label& label = *m_sideways.labelAt(here.event);
  const EventId source = here.other.isEvent() ? eventNamed(graph, here.other) : graph.initialWrite(label.location);
  const EventId update = source.valid() ? graph.atomicReader(source) : EventId();
  const auto known = [&](const EventName& name) { return m_isFollowed ? m_sideways.oldNameOf(name) : name; };
  if (!update.valid() || !known(nameOf(graph, update)).isEvent())
    return;
  reason.edges.push_back({AxiomRelation::ReadsFrom, known(here.other), known(nameOf(graph, update))});
}

} // namespace revisit
