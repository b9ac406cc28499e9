#include "explore/step_semantics.h"

#include "program/value_ops.h"

namespace revisit {

bool StepSemantics::enabled(ThreadId thread, const Label& label) const {
  if (label.kind == LabelKind::Object)
    return applyOperation(m_graph.objectState(label.object), thread, label.operation, label.argument).enabled;
  if (label.kind == LabelKind::Join) {
    if (label.child.value() >= m_graph.threadCount() || !m_graph.ended(label.child))
      return false;
    return m_graph.event(m_graph.tail(label.child)).label->kind == LabelKind::End;
  }
  return true;
}

Value StepSemantics::valueFrom(EventId source, const Label& label) const {
  return readPart(pool(), m_graph.event(source).written, m_program.locationSize(label.location), label.offset,
                  label.size);
}

MemoryLife StepSemantics::lifeFrom(EventId source, const Label& label) const {
  const MemoryLife life = m_graph.event(source).leaves;
  const bool isSeen =
      life == MemoryLife::Fresh ? label.lifetime == Lifetime::NeedsContent : label.lifetime != Lifetime::Owned;
  return isSeen ? life : MemoryLife::Alive;
}

ExprId StepSemantics::storesFrom(EventId source, const Label& label) const {
  if (!mayOnlyRead(label))
    return pool().boolean(true);
  if (neverStores(label))
    return pool().boolean(false);
  const unsigned size = label.size != 0 ? label.size : m_program.locationSize(label.location);
  const Value old = valueFrom(source, label);
  if (label.kind == LabelKind::Cas)
    return equalValues(pool(), old, label.expected, size);
  return pool().bitNot(equalValues(pool(), old, applyRmw(pool(), label.rmw, old, label.value, size), size));
}

bool StepSemantics::needsOrder(ThreadId thread, const Label& label) const {
  const EventId tail = m_graph.tail(thread);
  const auto dependsOn = [&](EventId id) { return tail.valid() && m_graph.within(id, m_graph.clock(tail)); };
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

void StepSemantics::store(const Label& label, EventId source, const Value& part, Placement& place) const {
  const unsigned whole = m_program.locationSize(label.location);
  place.writes = true;
  place.coAfter = source;
  place.written = writePart(pool(), m_graph.event(source).written, whole, label.offset, label.size, part);
  place.leaves = place.seen.memory == MemoryLife::Over ? MemoryLife::Over : MemoryLife::Alive;
}

void StepSemantics::placeUpdate(const Label& label, const Choice& choice, Placement& place) const {
  const unsigned size = label.size != 0 ? label.size : m_program.locationSize(label.location);
  const Value old = valueFrom(choice.source, label);
  place.rf = choice.source;
  if (label.rmw != RmwOp::Insert)
    place.seen.value = old;
  place.seen.memory = lifeFrom(choice.source, label);
  if (mayOnlyRead(label)) {
    place.seen.taken = choice.taken;
    if (const ExprId changes = storesFrom(choice.source, label); !pool().isConstant(changes))
      place.condition = changes;
    if (!choice.taken)
      return;
  }
  store(label, choice.source, applyRmw(pool(), label.rmw, old, label.value, size), place);
}

void StepSemantics::placeSwap(const Label& label, const Choice& choice, Placement& place) const {
  const ExprId equal = storesFrom(choice.source, label);
  place.rf = choice.source;
  place.seen = {valueFrom(choice.source, label), choice.taken, lifeFrom(choice.source, label)};
  if (!pool().isConstant(equal))
    place.condition = equal;
  if (choice.taken)
    store(label, choice.source, label.value, place);
}

void StepSemantics::placeOperation(ThreadId thread, const Label& label, Placement& place) const {
  const ObjectEffect effect =
      applyOperation(m_graph.objectState(label.object), thread, label.operation, label.argument, place.outcome);
  place.seen.value = Value::concrete(effect.result);
  place.object = effect.after;
  if (label.operation == ObjectOp::BarrierPass)
    place.follows = m_graph.completingArrival(m_graph.tail(thread));
}

Placement StepSemantics::place(ThreadId thread, const Label& label, const Choice& choice, bool ordered) const {
  Placement place;
  place.outcome = choice.outcome;
  place.displaced = choice.displaced;
  place.stamp = choice.stamp;
  place.ordered = ordered;
  switch (label.kind) {
  case LabelKind::Read:
    place.rf = choice.source;
    place.seen.value = valueFrom(choice.source, label);
    place.seen.memory = lifeFrom(choice.source, label);
    break;
  case LabelKind::Write:
    place.writes = true;
    place.coAfter = choice.coAfter;
    place.written = label.value;
    place.leaves = label.lifetime == Lifetime::Ends     ? MemoryLife::Over
                   : label.lifetime == Lifetime::Begins ? MemoryLife::Fresh
                                                        : MemoryLife::Alive;
    break;
  case LabelKind::Rmw:
    placeUpdate(label, choice, place);
    break;
  case LabelKind::Cas:
    placeSwap(label, choice, place);
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
