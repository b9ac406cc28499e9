#include "graph/graph.h"

#include <algorithm>
#include <cassert>

namespace revisit {

ExecutionGraph::ExecutionGraph(Program& program) : m_program(program) {
  reset();
}

void ExecutionGraph::reset() {
  m_events.clear();
  m_clocks.clear();
  m_threads.clear();
  m_locations.clear();
  m_chains.clear();
  m_sectionChains.clear();
  m_log.clear();
  m_nextStamp = 1;
  m_eventCount = m_sectionEvents = m_freeOperations = 0;
  const ThreadId main = m_program.mainThread();
  growThreads(main.value() + 1);
  m_threads[main.value()].created = true;
  m_threads[main.value()].state = m_program.initialState();
}

void ExecutionGraph::growThreads(std::size_t count) {
  if (count <= m_threads.size())
    return;
  m_threads.resize(count);
  if (count > m_clocks.threads())
    m_clocks.addThreads(std::max(count, 2 * m_clocks.threads()));
}

EventId ExecutionGraph::newEvent() {
  m_events.emplace_back();
  if (m_clocks.size() < m_events.size()) // they stay when events are undone: each new event gets a clock of its own
    m_clocks.resize(2 * m_events.size());
  return EventId(static_cast<std::uint32_t>(m_events.size() - 1));
}

EventId ExecutionGraph::tail(ThreadId t) const {
  const Thread& thread = m_threads[t.value()];
  return thread.events.empty() ? thread.creator : thread.events.back();
}

EventId ExecutionGraph::initialWrite(LocationId location) {
  if (location.value() >= m_locations.size())
    m_locations.resize(location.value() + 1);
  LocationEnds& ends = m_locations[location.value()];
  if (!ends.initial.valid()) {
    // Initial writes occupy slots like events. The log keeps slots in stack order, so the creation of an initial write
    // is logged too.
    const EventId id = newEvent();
    m_clocks.empty(id.value());
    Event& event = m_events[id.value()];
    event.location = location;
    event.leaves = MemoryLife::Fresh;
    event.written = m_program.initialValue(location);
    event.writes = true;
    ends.initial = ends.last = id;
    logChange(id, true);
  }
  return m_locations[location.value()].initial;
}

EventId ExecutionGraph::lastWrite(LocationId location) {
  initialWrite(location);
  return m_locations[location.value()].last;
}

EventId ExecutionGraph::lastOperation(ObjectId object) const {
  return object.value() < m_chains.size() ? m_chains[object.value()] : EventId();
}

EventId ExecutionGraph::lastOfSections(ObjectId mutex) const {
  return mutex.value() < m_sectionChains.size() ? m_sectionChains[mutex.value()] : EventId();
}

ObjectState ExecutionGraph::objectState(ObjectId object, std::uint32_t sectionNumber) const {
  EventId last; // the newest lock or unlock that this section is ordered with, or one that is still open
  for (EventId e = sectionNumber != 0 ? lastOfSections(object) : EventId(); e.valid(); e = event(e).previous) {
    if (!areOrdered(object, sectionNumber, event(e).sectionNumber))
      continue;
    if (!last.valid())
      last = e;
    if (openSection(event(e).thread) == e)
      return event(e).object;
  }
  // Operations that are no sections are ordered with all sections.
  if (const EventId other = lastOperation(object); other.valid() && (!last.valid() || within(last, clock(other))))
    last = other;
  return last.valid() ? objectAfter(last) : ObjectState{};
}

EventId ExecutionGraph::openSection(ThreadId t) const {
  const EventId last = tail(t);
  if (!last.valid() || event(last).thread != t)
    return {};
  const EventId lock = event(last).section;
  return lock.valid() && lock != last && event(last).sectionNumber != 0 ? EventId() : lock;
}

// Other free operations may have been removed from the chain since a free one was added.
ObjectState ExecutionGraph::objectAfter(EventId operation) const {
  std::vector<EventId> free;
  for (; operation.valid() && event(operation).free; operation = event(operation).previous)
    free.push_back(operation);
  ObjectState state = operation.valid() ? event(operation).object : ObjectState{};
  for (; !free.empty(); free.pop_back()) {
    const Event& next = event(free.back());
    state = applyOperation(state, next.thread, next.label->operation, next.label->argument, next.outcome).after;
  }
  return state;
}

EventId ExecutionGraph::fixedBefore(EventId id) const {
  EventId before = event(id).previous;
  while (before.valid() && event(before).free)
    before = event(before).previous;
  return before;
}

EventId ExecutionGraph::completingArrival(EventId arrival) const {
  const ThreadId thread = event(arrival).thread;
  EventId at = arrival;
  while (!event(at).object.sets[ObjectState::woken].contains(thread))
    at = event(at).next;
  return at;
}

EventId ExecutionGraph::atomicReader(EventId write) const {
  for (EventId r = event(write).firstReader; r.valid(); r = event(r).nextReader)
    if (event(r).writes)
      return r;
  return {};
}

EventId& ExecutionGraph::lastOf(const Event& event) {
  if (event.label->kind == LabelKind::Object) {
    const std::size_t object = event.label->object.value();
    std::vector<EventId>& ends = event.sectionNumber != 0 ? m_sectionChains : m_chains;
    if (object >= ends.size())
      ends.resize(object + 1);
    return ends[object];
  }
  return m_locations[event.location.value()].last;
}

void ExecutionGraph::fillClock(EventId id) {
  const Event& event = m_events[id.value()];
  // A clock that covers an event covers its prefix too.
  const auto joinWith = [&](EventId other) {
    if (other.valid() && !within(other, clock(id)))
      m_clocks.join(id.value(), other.value());
  };
  const Thread& thread = m_threads[event.thread.value()];
  if (const EventId before = event.index == 0 ? thread.creator : thread.events[event.index - 1]; before.valid())
    m_clocks.assign(id.value(), clock(before));
  else
    m_clocks.empty(id.value());
  joinWith(event.rf);
  joinWith(event.twin);
  if (event.label->kind == LabelKind::Object)
    forEachRequired(id, joinWith);
  else if (event.label->kind == LabelKind::Join)
    joinWith(tail(event.label->child));
  m_clocks.of(id.value())[event.thread.value()] = event.index + 1;
}

namespace {

// Whether two equal threads go on alike after these steps, which are the same. What has a place in coherence or in the
// chain of an object has a place of its own.
bool isSameChoice(const Event& one, const Event& other) {
  return (isMemory(one.label->kind) && !one.writes && !other.writes && one.rf == other.rf && one.seen == other.seen) ||
         one.label->kind == LabelKind::Fence;
}

} // namespace

EventId ExecutionGraph::append(ThreadId thread, const Label& label, StateId after, const Placement& placement) {
  if (label.kind == LabelKind::Create)
    growThreads(label.child.value() + 1);
  if (isMemory(label.kind))
    initialWrite(label.location);
  const EventId id = newEvent();
  Event& event = m_events[id.value()];
  const Thread& owner = m_threads[thread.value()];
  assert(owner.created && !owner.ended);
  event.thread = thread;
  event.index = static_cast<std::uint32_t>(owner.events.size());
  event.stamp = placement.stamp != 0 ? placement.stamp : m_nextStamp;
  m_nextStamp = std::max(m_nextStamp, event.stamp + 1);
  event.label = &label;
  event.before = owner.state;
  event.after = after;
  event.seen = placement.seen;
  event.written = placement.written;
  event.condition = placement.condition;
  event.side = placement.side;
  event.rf = placement.rf;
  event.object = placement.object;
  event.outcome = placement.outcome;
  event.displaced = placement.displaced;
  event.leaves = placement.leaves;
  event.writes = placement.writes;
  if (isMemory(label.kind)) {
    event.location = label.location;
    event.reads = readsMemory(label.kind) && placement.rf.valid();
  }
  if (event.writes)
    event.previous = placement.coAfter;
  else if (label.kind == LabelKind::Object)
    event.previous = placement.sectionNumber != 0 ? lastOfSections(label.object)
                     : placement.follows.valid()  ? placement.follows
                                                  : lastOperation(label.object);
  event.isDependedOn = label.kind == LabelKind::Object && !placement.follows.valid();
  event.countsForIdentity = event.isDependedOn && placement.countsForIdentity;
  event.free = placement.free;
  event.sectionNumber = placement.sectionNumber;
  event.displacedSection = placement.displacedSection;
  const bool locks = isOperation(label, ObjectOp::MutexLock);
  event.section = locks && event.sectionNumber != 0 ? id : openSection(thread);
  event.locks = locks + (event.index == 0 ? 0 : m_events[owner.events.back().value()].locks);
  event.twin = placement.twin;
  event.isLikeTwin = event.twin.valid() && isSameChoice(event, m_events[event.twin.value()]);
  event.elder = placement.elder;
  if (event.rf.valid())
    event.nextReader = m_events[event.rf.value()].firstReader;
  if (event.writes)
    event.next = m_events[event.previous.value()].next;
  fillClock(id);
  link(id);
  logChange(id, true);
  return id;
}

namespace {

bool isFreeOperation(const Event& event) {
  return event.free && event.label->kind == LabelKind::Object;
}

} // namespace

// Inserts an event, whose own neighbour fields are set, into its thread and lists. The exact inverse of unlink.
void ExecutionGraph::link(EventId id) {
  Event& event = m_events[id.value()];
  Thread& thread = m_threads[event.thread.value()];
  m_eventCount++;
  thread.events.push_back(id);
  thread.state = event.after;
  if (event.condition.valid())
    thread.constraints.push_back({id, event.index, event.stamp, event.condition, event.side});
  if (isTerminal(event.label->kind))
    thread.ended = true;
  if (event.label->kind == LabelKind::Create) {
    Thread& child = m_threads[event.label->child.value()];
    child.created = true;
    child.creator = id;
    child.elder = event.elder;
    child.state = m_program.startState(*event.label);
  }
  if (event.rf.valid()) {
    if (event.nextReader.valid())
      m_events[event.nextReader.value()].previousReader = id;
    if (event.previousReader.valid())
      m_events[event.previousReader.value()].nextReader = id;
    else
      m_events[event.rf.value()].firstReader = id;
  }
  if (event.writes || event.isDependedOn) {
    if (event.previous.valid())
      m_events[event.previous.value()].next = id;
    if (event.next.valid())
      m_events[event.next.value()].previous = id;
    else
      lastOf(event) = id;
  }
  if (event.writes && changesLife(*event.label))
    m_locations[event.location.value()].lifetimes++;
  m_sectionEvents += event.sectionNumber != 0 ? 1 : 0;
  m_freeOperations += isFreeOperation(event) ? 1 : 0;
}

void ExecutionGraph::unlink(EventId id) {
  Event& event = m_events[id.value()];
  Thread& thread = m_threads[event.thread.value()];
  assert(thread.events.back() == id);
  m_eventCount--;
  thread.events.pop_back();
  thread.state = event.before;
  if (event.condition.valid())
    thread.constraints.pop_back();
  if (isTerminal(event.label->kind))
    thread.ended = false;
  if (event.label->kind == LabelKind::Create) {
    Thread& child = m_threads[event.label->child.value()];
    assert(child.events.empty());
    child.created = false;
    child.creator = {};
    child.elder = {};
  }
  if (event.rf.valid()) {
    if (event.nextReader.valid())
      m_events[event.nextReader.value()].previousReader = event.previousReader;
    if (event.previousReader.valid())
      m_events[event.previousReader.value()].nextReader = event.nextReader;
    else
      m_events[event.rf.value()].firstReader = event.nextReader;
  }
  if (event.writes || event.isDependedOn) {
    if (event.previous.valid())
      m_events[event.previous.value()].next = event.next;
    if (event.next.valid())
      m_events[event.next.value()].previous = event.previous;
    else
      lastOf(event) = event.previous;
  }
  if (event.writes && changesLife(*event.label))
    m_locations[event.location.value()].lifetimes--;
  m_sectionEvents -= event.sectionNumber != 0 ? 1 : 0;
  m_freeOperations -= isFreeOperation(event) ? 1 : 0;
}

void ExecutionGraph::collectLater(std::uint32_t stamp, std::span<const std::uint32_t> clock,
                                  std::vector<EventId>& out) const {
  for (std::size_t t = 0; t < m_threads.size(); t++) {
    const std::vector<EventId>& events = m_threads[t].events;
    for (std::size_t i = events.size(); i > clock[t] && event(events[i - 1]).stamp > stamp; i--)
      out.push_back(events[i - 1]);
  }
}

void ExecutionGraph::remove(std::span<const EventId> events) {
  // Newest first: this order agrees with reverse program order, and has a created thread before its creation.
  std::vector<EventId> sorted(events.begin(), events.end());
  std::sort(sorted.begin(), sorted.end(), [&](EventId a, EventId b) { return event(a).stamp > event(b).stamp; });
  for (const EventId id : sorted) {
    unlink(id);
    logChange(id, false);
  }
}

void ExecutionGraph::fixWrites(LocationId location) {
  for (Event& event : m_events)
    if (event.location == location)
      event.free = false;
}

void ExecutionGraph::undoTo(const Mark& mark) {
  while (m_log.size() > mark.log) {
    const Change change = m_log.back();
    m_log.pop_back();
    if (!change.added) {
      link(change.event);
      continue;
    }
    const Event& event = m_events[change.event.value()];
    if (event.thread.valid())
      unlink(change.event);
    else
      m_locations[event.location.value()] = {};
    assert(change.event.value() + 1 == m_events.size());
    m_events.pop_back();
  }
  m_nextStamp = mark.nextStamp;
}

} // namespace revisit
