#include "query/axioms/forbidding_cycle.h"

#include "program/objects/synchronization.h"
#include "program/store_order.h"
#include "query/axioms/partial_sc.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

namespace revisit {

namespace {

using Edges = std::vector<AxiomEdge>;

// Lists the edges that leave an event. Transitive relations lead to all that follows, so that shortest cycles are
// short.
class Relations {
public:
  explicit Relations(const Timeline& timeline) : m_timeline(timeline) {}

  void addReaders(Edges& edges, EventNumber event, bool ofOtherThreads) const {
    for (const EventNumber reader : m_timeline.readersOf(event))
      if (!ofOtherThreads || m_timeline.event(reader).thread != m_timeline.event(event).thread)
        edges.push_back({AxiomRelation::ReadsFrom, event, reader});
  }

  // To the coherence-later writes: co from a write, fr from what only reads.
  void addOverwriters(Edges& edges, EventNumber event) const {
    const WitnessEvent& access = m_timeline.event(event);
    if (!isMemory(access.kind) || (!access.writes && !access.reads))
      return;
    const std::optional<EventNumber> base = access.writes ? event : m_timeline.readsFrom(event);
    for (const EventNumber other : m_timeline.coherenceOrder(m_timeline.rangeOf(event)))
      if (other != event && (!base || (other != *base && m_timeline.coherenceBefore(*base, other))))
        edges.push_back({access.writes ? AxiomRelation::Coherence : AxiomRelation::FromReads, event, other});
  }

  // To the operations that depend on this one; a failed attempt changes nothing.
  void addChain(Edges& edges, EventNumber event) const {
    const WitnessEvent& operation = m_timeline.event(event);
    if (!operation.objectOp ||
        synchronizationOf(*operation.objectOp, operation.seen.value_or(object_result::ok)) == Synchronization::None)
      return;
    for (const EventNumber later : m_timeline.chainOf(event))
      if (later > event)
        edges.push_back({AxiomRelation::ObjectChain, event, later});
  }

  void addThreads(Edges& edges, EventNumber event) const {
    const WitnessEvent& from = m_timeline.event(event);
    if (const auto child = m_timeline.childOf(event); child && from.kind == LabelKind::Create)
      for (const EventNumber first : m_timeline.eventsOf(*child))
        edges.push_back({AxiomRelation::Create, event, first});
    for (const EventNumber join : m_timeline.ofKind(EventKind::Join))
      if (m_timeline.event(join).kind == LabelKind::Join && m_timeline.childOf(join) == from.thread)
        edges.push_back({AxiomRelation::Join, event, join});
  }

private:
  const Timeline& m_timeline;
};

// A shortest cycle through the event, breadth first.
template <class Successors>
Edges cycleThrough(const Timeline& timeline, EventNumber event, const Successors& successors) {
  std::vector<AxiomEdge> reachedBy(timeline.size() + 1);
  std::deque<EventNumber> open = {event};
  while (!open.empty() && reachedBy[event].from == 0) {
    const EventNumber now = open.front();
    open.pop_front();
    for (const AxiomEdge& edge : successors(now))
      if (reachedBy[edge.to].from == 0) {
        reachedBy[edge.to] = edge;
        open.push_back(edge.to);
      }
  }
  Edges edges;
  if (reachedBy[event].from == 0)
    return edges;
  EventNumber now = event;
  do {
    edges.insert(edges.begin(), reachedBy[now]);
    now = reachedBy[now].from;
  } while (now != event);
  return edges;
}

template <class Successors>
Edges shortestCycle(const Timeline& timeline, const std::vector<EventNumber>& chosen, const Successors& successors) {
  Edges best;
  for (const EventNumber event : chosen)
    if (Edges edges = cycleThrough(timeline, event, successors);
        !edges.empty() && (best.empty() || edges.size() < best.size()))
      best = std::move(edges);
  return best;
}

Edges programOrder(const Timeline& timeline, EventNumber event) {
  Edges edges;
  for (auto later = timeline.nextOfThread(event); later; later = timeline.nextOfThread(*later))
    edges.push_back({AxiomRelation::ProgramOrder, event, *later});
  return edges;
}

ForbiddingCycle sequentialCycle(const Timeline& timeline, const std::vector<EventNumber>& chosen) {
  const Relations relations(timeline);
  return {Axiom::Sequential, shortestCycle(timeline, chosen, [&](EventNumber event) {
            Edges edges = programOrder(timeline, event);
            relations.addReaders(edges, event, false);
            relations.addOverwriters(edges, event);
            relations.addChain(edges, event);
            relations.addThreads(edges, event);
            return edges;
          })};
}

// irreflexive(po; eco), as far as the chosen event ends it: it is the last one of its thread.
Edges coherenceCycle(const Timeline& timeline, const std::vector<EventNumber>& chosen, AxiomRelation order,
                     const auto& before) {
  const Relations relations(timeline);
  Edges best;
  for (const EventNumber event : chosen) {
    Edges later;
    relations.addOverwriters(later, event);
    for (const AxiomEdge& edge : later)
      if (before(edge.to, event))
        return {edge, {order, edge.to, event}};
    for (const AxiomEdge& edge : later)
      for (const EventNumber reader : timeline.readersOf(edge.to))
        if (best.empty() && before(reader, event))
          best = {edge, {AxiomRelation::ReadsFrom, edge.to, reader}, {order, reader, event}};
  }
  return best;
}

BufferedStep bufferedStep(const WitnessEvent& event) {
  const MemoryOrder order = event.order.value_or(MemoryOrder::Plain);
  return {bufferRoleOf(event.kind, event.rmw.value_or(RmwOp::Exchange), order), order};
}

ForbiddingCycle bufferCycle(const Timeline& timeline, const std::vector<EventNumber>& chosen, StoreBufferKind kind) {
  const auto isEarlier = [&](EventNumber first, EventNumber second) {
    return first < second && timeline.event(first).thread == timeline.event(second).thread;
  };
  if (Edges edges = coherenceCycle(timeline, chosen, AxiomRelation::ProgramOrder, isEarlier); !edges.empty())
    return {Axiom::StoreBuffers, std::move(edges)};
  const Relations relations(timeline);
  return {Axiom::StoreBuffers, shortestCycle(timeline, chosen, [&](EventNumber event) {
            Edges edges;
            for (const AxiomEdge& edge : programOrder(timeline, event))
              if (staysBefore(kind, bufferedStep(timeline.event(event)), bufferedStep(timeline.event(edge.to)),
                              timeline.rangeOf(event).overlaps(timeline.rangeOf(edge.to))))
                edges.push_back({AxiomRelation::PreservedOrder, event, edge.to});
            relations.addReaders(edges, event, true);
            relations.addOverwriters(edges, event);
            relations.addChain(edges, event);
            relations.addThreads(edges, event);
            return edges;
          })};
}

Edges coherenceOrderCycle(const HappensBefore& before, const std::vector<EventNumber>& chosen) {
  const Timeline& timeline = before.timeline();
  const Relations relations(timeline);
  return shortestCycle(timeline, chosen, [&](EventNumber event) {
    Edges edges;
    if (timeline.event(event).writes)
      relations.addOverwriters(edges, event);
    for (EventNumber later = event + 1; later <= timeline.size(); later++)
      if (before.before(event, later))
        edges.push_back({AxiomRelation::HappensBefore, event, later});
    return edges;
  });
}

// Of the models that are defined by happens-before.
ForbiddingCycle happensBeforeCycle(const Timeline& timeline, const std::vector<EventNumber>& chosen, ModelKind model) {
  const HappensBefore before(timeline);
  const auto isBefore = [&](EventNumber first, EventNumber second) { return before.before(first, second); };
  if (Edges edges = coherenceCycle(timeline, chosen, AxiomRelation::HappensBefore, isBefore); !edges.empty())
    return {Axiom::Coherence, std::move(edges)};
  if (model == ModelKind::Sra)
    return {Axiom::CoherenceOrder, coherenceOrderCycle(before, chosen)};
  return {Axiom::PartialSc, model == ModelKind::Rc11 ? PartialSc(before).cycle() : Edges()};
}

} // namespace

ForbiddingCycle forbiddingCycle(const Timeline& timeline, const std::vector<EventNumber>& chosen) {
  if (timeline.size() > maxEventsOfAxioms)
    return {};
  const ModelKind model = timeline.witness().options.memoryModel;
  switch (model) {
  case ModelKind::Sc:
    return sequentialCycle(timeline, chosen);
  case ModelKind::Tso:
    return bufferCycle(timeline, chosen, StoreBufferKind::Tso);
  case ModelKind::Pso:
    return bufferCycle(timeline, chosen, StoreBufferKind::Pso);
  case ModelKind::Sra:
  case ModelKind::Ra:
  case ModelKind::Rc11:
    return happensBeforeCycle(timeline, chosen, model);
  }
  return {};
}

std::string arrowsText(const Timeline& timeline, const ForbiddingCycle& cycle) {
  std::string text;
  for (const AxiomEdge& edge : cycle.edges)
    text += fmt::format("{} -{}-> ", referenceText(timeline.event(edge.from)), nameOf(edge.relation));
  return text.empty() ? text : text + referenceText(timeline.event(cycle.edges.front().from));
}

} // namespace revisit
