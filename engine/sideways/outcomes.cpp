// Which outcomes of an event there are to be judged.
#include "sideways/sideways.h"

#include "explore/graph_step.h"
#include "explore/unordered_arrivals.h"

#include <algorithm>

namespace revisit {

namespace {

void addSources(const Past& past, const Label& label, const EventName& name, std::vector<Outcome>& outcomes) {
  const auto add = [&](const EventName& write) {
    outcomes.push_back({OutcomeKind::ReadsFrom, name, write, {.taken = mayOnlyRead(label)}});
    if (mayOnlyRead(label))
      outcomes.push_back({OutcomeKind::ReadsFrom, name, write, {}});
  };
  add({});
  for (const EventName& other : past.order())
    if (const PastEvent& event = past.at(other);
        other != name && event.writes && event.label.location == label.location)
      add(other);
}

// Whether the event comes before or after each of the others, the other way round from how it does.
template <class Same>
void addPlaces(const Past& past, const EventName& name, Same isSame, std::vector<Outcome>& outcomes) {
  std::vector<bool> isBefore(past.order().size()); // by slot: the event comes after it, in coherence or in the chain
  const PastEvent* const was = past.find(name);
  if (was)
    for (EventName other = was->place; other.isEvent(); other = past.at(other).place)
      isBefore[past.at(other).slot] = true;
  for (const EventName& other : past.order())
    if (const PastEvent& event = past.at(other); other.thread != name.thread && isSame(event))
      outcomes.push_back({!was || isBefore[event.slot] ? OutcomeKind::Before : OutcomeKind::After, name, other,
                          was ? was->way : Way{}});
}

} // namespace

std::vector<Outcome> Sideways::outcomesAt(const EventName& name) {
  std::vector<Outcome> outcomes;
  const Label* const label = labelAt(name);
  const PastEvent* const was = m_past.find(name);
  if (!label)
    return outcomes;
  if (readsMemory(label->kind))
    addSources(m_past, *label, name, outcomes);
  else if (label->kind == LabelKind::Write)
    addPlaces(
        m_past, name, [&](const PastEvent& event) { return event.writes && event.label.location == label->location; },
        outcomes);
  else if (label->kind == LabelKind::Object && !isUnordered(m_state.facts(), *label))
    addPlaces(
        m_past, name,
        [&](const PastEvent& event) {
          return event.label.kind == LabelKind::Object && event.label.object == label->object &&
                 !isUnordered(m_state.facts(), event.label);
        },
        outcomes);
  const std::size_t slot = was ? was->slot : m_past.order().size();
  const auto distance = [&](const Outcome& outcome) {
    const std::size_t other = outcome.other.isEvent() ? m_past.at(outcome.other).slot : 0;
    return other < slot ? slot - other : other - slot;
  };
  std::ranges::stable_sort(outcomes, {}, distance);
  addWays(name, *label, outcomes);
  return outcomes;
}

std::optional<Outcome> Sideways::decisionWith(const Assignment& inputs) const {
  for (const EventName& name : m_past.order()) {
    const PastEvent& event = m_past.at(name);
    if (!isDecision(event.label.kind))
      continue;
    const std::uint64_t value = m_state.pool().evaluate(event.label.value.expr, inputs);
    const Way way = wayWith(event.label, value);
    if (way != event.way)
      return Outcome{.kind = OutcomeKind::Takes, .event = name, .other = {}, .way = way};
  }
  return std::nullopt;
}

// The other ways of a decision or an operation: for numbers, the smallest and the next larger ones. The other side of a
// condition also where it is impossible.
void Sideways::addWays(const EventName& name, const Label& label, std::vector<Outcome>& outcomes) {
  constexpr unsigned mostNumbers = 8;
  const PastEvent* const was = m_past.find(name);
  if (!was || differsIn(label) == Differs::Never || isMemory(label.kind))
    return;
  makeNeeds({.kind = OutcomeKind::Takes, .event = name});
  if (const Label* const next = m_state.nextLabel(name.thread);
      !next || !sameStep(*next, label) || !m_state.steps().enabled(name.thread, *next))
    return;
  GraphStep step(m_state, name.thread, label);
  unsigned found = 0;
  for (std::optional<Way> way = firstWay(label, step).possible(); way && found < mostNumbers;
       way = nextWay(label, step, *way), found++)
    if (*way != was->way)
      outcomes.push_back(
          {.kind = OutcomeKind::Takes, .event = name, .way = *way, .manner = mannerOfWay(name.thread, label, *way)});
  if (const Way other{.taken = !was->way.taken};
      differsIn(label) == Differs::Side && isPossible(label, step, other) != Sat::Yes)
    outcomes.push_back({.kind = OutcomeKind::Takes, .event = name, .way = other});
}

// The thread's next step happens in this way.
NamedManner Sideways::mannerOfWay(ThreadId thread, const Label& label, const Way& way) {
  if (differsIn(label) == Differs::Number)
    return {Manner::Number, way.number};
  return label.kind == LabelKind::Object
             ? mannerOf(label, m_state.graph().objectState(label.object), thread, way.outcome)
             : NamedManner{};
}

} // namespace revisit
