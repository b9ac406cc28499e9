#include "memory/happens_before_clocks.h"

#include "memory/synchronization.h"

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

void HappensBeforeClocks::begin(const ExecutionGraph& graph) {
  if (!fits(graph))
    m_clocks = CausalClocks(graph.threadCapacity());
  m_released.clear();
  m_saved.clear();
  m_savedClocks.clear();
}

void HappensBeforeClocks::add(const ExecutionGraph& graph, EventId id) {
  if (m_clocks.size() <= id.value())
    m_clocks.resize(2 * id.value() + 1);
  const Event& event = graph.event(id);
  const EventId before = event.index == 0 ? graph.creator(event.thread) : graph.events(event.thread)[event.index - 1];
  if (before.valid())
    m_clocks.assign(id.value(), clock(before));
  else
    m_clocks.empty(id.value());
  m_clocks.of(id.value())[event.thread.value()] = event.index + 1;
  if (event.label->kind == LabelKind::Object)
    operate(graph, id);
  else if (event.label->kind == LabelKind::Join)
    join(id, clock(graph.tail(event.label->child)));
  else if (observes(event) && isAtomic(*event.label))
    acquire(graph, id);
  else if (beginsAgain(graph, event))
    join(id, clock(event.previous));
}

void HappensBeforeClocks::undoTo(std::size_t mark) {
  for (; m_saved.size() > mark; m_saved.pop_back()) {
    Released& released = m_released[m_saved.back().value()];
    const auto saved = m_savedClocks.end() - static_cast<std::ptrdiff_t>(2 * m_clocks.threads());
    std::ranges::copy_n(saved, static_cast<std::ptrdiff_t>(m_clocks.threads()), released.clock.begin());
    std::copy(saved + static_cast<std::ptrdiff_t>(m_clocks.threads()), m_savedClocks.end(), released.exclusive.begin());
    m_savedClocks.erase(saved, m_savedClocks.end());
  }
}

void HappensBeforeClocks::save(ObjectId object) {
  const Released& released = m_released[object.value()];
  m_saved.push_back(object);
  m_savedClocks.insert(m_savedClocks.end(), released.clock.begin(), released.clock.end());
  m_savedClocks.insert(m_savedClocks.end(), released.exclusive.begin(), released.exclusive.end());
}

// The source of each byte is the newest write to that byte at or before the write that the location is read from.
void HappensBeforeClocks::acquire(const ExecutionGraph& graph, EventId read) {
  const Label& label = *graph.event(read).label;
  std::uint64_t wanted = label.size == 0 || label.size >= 64 ? ~std::uint64_t{0} : bytesOf(label, label.offset);
  for (EventId w = graph.event(read).rf; wanted != 0 && !graph.isInitial(w); w = graph.event(w).previous) {
    const Label& write = *graph.event(w).label;
    const std::uint64_t written = bytesOf(write, label.offset);
    if ((written & wanted) != 0 && isAtomic(write))
      join(read, clock(w));
    wanted &= ~written;
  }
}

void HappensBeforeClocks::operate(const ExecutionGraph& graph, EventId operation) {
  const Event& event = graph.event(operation);
  const Synchronization what = synchronizationOf(event.label->operation, event.seen.value.bits);
  if (what == Synchronization::None)
    return;
  if (what == Synchronization::Woken || what == Synchronization::Passes)
    return wake(graph, operation, what == Synchronization::Passes);
  Released& released = releasedBy(event.label->object);
  if (what == Synchronization::Acquires || what == Synchronization::Both)
    join(operation, released.clock);
  else if (what == Synchronization::AcquiresShared)
    join(operation, released.exclusive);
  if (what == Synchronization::Acquires || what == Synchronization::AcquiresShared)
    return;
  save(event.label->object);
  joinClocks(released.clock, clock(operation));
  const bool heldAlone =
      what != Synchronization::ReleasesHeld ||
      (event.previous.valid() && graph.event(event.previous).object.owner == event.thread.value() + 1);
  if (heldAlone)
    joinClocks(released.exclusive, clock(operation));
}

// Searches backwards for the operation that woke the thread. For a barrier that is the last arrival of its round, which
// comes after all other arrivals of the round.
void HappensBeforeClocks::wake(const ExecutionGraph& graph, EventId operation, bool ofBarrier) {
  const Event& event = graph.event(operation);
  const auto isWoken = [&](EventId e) {
    return e.valid() && graph.event(e).object.sets[ObjectState::woken].contains(event.thread);
  };
  EventId waker = event.previous;
  while (waker.valid() && (!isWoken(waker) || isWoken(graph.event(waker).previous)))
    waker = graph.event(waker).previous;
  if (!waker.valid())
    return;
  join(operation, clock(waker));
  if (!ofBarrier)
    return;
  std::uint32_t left = graph.event(waker).object.limit - 1;
  for (EventId e = graph.event(waker).previous; left > 0 && e.valid(); e = graph.event(e).previous)
    if (graph.event(e).label->operation == ObjectOp::BarrierArrive) {
      join(operation, clock(e));
      left--;
    }
}

HappensBeforeClocks::Released& HappensBeforeClocks::releasedBy(ObjectId object) {
  if (object.value() >= m_released.size())
    m_released.resize(object.value() + 1);
  Released& released = m_released[object.value()];
  if (released.clock.empty()) {
    released.clock.assign(m_clocks.threads(), 0);
    released.exclusive.assign(m_clocks.threads(), 0);
  }
  return released;
}

} // namespace revisit
