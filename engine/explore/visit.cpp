#include "explore/visit.h"

#include "explore/linearize.h"
#include "program/value_ops.h"

namespace revisit {

Visit::Visit(Program& program, MemoryModel& model, Solver& solver)
    : m_program(program), m_model(model), m_solver(solver), m_graph(program) {}

void Visit::reset() {
  m_isLost = false;
  m_graph.reset();
  m_model.reset();
  m_restart = false;
}

void Visit::undoTo(const Mark& mark) {
  m_isLost = false;
  m_model.undoTo(mark.model);
  m_graph.undoTo(mark.graph);
}

const Label* Visit::nextLabel(ThreadId thread) {
  const StateId state = m_graph.state(thread);
  if (const Label* label = m_program.next(state)) {
    m_sections |= label->joined;
    return label;
  }
  const Result<Plan> path = plan();
  if (!path) {
    if (!m_isLost)
      fail(path.error());
    else if (m_sections && !m_sectionsWait) // no other side of what was decided can be told there
      fail({ErrorCode::Interrupted, "", "the solver gave up on the inputs of an execution"});
    return nullptr;
  }
  m_learnt++;
  const Result<Learnt> learnt = m_program.learn(path.value());
  if (!learnt) {
    fail(learnt.error());
    return nullptr;
  }
  if (learnt.value() == Learnt::Restart) {
    m_restart = true;
    return nullptr;
  }
  const Label* label = m_program.next(state);
  if (label)
    m_sections |= label->joined;
  else
    fail({ErrorCode::TargetFailed, m_program.threadName(thread),
          "a run brought to this place did not show what the thread does next"});
  return label;
}

bool Visit::enabled(ThreadId thread, const Label& label) const {
  if (label.kind == LabelKind::Object)
    return applyOperation(m_graph.objectState(label.object), thread, label.operation, label.argument).enabled;
  if (label.kind == LabelKind::Join) {
    if (label.child.value() >= m_graph.threadCount() || !m_graph.ended(label.child))
      return false;
    return m_graph.event(m_graph.tail(label.child)).label->kind == LabelKind::End;
  }
  return true;
}

bool Visit::alone(ThreadId thread) const {
  for (std::uint32_t t = 0; t < m_graph.threadCount(); t++)
    if (ThreadId(t) != thread && m_graph.created(ThreadId(t)))
      return false;
  return true;
}

bool Visit::wouldFail(ThreadId thread, const Label& label) {
  if (!readsMemory(label.kind))
    return false;
  const EventId newest = m_graph.lastWrite(label.location);
  const Observation seen{valueFrom(newest, label), false, lifeFrom(newest, label)};
  if (label.kind != LabelKind::Read) {
    const ExprId stores = storesFrom(newest, label);
    if (!pool().isConstant(stores) || pool().constantBits(stores) != 0)
      return false;
  }
  const StateId after = m_program.advance(m_graph.state(thread), seen);
  if (!m_program.next(after)) {
    const Mark before = mark();
    add(thread, label, {.source = newest});
    const Label* then = nextLabel(thread);
    undoTo(before);
    if (!then)
      return false;
  }
  return m_program.next(after)->kind == LabelKind::AwaitFailed;
}

Value Visit::valueFrom(EventId source, const Label& label) {
  return readPart(pool(), m_graph.event(source).written, m_program.locationSize(label.location), label.offset,
                  label.size);
}

MemoryLife Visit::lifeFrom(EventId source, const Label& label) const {
  const MemoryLife life = m_graph.event(source).leaves;
  const bool isSeen =
      life == MemoryLife::Fresh ? label.lifetime == Lifetime::NeedsContent : label.lifetime != Lifetime::Owned;
  return isSeen ? life : MemoryLife::Alive;
}

ExprId Visit::storesFrom(EventId source, const Label& label) {
  if (!mayOnlyRead(label))
    return pool().boolean(true);
  const unsigned size = label.size != 0 ? label.size : m_program.locationSize(label.location);
  const Value old = valueFrom(source, label);
  if (label.kind == LabelKind::Cas)
    return equalValues(pool(), old, label.expected, size);
  return pool().bitNot(equalValues(pool(), old, applyRmw(pool(), label.rmw, old, label.value, size), size));
}

bool Visit::isUnordered(const Label& operation) const {
  return operation.operation == ObjectOp::BarrierPass ||
         (isBarrierOp(operation.operation) && !m_ordered.contains(operation.object));
}

// A barrier whose number of participants is the number of threads that ever use it. Each round takes all of them, so
// program order determines the round of an arrival. No thread can observe, between its arrival and its pass, which of
// the other threads arrived first. So the arrivals keep the order in which they were added, this order is not part of
// the execution, and no arrival displaces another. An arrival's dependence on earlier arrivals adds nothing to what its
// thread depends on: the next step is the pass, which depends on the whole round. A pass changes nothing and follows
// the arrival that completed its round. It does not depend on which other thread passed or arrived again before. The
// order does matter when more threads use the barrier than a round takes, or when an arrival does not depend on an
// initialisation or destruction. Once that is seen, the exploration begins again, with the arrivals of that barrier
// ordered like all operations. Up to that step, the unordered exploration reaches the same execution, so it is seen if
// it exists.
void Visit::placeOperation(ThreadId thread, const Label& label, Placement& place) {
  const ObjectEffect effect =
      applyOperation(m_graph.objectState(label.object), thread, label.operation, label.argument, place.outcome);
  place.seen.value = Value::concrete(effect.result);
  place.object = effect.after;
  m_readsTogether |= label.operation == ObjectOp::RwlockRead && effect.after.count > 1;
  m_madeWay |= place.outcome != 0 && makesWay(label.operation);
  place.ordered = !isUnordered(label);
  if (label.operation == ObjectOp::BarrierPass) {
    place.follows = m_graph.completingArrival(m_graph.tail(thread));
  } else if (!place.ordered && needsOrder(thread, label)) {
    m_ordered.insert(label.object);
    m_restart = true;
  }
}

// Whether the order matters: see placeOperation. O(chain).
bool Visit::needsOrder(ThreadId thread, const Label& label) const {
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

EventId Visit::add(ThreadId thread, const Label& label, const StepChoice& choice) {
  Placement place;
  place.outcome = choice.outcome;
  place.displaced = choice.displaced;
  place.stamp = choice.stamp;
  const auto store = [&](const Value& part) {
    const unsigned whole = m_program.locationSize(label.location);
    place.writes = true;
    place.coAfter = choice.source;
    place.written = writePart(pool(), m_graph.event(choice.source).written, whole, label.offset, label.size, part);
    place.leaves = place.seen.memory == MemoryLife::Over ? MemoryLife::Over : MemoryLife::Alive;
  };
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
  case LabelKind::Rmw: {
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
        break;
    }
    store(applyRmw(pool(), label.rmw, old, label.value, size));
    break;
  }
  case LabelKind::Cas: {
    const ExprId equal = storesFrom(choice.source, label);
    place.rf = choice.source;
    place.seen = {valueFrom(choice.source, label), choice.taken, lifeFrom(choice.source, label)};
    if (!pool().isConstant(equal))
      place.condition = equal;
    if (choice.taken)
      store(label.value);
    break;
  }
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
  const StateId before = m_graph.state(thread);
  const StateId after = isTerminal(label.kind) ? before : m_program.advance(before, place.seen);
  const EventId id = m_graph.append(thread, label, after, place);
  m_model.appended(m_graph, id);
  return id;
}

void Visit::pathCondition(std::vector<ExprId>& out) const {
  pathCondition(out, [](EventId, const Event&) { return true; });
}

SmallestValue Visit::smallest(ExprId expr, std::uint64_t atLeast) {
  m_conditions.clear();
  pathCondition(m_conditions);
  const SmallestValue found = smallestValue(m_solver, pool(), m_conditions, expr, atLeast);
  if (found.sat == Sat::Unknown)
    noteUnknown();
  return found;
}

std::uint64_t Visit::widest(ExprId expr) {
  const unsigned width = pool().width(expr);
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

Sat Visit::feasible(ExprId extra) {
  m_conditions.clear();
  pathCondition(m_conditions);
  m_conditions.push_back(extra);
  const Sat sat = m_solver.check(m_conditions);
  if (sat == Sat::Unknown)
    m_solverGaveUp = true;
  return sat;
}

bool Visit::isReachable() {
  m_conditions.clear();
  pathCondition(m_conditions);
  return m_conditions.empty() || m_solver.check(m_conditions) == Sat::Yes;
}

Result<Plan> Visit::plan() {
  Plan plan;
  for (const EventId id : linearize(m_graph))
    if (const Event& event = m_graph.event(id); isScheduled(event.label->kind))
      plan.steps.push_back({event.thread, event.label->kind, event.outcome});
  m_conditions.clear();
  pathCondition(m_conditions);
  const Sat sat = m_conditions.empty() ? Sat::Yes : m_solver.check(m_conditions, &plan.inputs);
  if (sat == Sat::Unknown)
    noteUnknown();
  m_isLost = sat != Sat::Yes && m_solverGaveUp;
  if (sat != Sat::Yes)
    return Error{ErrorCode::Internal, "", "the solver found no inputs for a path that was thought feasible"};
  return plan;
}

} // namespace revisit
