#include "random_graph.h"

#include <algorithm>

namespace revisit::test {

RandomGraph::RandomGraph(std::uint64_t seed)
    : m_script(
          randomScript(seed, {.maxThreads = 3, .maxSteps = 5, .symbols = false, .awaits = false, .terminals = false})),
      m_random(seed) {
  m_state.reset();
}

const Label* RandomGraph::nextOf(ThreadId thread) {
  if (!graph().created(thread) || graph().ended(thread))
    return nullptr;
  const Label* label = m_state.nextLabel(thread);
  return label && m_state.steps().enabled(thread, *label) ? label : nullptr;
}

Choice RandomGraph::choose(ThreadId thread, const Label& label) {
  Choice choice;
  if (!isMemory(label.kind))
    return choice;
  // Only a source that no other update reads from can be updated.
  const bool mayWrite = label.kind != LabelKind::Read;
  const EventId oldest = m_model.coherenceFloor(graph(), accessOf(thread, label, mayWrite));
  std::vector<EventId> writes;
  for (EventId write = graph().lastWrite(label.location);; write = graph().event(write).previous) {
    if (!mayWrite || !graph().atomicReader(write).valid())
      writes.push_back(write);
    if (write == oldest)
      break;
  }
  const EventId chosen = writes[pick(writes.size())];
  if (label.kind == LabelKind::Write) {
    choice.coAfter = chosen;
  } else {
    choice.source = chosen;
    choice.way.taken = m_pool.constantBits(m_state.steps().storesFrom(chosen, label)) != 0;
  }
  return choice;
}

bool RandomGraph::grow() {
  std::vector<std::pair<ThreadId, const Label*>> able;
  for (std::uint32_t t = 0; t < graph().threadCount(); t++)
    if (const Label* label = nextOf(ThreadId(t)))
      able.emplace_back(ThreadId(t), label);
  if (able.empty())
    return false;
  const auto [thread, label] = able[pick(able.size())];
  m_state.add(thread, *label, choose(thread, *label));
  return true;
}

std::vector<EventId> eventsOf(const ExecutionGraph& graph) {
  std::vector<EventId> events;
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    events.insert(events.end(), graph.events(ThreadId(t)).begin(), graph.events(ThreadId(t)).end());
  return events;
}

Order::Order(const ExecutionGraph& graph) : m_graph(graph), m_events(eventsOf(graph)) {
  std::size_t count = 0;
  for (const EventId event : m_events)
    count = std::max<std::size_t>(count, event.value() + 1);
  m_before.assign(count, std::vector<bool>(count));
}

void Order::add(EventId a, EventId b) {
  if (a.valid() && b.valid() && m_graph.event(a).thread.valid())
    m_before[a.value()][b.value()] = true;
}

void Order::addCausality() {
  for (const EventId id : m_events) {
    const Event& event = m_graph.event(id);
    const std::span<const EventId> thread = m_graph.events(event.thread);
    add(event.index > 0 ? thread[event.index - 1] : m_graph.creator(event.thread), id);
    add(event.rf, id);
    if (event.label->kind == LabelKind::Object)
      add(event.previous, id);
    if (event.label->kind == LabelKind::Join)
      add(m_graph.events(event.label->child).back(), id);
  }
}

void Order::addCoherence() {
  for (const EventId id : m_events) {
    const Event& event = m_graph.event(id);
    if (event.writes)
      add(event.previous, id);
    if (event.reads)
      for (EventId write = m_graph.event(event.rf).next; write.valid(); write = m_graph.event(write).next)
        if (write != id)
          add(id, write);
  }
}

void Order::close() {
  for (const EventId k : m_events)
    for (const EventId a : m_events)
      if (m_before[a.value()][k.value()])
        for (const EventId b : m_events)
          if (m_before[k.value()][b.value()])
            m_before[a.value()][b.value()] = true;
}

std::vector<std::uint32_t> Order::clockOf(EventId event) const {
  std::vector<std::uint32_t> clock(m_graph.threadCapacity());
  for (const EventId other : m_events)
    if (other == event || isBefore(other, event)) {
      const Event& it = m_graph.event(other);
      clock[it.thread.value()] = std::max(clock[it.thread.value()], it.index + 1);
    }
  return clock;
}

} // namespace revisit::test
