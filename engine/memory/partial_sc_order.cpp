#include "memory/partial_sc_order.h"

#include <algorithm>

namespace revisit {

PartialScOrder::PartialScOrder(const ExecutionGraph& graph, const HappensBeforeClocks& clocks, const Access& access,
                               std::span<const std::uint32_t> before)
    : m_graph(graph), m_clocks(clocks), m_access(access), m_before(before),
      m_isSc(access.order == MemoryOrder::SeqCst) {
  m_asAccess.fromAccess = true;
  const std::size_t threads = graph.threadCount();
  for (std::uint32_t t = 0; t < threads && !m_hasFence && !before.empty(); t++)
    m_hasFence = std::ranges::any_of(graph.events(ThreadId(t)).first(before[t]),
                                     [&](EventId id) { return isScFence(graph.event(id)); });
  for (Search* search : {&m_asAccess, &m_inFence}) {
    search->from.resize(threads);
    for (std::uint32_t t = 0; t < threads; t++)
      search->from[t] = graph.events(ThreadId(t)).size();
  }
}

bool PartialScOrder::allows(EventId write) {
  if (m_isSc) {
    reachLast(m_asAccess, write);
    run(m_asAccess);
  }
  if (m_hasFence && !m_asAccess.closed) {
    reachLast(m_inFence, write);
    // The access may lie inside the eco part of a step between fences.
    for (EventId r = m_graph.event(write).firstReader; r.valid(); r = m_graph.event(r).nextReader)
      reachFences(m_inFence, r);
    run(m_inFence);
  }
  return !m_asAccess.closed && !m_inFence.closed;
}

void PartialScOrder::run(Search& search) {
  while (!search.closed && !search.open.empty()) {
    const EventId next = search.open.back();
    search.open.pop_back();
    expand(search, next);
  }
}

// An SC event was reached, and with it all later ones of its thread.
void PartialScOrder::reach(Search& search, EventId id) {
  const Event& event = m_graph.event(id);
  std::size_t& from = search.from[event.thread.value()];
  if (event.index >= from)
    return;
  const std::span<const EventId> events = m_graph.events(event.thread);
  for (std::size_t i = event.index; i < from; i++)
    if (isSc(m_graph.event(events[i]))) {
      search.open.push_back(events[i]);
      search.closed |= search.fromAccess ? leadsToAccess(events[i])
                                         : isScFence(m_graph.event(events[i])) && m_graph.within(events[i], m_before);
    }
  from = event.index;
}

// Whether psc leads from the SC event to the access, which is one itself.
bool PartialScOrder::leadsToAccess(EventId id) const {
  const Event& event = m_graph.event(id);
  if (event.thread == m_access.thread)
    return true;
  if (isScFence(event))
    return m_graph.within(id, m_before);
  // po!=loc; hb; po!=loc
  const std::span<const EventId> events = m_graph.events(event.thread);
  const auto left = std::find_if(events.begin() + event.index + 1, events.end(),
                                 [&](EventId x) { return elsewhere(m_graph.event(x), event.location); });
  if (left == events.end())
    return false;
  const std::span<const EventId> own = m_graph.events(m_access.thread);
  for (std::size_t i = own.size(); i > 0 && m_graph.within(*left, m_clocks.clock(own[i - 1])); i--)
    if (elsewhere(m_graph.event(own[i - 1]), m_access.location))
      return true;
  return happensBeforeStart(*left, m_access.thread);
}

// The start of a thread is no event, but it stands before all its events in program order.
bool PartialScOrder::happensBeforeStart(EventId id, ThreadId thread) const {
  const EventId creator = m_graph.creator(thread);
  return creator.valid() && m_graph.within(id, m_clocks.clock(creator));
}

// The last event of a step of scb was reached: it is the end of a step, or a fence after it is.
void PartialScOrder::reachLast(Search& search, EventId id) {
  if (m_graph.isInitial(id))
    return;
  if (isSc(m_graph.event(id)))
    reach(search, id);
  reachFences(search, id);
}

// The SC fences after the event.
void PartialScOrder::reachFences(Search& search, EventId id) {
  for (std::uint32_t t = 0; t < m_graph.threadCount(); t++) {
    const std::span<const EventId> events = m_graph.events(ThreadId(t));
    for (std::size_t i = firstAfter(id, ThreadId(t)); i < search.from[t]; i++)
      if (isScFence(m_graph.event(events[i]))) {
        reach(search, events[i]);
        break;
      }
  }
}

std::size_t PartialScOrder::firstAfter(EventId id, ThreadId thread) const {
  const std::span<const EventId> events = m_graph.events(thread);
  if (m_graph.event(id).thread == thread)
    return m_graph.event(id).index + 1;
  return static_cast<std::size_t>(
      std::ranges::partition_point(events, [&](EventId other) { return !m_graph.within(id, m_clocks.clock(other)); }) -
      events.begin());
}

void PartialScOrder::expand(Search& search, EventId id) {
  if (isScFence(m_graph.event(id)))
    expandFence(search, id);
  else
    expandAccess(search, id);
}

// The steps co, fr and hb|loc from an access. `withReaders`: also eco, from which only the fences after it are reached.
void PartialScOrder::expandLocation(Search& search, EventId id, bool withReaders) {
  const Event& event = m_graph.event(id);
  const EventId base = event.writes ? id : event.rf;
  for (EventId w = base; w.valid(); w = m_graph.event(w).next) {
    if (w != base)
      reachLast(search, w);
    for (EventId r = m_graph.event(w).firstReader; r.valid(); r = m_graph.event(r).nextReader) {
      if (r == id)
        continue;
      if (m_graph.within(id, m_clocks.clock(r)))
        reachLast(search, r);
      // A write or the read itself comes before the reader in eco; two readers of one write do not.
      if (withReaders && (event.writes || w != base))
        reachFences(search, r);
    }
  }
}

void PartialScOrder::expandAccess(Search& search, EventId id) {
  const Event& event = m_graph.event(id);
  const std::span<const EventId> own = m_graph.events(event.thread);
  expandLocation(search, id, false);
  if (event.index + 1 < own.size()) // po
    reachLast(search, own[event.index + 1]);
  // po!=loc; hb; po!=loc
  const auto left = std::find_if(own.begin() + event.index + 1, own.end(),
                                 [&](EventId x) { return elsewhere(m_graph.event(x), event.location); });
  if (left == own.end())
    return;
  for (std::uint32_t t = 0; t < m_graph.threadCount(); t++) {
    if (ThreadId(t) == event.thread)
      continue;
    const std::span<const EventId> events = m_graph.events(ThreadId(t));
    const std::size_t first = firstAfter(*left, ThreadId(t));
    bool all = happensBeforeStart(*left, ThreadId(t));
    // All events behind the first one, without those that only events of their own location lie before.
    for (std::size_t i = all ? 0 : first + 1; i < events.size(); i++) {
      const Event& last = m_graph.event(events[i]);
      const auto isAway = [&](EventId z) {
        return !isMemory(last.label->kind) || elsewhere(m_graph.event(z), last.location);
      };
      all = all || std::any_of(events.begin() + static_cast<std::ptrdiff_t>(first),
                               events.begin() + static_cast<std::ptrdiff_t>(i), isAway);
      if (all)
        reachLast(search, events[i]);
    }
  }
}

void PartialScOrder::expandFence(Search& search, EventId fence) {
  for (std::uint32_t t = 0; t < m_graph.threadCount(); t++) {
    const std::span<const EventId> events = m_graph.events(ThreadId(t));
    const std::size_t first = firstAfter(fence, ThreadId(t));
    const bool byOrder = ThreadId(t) == m_graph.event(fence).thread || happensBeforeStart(fence, ThreadId(t));
    for (std::size_t i = first; i < events.size(); i++) {
      const Event& event = m_graph.event(events[i]);
      // hb to a fence, or hb and po to any SC event
      if (isScFence(event) || (isSc(event) && (i > first || byOrder)))
        reach(search, events[i]);
      if (isMemory(event.label->kind))
        expandLocation(search, events[i], true);
    }
  }
}

} // namespace revisit
