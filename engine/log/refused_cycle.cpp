#include "log/refused_cycle.h"

#include "log/logged_graph.h"
#include "log/step_text.h"
#include "query/axioms/forbidding_cycle.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {

namespace {

bool isInitial(const LogEvent& event) {
  return event.presence == LogEvent::Presence::Initial;
}

bool isInside(const LoggedGraph& graph, const WitnessEventRef& event) {
  return event.thread < graph.threads.size() && event.index < graph.threads[event.thread].size();
}

// Lets the event, which is the last one of its thread, read from the other one and stand behind it in coherence, as far
// as it reads and writes.
void choose(LoggedGraph& graph, const WitnessEventRef& self, const LogEvent& other) {
  LogEvent& event = graph.threads[self.thread][self.index];
  if (event.shown->reads)
    event.readsFrom = isInitial(other) ? std::nullopt : std::optional(other.self);
  if (!event.shown->writes || event.place == noLogEntry)
    return;
  if (event.place >= graph.orders.size())
    graph.orders.resize(event.place + 1);
  std::vector<WitnessEventRef>& order = graph.orders[event.place];
  std::erase(order, self);
  const auto before = isInitial(other) ? order.end() : std::ranges::find(order, other.self);
  order.insert(before == order.end() ? order.begin() : before + 1, self);
}

// Adds an event that is not in the graph as the last one of its thread. Whether it is the next one of it.
bool append(LoggedGraph& graph, LogEvent event) {
  const WitnessEventRef self = event.self;
  if (self.thread >= graph.threads.size())
    graph.threads.resize(self.thread + 1);
  if (graph.threads[self.thread].size() != self.index)
    return false;
  event.presence = LogEvent::Presence::InGraph;
  event.readsFrom.reset();
  graph.threads[self.thread].push_back(std::move(event));
  graph.added.push_back(self);
  return true;
}

std::string axiomText(const ForbiddingCycle& cycle, const LoggedGraph& graph, const Timeline& timeline,
                      const ThreadNames& threads) {
  const auto named = [&](EventNumber number) {
    const WitnessEvent& event = timeline.event(number);
    return mention(graph.threads[event.thread][event.index], threads);
  };
  const std::vector<AxiomEdge>& edges = cycle.edges;
  switch (cycle.axiom) {
  case Axiom::Sequential:
    return fmt::format("{} is newer and comes before it", named(edges.front().to));
  case Axiom::Coherence:
    return edges.size() == 2 ? fmt::format("{} is newer and happens before it", named(edges.front().to))
                             : fmt::format("{} has read {}, which is newer, and happens before it", named(edges[1].to),
                                           named(edges.front().to));
  case Axiom::CoherenceOrder:
    return fmt::format("happens-before and coherence put {} before it", named(edges.front().to));
  case Axiom::PartialSc:
    return "the order of the seq_cst accesses and fences would have a cycle (psc)";
  case Axiom::StoreBuffers:
    break;
  }
  return fmt::format("{} is newer and has left its store buffer before", named(edges.front().to));
}

// The cycle of a graph in which the choice of the events was made all the same.
RefusedCycle cycleOf(LoggedGraph graph, const std::vector<std::string>& names,
                     const std::vector<WitnessEventRef>& chosen) {
  const ModelKind model = graph.model;
  // Under sequential consistency the order of the schedule is coherence. With the choice there is none that is.
  if (model == ModelKind::Sc)
    graph.model = ModelKind::Rc11;
  Witness witness = witnessOf(graph, names, EventOrder::AsAdded);
  witness.options.memoryModel = model;
  // Models judge whole locations, and a program need not say where they lie.
  for (WitnessEvent& event : witness.schedule)
    if (const std::uint32_t place = graph.threads[event.thread][event.index].place;
        isMemory(event.kind) && place != noLogEntry) {
      event.address = place + 1;
      event.size = 1;
    }
  const Result<Timeline> made = Timeline::make(std::move(witness));
  if (!made)
    return {};
  const Timeline& timeline = made.value();
  std::vector<EventNumber> numbers;
  for (const WitnessEventRef& event : chosen)
    if (const auto number = timeline.numberOf(event.thread, event.index))
      numbers.push_back(*number);
  const ForbiddingCycle cycle = forbiddingCycle(timeline, numbers);
  if (cycle.edges.empty())
    return {};
  const auto reference = [&](EventNumber number) {
    return WitnessEventRef{timeline.event(number).thread, timeline.event(number).index};
  };
  RefusedCycle found;
  for (const AxiomEdge& edge : cycle.edges)
    found.edges.push_back({edge.relation, reference(edge.from), reference(edge.to)});
  found.text = fmt::format("{}; the cycle: {}", axiomText(cycle, graph, timeline, names), cycleText(found));
  return found;
}

bool isForbidden(const StepCandidate& candidate) {
  return candidate.refusal == Refusal::Inconsistent && candidate.other;
}

bool isForbiddenRevisit(const Step& step) {
  return step.kind == ActionKind::RevisitRefused && step.refusal == Refusal::Inconsistent && step.event && step.other &&
         step.source;
}

} // namespace

bool hasForbidden(const Step& step) {
  return isForbiddenRevisit(step) || std::ranges::any_of(step.candidates, isForbidden);
}

void addCycles(const ExplorationLog& log, Step& step) {
  if (!hasForbidden(step))
    return;
  const LoggedGraph graph = log.graphAfter(step.number);
  const std::vector<std::string> names = log.threadNames();
  if (step.event && isInside(graph, step.event->self))
    for (StepCandidate& candidate : step.candidates)
      if (isForbidden(candidate)) {
        LoggedGraph chosen = graph;
        choose(chosen, step.event->self, *candidate.other);
        candidate.cycle = cycleOf(std::move(chosen), names, {step.event->self});
      }
  if (!isForbiddenRevisit(step))
    return;
  LoggedGraph revisited = graph;
  if (!append(revisited, *step.event))
    return;
  choose(revisited, step.event->self, *step.source);
  if (!append(revisited, *step.other))
    return;
  LogEvent writer = *step.event;
  choose(revisited, step.other->self, writer);
  step.cycle = cycleOf(std::move(revisited), names, {step.event->self, step.other->self});
}

std::string cycleText(const RefusedCycle& cycle) {
  std::string text;
  for (const RefusedCycle::Edge& edge : cycle.edges)
    text += fmt::format("({},{}) -{}-> ", edge.from.thread, edge.from.index, nameOf(edge.relation));
  if (cycle.edges.empty())
    return text;
  return text + fmt::format("({},{})", cycle.edges.front().from.thread, cycle.edges.front().from.index);
}

} // namespace revisit
