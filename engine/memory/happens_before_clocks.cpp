#include "memory/happens_before_clocks.h"

#include "program/memory_order.h"
#include "program/objects/synchronization.h"

#include <algorithm>

namespace revisit {

namespace {

bool isAtomic(const Label& label) {
  return label.order != MemoryOrder::Plain;
}

// A store to a part of a location reads the rest of the location only to preserve it.
bool observes(const Event& event) {
  return event.reads && !(event.label->kind == LabelKind::Rmw && event.label->rmw == RmwOp::Insert);
}

// Whether the write begins a lifetime of memory that was given back before. An allocator hands out memory only after
// that.
bool beginsAgain(const ExecutionGraph& graph, const Event& event) {
  return event.label->lifetime == Lifetime::Begins && event.writes && !graph.isInitial(event.previous) &&
         graph.event(event.previous).label->lifetime == Lifetime::Ends;
}

// The bytes that an access touches among the first 64 from `base` on, as a bit mask.
std::uint64_t bytesOf(const Label& label, unsigned base) {
  if (label.size == 0)
    return ~std::uint64_t{0};
  const auto upTo = [](int bytes) -> std::uint64_t {
    return bytes <= 0 ? 0 : bytes >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bytes) - 1;
  };
  const int begin = static_cast<int>(label.offset) - static_cast<int>(base);
  return upTo(begin + label.size) & ~upTo(begin);
}

} // namespace

MemoryOrder HappensBeforeClocks::orderOf(const Event& event) {
  return event.label->kind == LabelKind::Cas && !event.writes ? event.label->failureOrder : event.label->order;
}

void HappensBeforeClocks::fit(const ExecutionGraph& graph) {
  const std::size_t threads = graph.threadCapacity();
  if (m_clocks.threads() >= threads)
    return;
  for (CausalClocks* clocks : {&m_clocks, &m_released, &m_releasedAlone, &m_heads, &m_waiting})
    clocks->addThreads(threads);
}

void HappensBeforeClocks::grow(EventId event) {
  if (m_clocks.size() > event.value())
    return;
  const std::size_t events = 2 * event.value() + 1;
  m_clocks.resize(events);
  m_newestRelease.resize(events);
  if (m_by == Synchronizing::AllAtomics)
    return;
  m_heads.resize(events);
  m_waiting.resize(events);
  m_releaseFence.resize(events);
}

void HappensBeforeClocks::add(const ExecutionGraph& graph, EventId id) {
  grow(id);
  const Event& event = graph.event(id);
  const EventId before = event.index == 0 ? graph.creator(event.thread) : graph.events(event.thread)[event.index - 1];
  if (before.valid())
    m_clocks.assign(id.value(), clock(before));
  else
    m_clocks.empty(id.value());
  m_clocks.of(id.value())[event.thread.value()] = event.index + 1;
  if (m_by == Synchronizing::ByOrder) {
    // A new thread inherits no fences: its creation is no write.
    const bool inherits = event.index != 0;
    m_releaseFence[id.value()] = inherits ? m_releaseFence[before.value()] : EventId();
    if (inherits)
      m_waiting.assign(id.value(), m_waiting.of(before.value()));
    else
      m_waiting.empty(id.value());
  }
  if (event.label->kind == LabelKind::Object)
    return operate(graph, id);
  if (event.label->kind == LabelKind::Join)
    return join(id, clock(graph.tail(event.label->child)));
  if (event.label->kind == LabelKind::Fence)
    return fence(id, event.label->order);
  if (observes(event) && isAtomic(*event.label))
    read(graph, id);
  else if (beginsAgain(graph, event))
    join(id, clock(event.previous));
  if (event.writes && m_by == Synchronizing::ByOrder)
    write(graph, id);
}

// The source of each byte is the newest write to that byte at or before the write that the location is read from.
void HappensBeforeClocks::read(const ExecutionGraph& graph, EventId read) {
  const Label& label = *graph.event(read).label;
  const bool acquires = m_by == Synchronizing::AllAtomics || isAcquire(orderOf(graph.event(read)));
  std::uint64_t wanted = label.size == 0 || label.size >= 64 ? ~std::uint64_t{0} : bytesOf(label, label.offset);
  for (EventId w = graph.event(read).rf; wanted != 0 && !graph.isInitial(w); w = graph.event(w).previous) {
    const Label& write = *graph.event(w).label;
    const std::uint64_t written = bytesOf(write, label.offset);
    if ((written & wanted) != 0 && isAtomic(write))
      readFrom(read, w, acquires);
    if (!graph.event(w).isFreeUpdate()) // which of these is the newest, nothing can tell
      wanted &= ~written;
  }
}

void HappensBeforeClocks::readFrom(EventId read, EventId write, bool acquires) {
  if (m_by == Synchronizing::AllAtomics)
    return join(read, clock(write));
  if (acquires)
    join(read, m_heads.of(write.value()));
  else
    joinClocks(m_waiting.of(read.value()), m_heads.of(write.value()));
}

void HappensBeforeClocks::write(const ExecutionGraph& graph, EventId id) {
  const Event& event = graph.event(id);
  m_heads.empty(id.value());
  if (!isAtomic(*event.label))
    return;
  if (isRelease(event.label->order))
    m_heads.assign(id.value(), clock(id));
  else if (const EventId fence = m_releaseFence[id.value()]; fence.valid())
    m_heads.assign(id.value(), clock(fence));
  if (!observes(event))
    return;
  EventId source = event.rf; // whose release sequence it continues
  for (; graph.event(source).isFreeUpdate(); source = graph.event(source).previous)
    m_heads.join(id.value(), source.value());
  if (!graph.isInitial(source))
    m_heads.join(id.value(), source.value());
}

void HappensBeforeClocks::fence(EventId id, MemoryOrder order) {
  if (m_by == Synchronizing::AllAtomics)
    return;
  if (isAcquire(order))
    join(id, m_waiting.of(id.value()));
  if (isRelease(order))
    m_releaseFence[id.value()] = id;
}

void HappensBeforeClocks::operate(const ExecutionGraph& graph, EventId operation) {
  const Event& event = graph.event(operation);
  if (event.sectionNumber != 0)
    return operateSection(graph, operation);
  const EventId newest = event.previous.valid() ? m_newestRelease[event.previous.value()] : EventId();
  m_newestRelease[operation.value()] = newest;
  switch (synchronizationOf(event.label->operation, event.seen.value.bits)) {
  case Synchronization::None:
    return;
  case Synchronization::Acquires:
    if (newest.valid())
      join(operation, m_released.of(newest.value()));
    return;
  case Synchronization::AcquiresShared:
    if (newest.valid())
      join(operation, m_releasedAlone.of(newest.value()));
    return;
  case Synchronization::AcquiresAndReleases:
    if (newest.valid())
      join(operation, m_released.of(newest.value()));
    return release(graph, operation, true);
  case Synchronization::Releases:
    return release(graph, operation, true);
  case Synchronization::ReleasesHeld:
    return release(graph, operation,
                   event.previous.valid() && graph.event(event.previous).object.owner == event.thread.value() + 1);
  case Synchronization::Woken:
  case Synchronization::Passes:
    return wake(graph, operation, roleOf(event.label->operation) == ObjectRole::Pass);
  }
}

// The lock or the unlock of a free section.
void HappensBeforeClocks::operateSection(const ExecutionGraph& graph, EventId operation) {
  graph.forEachSectionBefore(operation, [&](EventId unlock) { join(operation, clock(unlock)); });
  m_newestRelease[operation.value()] = {};
}

void HappensBeforeClocks::release(const ExecutionGraph& graph, EventId operation, bool heldAlone) {
  const std::size_t at = operation.value();
  if (m_released.size() <= at) {
    m_released.resize(2 * at + 1);
    m_releasedAlone.resize(2 * at + 1);
  }
  const EventId previous = graph.event(operation).previous;
  const EventId newest = previous.valid() ? m_newestRelease[previous.value()] : EventId();
  for (CausalClocks* released : {&m_released, &m_releasedAlone})
    if (newest.valid())
      released->assign(at, released->of(newest.value()));
    else
      released->empty(at);
  joinClocks(m_released.of(at), clock(operation));
  if (heldAlone)
    joinClocks(m_releasedAlone.of(at), clock(operation));
  m_newestRelease[at] = operation;
}

namespace {

bool arrives(const ExecutionGraph& graph, EventId operation) {
  return graph.event(operation).label->operation == ObjectOp::BarrierArrive;
}

// Of the round that a thread passes. The newest arrival of the thread is its own one of that round; the first one from
// there on that leaves nobody waiting is the last one. Passes of other threads need not come between the rounds.
EventId lastOfRound(const ExecutionGraph& graph, const Event& pass) {
  EventId last;
  for (EventId e = pass.previous; e.valid(); e = graph.event(e).previous) {
    if (!arrives(graph, e))
      continue;
    if (graph.event(e).object.count == 0)
      last = e;
    if (graph.event(e).thread == pass.thread)
      break;
  }
  return last;
}

} // namespace

// Searches backwards for the operation that woke the thread. For a barrier that is the last arrival of its round, which
// comes after all other arrivals of the round.
void HappensBeforeClocks::wake(const ExecutionGraph& graph, EventId operation, bool ofBarrier) {
  const Event& event = graph.event(operation);
  const auto isWoken = [&](EventId e) {
    return e.valid() && graph.event(e).object.sets[ObjectState::woken].contains(event.thread);
  };
  EventId waker = ofBarrier ? lastOfRound(graph, event) : event.previous;
  while (!ofBarrier && waker.valid() && (!isWoken(waker) || isWoken(graph.event(waker).previous)))
    waker = graph.event(waker).previous;
  if (!waker.valid())
    return;
  join(operation, clock(waker));
  if (!ofBarrier)
    return;
  std::uint32_t left = graph.event(waker).object.limit - 1;
  for (EventId e = graph.event(waker).previous; left > 0 && e.valid(); e = graph.event(e).previous)
    if (arrives(graph, e)) {
      join(operation, clock(e));
      left--;
    }
}

} // namespace revisit
