#include "sideways/sideways.h"

#include "explore/waiting_rounds.h"
#include "explore/waiting_writers.h"

#include <algorithm>

namespace revisit {

namespace {

// Orders of coherence that are tried, in events added, before the search gives up.
constexpr std::size_t searchBudget = 20000;
} // namespace

void Sideways::begin() {
  m_state.reset();
  m_kept.assign(m_past.threadCount(), 0);
  m_moved = {};
  m_isEarly = m_looksAhead = false;
  m_lookedAt = 0;
  m_guided.assign(m_past.threadCount(), true);
}

EventId Sideways::add(ThreadId thread, const Label& label, const Choice& choice) {
  constexpr std::size_t often = 64;
  if (m_stop && ++m_added % often == 0 && m_stop())
    m_state.fail({ErrorCode::Interrupted, "", "it was stopped, or the time was over"});
  return m_state.add(thread, label, choice);
}

void Sideways::adopt() {
  m_past = Past(m_state.graph(), attemptsBehind(m_state));
  m_inputs.reset();
  if (const Result<Plan> plan = m_state.planner().plan())
    m_inputs = plan.value().inputs;
  m_waiting.assign(m_past.threadCount(), std::nullopt);
  for (const ThreadId thread : m_state.graph().going())
    if (const Label* const label = m_state.nextLabel(thread))
      m_waiting[thread.value()] = *label;
}

const Label* Sideways::labelAt(const EventName& name) const {
  if (const PastEvent* const event = m_past.find(name))
    return &event->label;
  const bool isNext = name.isEvent() && name.thread.value() < m_past.threadCount() &&
                      name.index == m_past.events(name.thread).size() && m_waiting[name.thread.value()];
  return isNext ? &*m_waiting[name.thread.value()] : nullptr;
}

EventId Sideways::keptOrInitial(EventName write, LocationId location) const {
  while (write.isEvent() && !isKept(write))
    write = m_past.at(write).place;
  return write.isEvent() ? eventNamed(m_state.graph(), write) : m_state.graph().initialWrite(location);
}

// The choice of an old event with what was kept so far; nothing if its source was not kept. A write comes behind the
// newest of the old writes before it that is there, except for the one that was moved.
std::optional<Choice> Sideways::oldChoice(const PastEvent& event) {
  const auto kept = [&](const EventName& name) { return isKept(name) ? eventNamed(m_state.graph(), name) : EventId(); };
  return choiceAgain(m_state.graph(), m_past, event, kept,
                     [&](const EventName& name) { return name == m_moved ? EventId() : kept(name); });
}

// The same, if the old event can be added now: a write at its old place among the old ones. An operation on an object
// has to see what it saw.
std::optional<Choice> Sideways::fittingOld(ThreadId thread, const PastEvent& event) {
  const std::optional<Choice> choice = oldChoice(event);
  if (!choice)
    return std::nullopt;
  if (event.label.kind == LabelKind::Write)
    return placedAmongOld(thread, event, *choice);
  if (!fitOf(m_state, thread, event.label, *choice).fits())
    return std::nullopt;
  if (event.label.kind != LabelKind::Object && event.label.kind != LabelKind::Join)
    return choice;
  const Placement placed = m_state.steps().place(thread, event.label, *choice, true);
  return placed.seen == event.seen ? choice : std::nullopt;
}

std::optional<Choice> Sideways::placedAmongOld(ThreadId thread, const PastEvent& event, Choice choice) {
  const ExecutionGraph& graph = m_state.graph();
  while (!fitOf(m_state, thread, event.label, choice).fits()) {
    choice.coAfter = graph.event(choice.coAfter).next;
    if (!choice.coAfter.valid())
      return std::nullopt;
    if (const EventName next = nameOf(graph, choice.coAfter); next != m_moved && isKept(next))
      return std::nullopt;
  }
  return choice;
}

// Adds an event that everything it depends on was kept of. False: it is not possible, or the exploration has to begin
// again.
bool Sideways::addOld(const EventName& name) {
  const PastEvent& event = m_past.at(name);
  const std::optional<Choice> choice = fittingOld(name.thread, event);
  if (!choice)
    return false;
  const Label* const label = m_state.nextLabel(name.thread);
  if (!label || !sameStep(*label, event.label))
    return false;
  // If more old events stay when it happens in another way, it comes behind them.
  if (differsIn(*label) == Differs::Outcome &&
      mostKeeping(name.thread, *label, choice->way, &event.seen).way != choice->way)
    return false;
  const EventId added = add(name.thread, *label, *choice);
  m_kept[name.thread.value()]++;
  if (label->kind == LabelKind::Object) {
    const EventName place = event.place == m_moved && m_moved.isEvent() ? m_past.at(m_moved).place : event.place;
    m_isEarly |= nameOf(m_state.graph(), m_state.graph().event(added).previous) != place;
  }
  return !m_state.needsRestart();
}

std::vector<EventName> Sideways::eventsIn(const EventCounts& counts) const {
  std::vector<EventName> names;
  for (const EventName& name : m_past.order())
    if (Past::has(counts, name))
      names.push_back(name);
  return names;
}

// The events that the outcome needs, beside the event itself. Not None: why there can be no such execution.
Obstacle Sideways::needsOf(const Outcome& outcome, EventCounts& needed) const {
  needed = m_past.before(outcome.event);
  const LabelKind kind = labelAt(outcome.event)->kind;
  const bool isOperation = kind == LabelKind::Object;
  const auto need = [&](const EventName& name) {
    if (name.isEvent())
      joinCounts(needed, m_past.at(name).clock);
    // A write may be placed behind what depends on it, where the memory model allows that.
    return Past::has(needed, outcome.event) && kind != LabelKind::Write ? Obstacle::ComesAfter : Obstacle::None;
  };
  switch (outcome.kind) {
  case OutcomeKind::ReadsFrom:
    return need(outcome.other);
  case OutcomeKind::Before:
    if (Past::has(needed, outcome.other))
      return isOperation ? Obstacle::ComesBefore : need(outcome.other);
    // A write needs the other one in coherence. An operation takes the place of the other one.
    return need(isOperation ? m_past.at(outcome.other).place : outcome.other);
  case OutcomeKind::After:
    if (!isOperation)
      return need(outcome.other);
    joinCounts(needed, m_past.before(outcome.other));
    return Past::has(needed, outcome.event) ? Obstacle::ComesAfter : Obstacle::None;
  case OutcomeKind::Takes:
    return isOperation && m_past.find(outcome.event) ? need(m_past.at(outcome.event).place) : Obstacle::None;
  }
  return Obstacle::None;
}

// The places in coherence where the outcome allows the event to be, if it is one of the two that it names: `before` is
// the event that it has to come before, `after` the one that it has to come after. Only those that the graph has.
struct Sideways::Bounds {
  EventId before, after;
  bool allow(const ExecutionGraph& graph, EventId place) const {
    if (!before.valid() && !after.valid())
      return true;
    for (EventId write = place; write.valid(); write = graph.event(write).previous) {
      if (write == before)
        return false;
      if (write == after)
        return true;
    }
    return !after.valid();
  }
};

Sideways::Bounds Sideways::boundsOf(const EventName& name, const Outcome& outcome) const {
  const bool isBefore = outcome.kind == OutcomeKind::Before;
  if (!isBefore && outcome.kind != OutcomeKind::After)
    return {};
  const ExecutionGraph& graph = m_state.graph();
  const auto there = [&](const EventName& other) {
    return other.index < countOf(m_kept, other.thread) ? eventNamed(graph, other) : EventId();
  };
  if (name == outcome.event)
    return isBefore ? Bounds{.before = there(outcome.other)} : Bounds{.after = there(outcome.other)};
  if (name == outcome.other)
    return isBefore ? Bounds{.after = there(outcome.event)} : Bounds{.before = there(outcome.event)};
  return {};
}

// The places of a write that are still to be tried: its old one, then later ones, then earlier ones.
struct Sideways::Places {
  EventId old, next;
  bool isEarlier = false;
};

// The next place that the graph and the outcome allow; none: they were all tried. Most writes need the first one only.
EventId Sideways::nextPlace(Places& places, const EventName& name, const Label& label, const Outcome& outcome) {
  ExecutionGraph& graph = m_state.graph();
  const Bounds bounds = boundsOf(name, outcome);
  while (places.next.valid() || !places.isEarlier) {
    if (!places.next.valid()) {
      places.isEarlier = true;
      places.next = graph.event(places.old).previous;
      continue;
    }
    const EventId place = places.next;
    const Fit fit = fitOf(m_state, name.thread, label, {.coAfter = place});
    places.next = places.isEarlier ? graph.event(place).previous : graph.event(place).next;
    if (places.isEarlier && fit.obstacle == Obstacle::Overwritten)
      places.next = {}; // nor is an older one possible
    if (fit.fits() && bounds.allow(graph, place))
      return place;
  }
  return {};
}

// The choice of an event that is no write, once what it needs is there.
Choice Sideways::choiceOf(const EventName& name, const Label& label, const Outcome& outcome) {
  const PastEvent* const was = m_past.find(name);
  Choice choice{.way = was ? was->way : Way{}, .silent = was && was->silent};
  if (name == outcome.event) {
    choice.way = outcome.way;
    choice.silent = false;
    // At another place it may have fewer ways, or others: a signal wakes one of those that wait there.
    const bool isMoved = outcome.kind == OutcomeKind::Before || outcome.kind == OutcomeKind::After;
    if (isMoved && label.kind == LabelKind::Object && m_state.enabled(name.thread, label))
      choice.way = mostKeeping(name.thread, label, outcome.way).way;
  }
  if (readsMemory(label.kind)) {
    const bool isMoved = name == outcome.event && outcome.kind == OutcomeKind::ReadsFrom;
    choice.source = choice.coAfter = keptOrInitial(isMoved ? outcome.other : was->source, label.location);
  }
  return choice;
}

// Whether a write comes between the source and the thread's next event by program order, reads-from and the chains of
// objects alone: then no order of coherence lets a sequentially consistent event read from it.
bool Sideways::isOverwritten(ThreadId thread, EventId source) const {
  const ExecutionGraph& graph = m_state.graph();
  if (!m_state.model().isSequential() || !source.valid())
    return false;
  for (EventId write = graph.event(source).next; write.valid(); write = graph.event(write).next)
    if (graph.isBeforeNext(write, thread) && (graph.isInitial(source) || graph.within(source, graph.clock(write))))
      return true;
  return false;
}

// Adds these events in this order with their sources and ways, and the outcome. Tries their places in coherence, the
// old ones first, until all of them fit.
Judgement Sideways::addAll(std::span<const EventName> names, const Outcome& outcome) {
  struct Level { // a write with other places
    std::size_t index;
    ExplorationState::Mark mark;
    Places places;
    EventId next; // none: all were tried
  };
  std::vector<Level> levels;
  Judgement judgement{.verdict = Verdict::Possible};
  Fit worst;
  std::size_t budget = names.size() + searchBudget;
  for (std::size_t i = 0; i < names.size(); i++) {
    const Label* label = m_state.nextLabel(names[i].thread);
    if (!label || !sameStep(*label, *labelAt(names[i])) || m_state.failure() || m_state.needsRestart())
      return {.obstacle = Obstacle::Program};
    Choice choice;
    Fit fit;
    if (label->kind == LabelKind::Write) {
      const EventId old = oldChoice(m_past.at(names[i]))->coAfter;
      Level level{i, m_state.mark(), {old, old}, {}};
      level.next = nextPlace(level.places, names[i], *label, outcome);
      fit = level.next.valid() ? Fit{} : Fit{Sat::No, Obstacle::Overwritten};
      if (fit.fits())
        levels.push_back(level);
    } else {
      choice = choiceOf(names[i], *label, outcome);
      fit = fitOf(m_state, names[i].thread, *label, choice);
      if (fit.fits() && isMemory(label->kind) && storesIn(*label, choice.way, choice.silent) &&
          !boundsOf(names[i], outcome).allow(m_state.graph(), choice.coAfter))
        fit = {Sat::No, Obstacle::Overwritten};
    }
    if (!fit.fits()) { // back to the newest write that has another place
      if (worst.fits() || names[i] == outcome.event)
        worst = fit;
      if (names[i] == outcome.event && isOverwritten(names[i].thread, choice.source))
        return {.verdict = Verdict::Impossible, .obstacle = Obstacle::Overwritten};
      while (!levels.empty()) {
        Level& level = levels.back();
        for (; i > level.index; i--)
          m_kept[names[i - 1].thread.value()]--;
        m_state.undoTo(level.mark);
        label = m_state.nextLabel(names[i].thread);
        level.next = label ? nextPlace(level.places, names[i], *label, outcome) : EventId();
        if (level.next.valid() || !label)
          break;
        levels.pop_back();
      }
      if (levels.empty())
        return {.verdict = worst.sat == Sat::No ? Verdict::Impossible : Verdict::NotKnown, .obstacle = worst.obstacle};
    }
    if (budget-- == 0 || !label)
      return {.obstacle = label ? Obstacle::Search : Obstacle::Program};
    if (label->kind == LabelKind::Write)
      choice = {.coAfter = levels.back().next};
    addOne(names[i], *label, choice, outcome, judgement);
  }
  return judgement;
}

void Sideways::addOne(const EventName& name, const Label& label, const Choice& choice, const Outcome& outcome,
                      Judgement& judgement) {
  const Event& event = m_state.graph().event(add(name.thread, label, choice));
  m_kept[name.thread.value()]++;
  if (name != outcome.event)
    return;
  judgement.seen = event.seen;
  judgement.written = event.written;
  const PastEvent* const was = m_past.find(name);
  judgement.sameValue = was && was->seen == event.seen && was->writes == event.writes && was->written == event.written;
}

// Makes the graph of what the outcome needs, and what is to be kept, with the event.
Judgement Sideways::place(const Outcome& outcome, const EventCounts& keep) {
  begin();
  m_moved = outcome.event;
  const LabelKind kind = labelAt(outcome.event)->kind;
  EventCounts needed;
  if (const Obstacle obstacle = needsOf(outcome, needed); obstacle != Obstacle::None)
    return {.verdict = Verdict::Impossible, .obstacle = obstacle};
  joinCounts(needed, keep);
  const bool isDone = Past::has(needed, outcome.event);
  const bool mayFollow = kind == LabelKind::Write && !m_state.model().isSequential();
  if (kind == LabelKind::Write && outcome.kind == OutcomeKind::Before && !mayFollow &&
      Past::has(m_past.before(outcome.event), outcome.other))
    return {.verdict = Verdict::Impossible, .obstacle = Obstacle::ComesBefore};
  if (isDone && !mayFollow)
    return {.verdict = Verdict::Impossible, .obstacle = Obstacle::ComesAfter};
  std::vector<EventName> names = eventsIn(needed);
  if (awaits(outcome))
    return placeAwaited(names, outcome);
  if (!isDone)
    names.push_back(outcome.event);
  const Judgement judgement = addAll(names, outcome);
  if (!isDone && judgement.verdict == Verdict::Possible && !judgement.sameValue)
    m_kept[outcome.event.thread.value()]--; // it is no old event any more
  return judgement;
}

void Sideways::makeNeeds(const Outcome& outcome) {
  EventCounts needed;
  needsOf(outcome, needed);
  begin();
  addAll(eventsIn(needed), {});
}

Judgement Sideways::judge(const Outcome& outcome) {
  const PastEvent* const was = m_past.find(outcome.event);
  const bool isSame =
      was && ((outcome.kind == OutcomeKind::ReadsFrom && was->source == outcome.other && was->way == outcome.way) ||
              (outcome.kind == OutcomeKind::Takes && was->way == outcome.way));
  return isSame ? Judgement{.verdict = Verdict::SameExecution, .seen = was->seen, .sameValue = true}
                : place(outcome, {});
}

// Keeps what can be kept and goes on to the end, as goOn().
bool Sideways::complete(const Outcome& outcome, Taken& taken) {
  keepMore(outcome, taken.judgement);
  taken.kept = keptCount();
  return goOn();
}

Taken Sideways::take(const Outcome& outcome, const EventCounts& keep) {
  Taken taken{.judgement = place(outcome, keep)};
  if (taken.judgement.verdict != Verdict::Possible)
    return taken;
  bool isEnded = complete(outcome, taken);
  // Old events may have come out of their order because those of the event's thread were not there yet. Where these are
  // kept, the others are put where they leave out nothing, if that keeps more.
  if (isEnded && m_isEarly && !leadsOn(m_state.graph()) && taken.judgement.sameValue && awaits(outcome) &&
      eventNamed(m_state.graph(), outcome.event).valid()) {
    const std::size_t kept = keptCount();
    keepCauses(outcome.event);
    isEnded = complete(outcome, taken);
    const bool isWorse = !isEnded || leadsOn(m_state.graph()) || keptCount() <= kept;
    if (isWorse && !m_state.failure() && !m_state.needsRestart()) {
      taken.judgement = place(outcome, keep);
      isEnded = complete(outcome, taken);
    }
  }
  if (!isEnded)
    taken.ending = m_state.failure() || m_state.needsRestart() ? TakenEnding::Failed : TakenEnding::Repeats;
  else if (leadsOn(m_state.graph()))
    taken.ending = TakenEnding::LooksAgain;
  return taken;
}

} // namespace revisit
