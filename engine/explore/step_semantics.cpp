#include "explore/step_semantics.h"

#include <vector>

namespace revisit {

bool StepSemantics::enabled(ThreadId thread, const Label& label, std::uint32_t section) const {
  if (label.kind == LabelKind::Object)
    return applyOperation(m_graph.objectState(label.object, section), thread, label.operation, label.argument).enabled;
  if (label.kind == LabelKind::Join) {
    if (label.child.value() >= m_graph.threadCount() || !m_graph.ended(label.child))
      return false;
    return m_graph.event(m_graph.tail(label.child)).label->kind == LabelKind::End;
  }
  return true;
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

void StepSemantics::placeAccess(ThreadId thread, const Label& label, const Choice& choice, Placement& place) const {
  if (place.free && label.kind == LabelKind::Rmw) {
    place.writes = true;
    place.coAfter = choice.coAfter;
    place.seen.value = m_graph.event(choice.coAfter).written; // to be shown; see showUpdates
    place.written = valueAfter(pool(), place.seen.value, m_program.locationSize(label.location), label);
    return;
  }
  const bool reads = readsMemory(label.kind);
  const Cell cell = reads ? cellOf(choice.source) : Cell{};
  MemoryStep step = accessCell(pool(), cell, m_program.locationSize(label.location), label, choice.taken);
  if (choice.silent && !step.writes) {
    step.writes = true;
    step.after = cell;
  }
  if (reads)
    place.rf = choice.source;
  place.seen = step.seen;
  place.condition = step.condition;
  place.outcome = step.spurious ? 1 : 0;
  const bool isOver = m_lifetimes == Lifetimes::ByCause && m_graph.hasLifetimes(label.location) &&
                      !changesLife(label) && !isOwned(label.lifetime) && isOverByCause(thread, label, place.rf);
  if (isOver)
    place.seen.memory = MemoryLife::Over;
  if (!step.writes)
    return;
  place.writes = true;
  place.coAfter = reads ? choice.source : choice.coAfter;
  place.written = step.after.value;
  place.leaves = isOver ? MemoryLife::Over : step.after.life;
}

void StepSemantics::placeOperation(ThreadId thread, const Label& label, Placement& place) const {
  const ObjectEffect effect = applyOperation(m_graph.objectState(label.object, place.sectionNumber), thread,
                                             label.operation, label.argument, place.outcome);
  place.seen.value = Value::concrete(effect.result);
  place.object = effect.after;
  if (label.operation == ObjectOp::BarrierPass)
    place.follows = m_graph.completingArrival(m_graph.tail(thread));
}

Placement StepSemantics::place(ThreadId thread, const Label& label, const Choice& choice, bool ordered,
                               std::uint32_t section, bool free) const {
  Placement place;
  place.free = free;
  place.sectionNumber = section;
  place.outcome = choice.outcome;
  place.displaced = choice.displaced;
  place.passed = choice.passed;
  place.stamp = choice.stamp;
  place.ordered = ordered;
  switch (label.kind) {
  case LabelKind::Read:
  case LabelKind::Write:
  case LabelKind::Rmw:
  case LabelKind::Cas:
    placeAccess(thread, label, choice, place);
    break;
  case LabelKind::Object:
    placeOperation(thread, label, place);
    break;
  case LabelKind::Join:
    place.seen.value = m_graph.event(m_graph.tail(label.child)).label->value;
    break;
  case LabelKind::Constraint:
  case LabelKind::Assume:
    place.condition = label.value.expr;
    place.seen.taken = choice.taken;
    break;
  case LabelKind::Enumerate:
    place.seen.value = Value::concrete(choice.number);
    place.condition = pool().eq(label.value.expr, pool().constant(pool().width(label.value.expr), choice.number));
    break;
  default:
    break;
  }
  return place;
}

} // namespace revisit
