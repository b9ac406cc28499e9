#include "explore/step_semantics.h"

#include <vector>

namespace revisit {

bool StepSemantics::enabled(ThreadId thread, const Label& label, std::uint32_t section) const {
  if (label.kind == LabelKind::Object) {
    const ObjectState object = m_graph.objectState(label.object, section);
    return isEnabled(label, {.thread = thread, .object = &object});
  }
  return isEnabled(
      label, {.thread = thread, .lastOfChild = label.kind == LabelKind::Join ? m_graph.endOf(label.child) : nullptr});
}

Cell StepSemantics::cellOf(EventId write) const {
  std::vector<EventId> updates; // free ones, the newest first
  for (; m_graph.event(write).isFreeUpdate(); write = m_graph.event(write).previous)
    updates.push_back(write);
  const Event& event = m_graph.event(write);
  Cell cell{event.written, event.leaves};
  for (; !updates.empty(); updates.pop_back()) {
    const Label& update = *m_graph.event(updates.back()).label;
    cell = {valueAfter(pool(), cell.value, m_program.locationSize(update.location), update), MemoryLife::Alive};
  }
  return cell;
}

Value StepSemantics::valueFrom(EventId source, const Label& label) const {
  return valueSeen(pool(), cellOf(source), m_program.locationSize(label.location), label);
}

MemoryLife StepSemantics::lifeFrom(EventId source, const Label& label) const {
  return lifeSeen(cellOf(source), label);
}

ExprId StepSemantics::storesFrom(EventId source, const Label& label) const {
  return storesInto(pool(), cellOf(source), m_program.locationSize(label.location), label);
}

bool StepSemantics::needsOrder(ThreadId thread, const Label& label) const {
  const auto dependsOn = [&](EventId id) { return m_graph.isBeforeNext(id, thread); };
  EventId before = m_graph.lastOperation(label.object);
  if (label.operation != ObjectOp::BarrierArrive)
    return before.valid() && !dependsOn(before);
  ThreadSet arriving;
  arriving.insert(thread);
  for (; before.valid() && m_graph.event(before).label->operation == ObjectOp::BarrierArrive;
       before = m_graph.event(before).previous)
    arriving.insert(m_graph.event(before).thread);
  return (before.valid() && !dependsOn(before)) || arriving.size() > m_graph.objectState(label.object).limit;
}

// Whether the newest event in the causal prefix of the access that ends or begins the lifetime of its memory ends it.
bool StepSemantics::isOverByCause(ThreadId thread, const Label& label, EventId source) const {
  const EventId tail = m_graph.tail(thread);
  const auto isCause = [&](EventId id) {
    return (tail.valid() && m_graph.within(id, m_graph.clock(tail))) ||
           (source.valid() && !m_graph.isInitial(source) && m_graph.within(id, m_graph.clock(source)));
  };
  for (EventId w = m_graph.latestWrite(label.location); !m_graph.isInitial(w); w = m_graph.event(w).previous)
    if (const Label& write = *m_graph.event(w).label; changesLife(write) && isCause(w))
      return write.lifetime == Lifetime::Ends;
  return false;
}

// An update that is free observes nothing, and what it reads is only to be shown (showUpdates).
void StepSemantics::placeFreeUpdate(const Label& label, const Choice& choice, Placement& place) const {
  place.writes = true;
  place.coAfter = choice.coAfter;
  place.seen.value = m_graph.event(choice.coAfter).written;
  place.written = valueAfter(pool(), place.seen.value, m_program.locationSize(label.location), label);
}

void StepSemantics::placeAccess(ThreadId thread, const Label& label, const Choice& choice, const StepEffect& effect,
                                Placement& place) const {
  const bool reads = readsMemory(label.kind);
  if (reads)
    place.rf = choice.source;
  const bool isSilent = choice.silent && !effect.writes;
  const Cell after = isSilent ? cellOf(choice.source) : effect.after;
  const bool isOver = m_lifetimes == Lifetimes::ByCause && m_graph.hasLifetimes(label.location) &&
                      !changesLife(label) && !isOwned(label.lifetime) && isOverByCause(thread, label, place.rf);
  if (isOver)
    place.seen.memory = MemoryLife::Over;
  if (!effect.writes && !isSilent)
    return;
  place.writes = true;
  place.coAfter = reads ? choice.source : choice.coAfter;
  place.written = after.value;
  place.leaves = isOver ? MemoryLife::Over : after.life;
}

Placement StepSemantics::place(ThreadId thread, const Label& label, const Choice& choice, bool countsForIdentity,
                               std::uint32_t section, bool free) const {
  Placement place;
  place.free = free;
  place.sectionNumber = section;
  place.displaced = choice.displaced;
  place.displacedSection = choice.displacedSection;
  place.stamp = choice.stamp;
  place.countsForIdentity = countsForIdentity;
  if (free && label.kind == LabelKind::Rmw) {
    placeFreeUpdate(label, choice, place);
    return place;
  }
  if (label.kind == LabelKind::Object) {
    const ObjectState object = m_graph.objectState(label.object, section);
    const StepEffect effect = effectOf(pool(), label, {.thread = thread, .object = &object}, choice.way, place.object);
    place.seen = effect.seen;
    place.outcome = effect.outcome;
    if (label.operation == ObjectOp::BarrierPass)
      place.follows = m_graph.completingArrival(m_graph.tail(thread));
    return place;
  }
  Surroundings met{.thread = thread};
  if (isMemory(label.kind))
    met.bytes = m_program.locationSize(label.location);
  if (readsMemory(label.kind))
    met.cell = cellOf(choice.source);
  else if (label.kind == LabelKind::Join)
    met.lastOfChild = m_graph.endOf(label.child);
  const StepEffect effect = effectOf(pool(), label, met, choice.way, place.object);
  place.seen = effect.seen;
  place.condition = effect.condition;
  place.side = effect.side;
  place.outcome = effect.outcome;
  if (isMemory(label.kind))
    placeAccess(thread, label, choice, effect, place);
  return place;
}

} // namespace revisit
