#include "memory/store_buffers.h"

#include "program/store_order.h"

#include <vector>

namespace revisit {

namespace {

using Kind = StoreBuffers::Kind;

struct Step {
  BufferedStep buffered;
  LocationId location;
};

Step stepOf(const Label& label) {
  return {{bufferRoleOf(label.kind, label.rmw, label.order), label.order},
          isMemory(label.kind) ? label.location : LocationId()};
}

BufferRole roleOf(const Access& access) {
  return access.isUpdate ? BufferRole::Full : access.writes ? BufferRole::Write : BufferRole::Read;
}

// Whether an event of a thread stays before a later one, by the two alone.
bool staysBefore(Kind kind, const Step& first, const Step& second) {
  return staysBefore(kind, first.buffered, second.buffered, first.location == second.location);
}

// Follows the order onwards from writes, until an event stays before the new access.
class BufferedReach {
public:
  BufferedReach(const ExecutionGraph& graph, Kind kind, const Access& access)
      : m_graph(graph), m_kind(kind), m_thread(access.thread),
        m_access{{roleOf(access), access.order}, access.location} {}

  bool meets(EventId write) {
    prepare();
    reach(write);
    while (!m_found && !m_open.empty()) {
      const EventId next = m_open.back();
      m_open.pop_back();
      expand(next);
    }
    return m_found;
  }

private:
  void prepare() {
    if (!m_reached.empty())
      return;
    m_reached.resize(m_graph.threadCount());
    m_joins.resize(m_graph.threadCount());
    for (std::uint32_t t = 0; t < m_graph.threadCount(); t++) {
      const std::span<const EventId> events = m_graph.events(ThreadId(t));
      m_reached[t].resize(events.size());
      for (const EventId id : events)
        if (const Label& label = *m_graph.event(id).label; label.kind == LabelKind::Join)
          m_joins[label.child.value()] = id;
    }
  }

  void reach(EventId id) {
    const Event& event = m_graph.event(id);
    std::vector<bool>& reached = m_reached[event.thread.value()];
    if (reached[event.index])
      return;
    reached[event.index] = true;
    m_found |= event.thread == m_thread && staysBefore(m_kind, stepOf(*event.label), m_access);
    m_open.push_back(id);
  }

  void expand(EventId id) {
    const Event& event = m_graph.event(id);
    const Step step = stepOf(*event.label);
    const std::span<const EventId> events = m_graph.events(event.thread);
    for (std::size_t i = event.index + 1; i < events.size(); i++) {
      const Step later = stepOf(*m_graph.event(events[i]).label);
      if (!staysBefore(m_kind, step, later))
        continue;
      reach(events[i]);
      if (later.buffered.role == BufferRole::Full) // it leads on to all that follow
        break;
    }
    if (m_joins[event.thread.value()].valid())
      reach(m_joins[event.thread.value()]);
    if (event.label->kind == LabelKind::Create)
      reachFirst(event.label->child);
    if (event.isDependedOn && event.next.valid())
      reach(event.next);
    if (event.writes)
      expandWrite(id);
    else if (event.reads && m_graph.event(event.rf).next.valid())
      reach(m_graph.event(event.rf).next);
  }

  // A new thread begins with an empty buffer, behind its creation.
  void reachFirst(ThreadId child) {
    for (const EventId id : m_graph.events(child)) {
      reach(id);
      if (stepOf(*m_graph.event(id).label).buffered.role == BufferRole::Full)
        return;
    }
    m_found |= child == m_thread;
  }

  void expandWrite(EventId id) {
    const Event& event = m_graph.event(id);
    if (event.next.valid())
      reach(event.next);
    for (EventId r = event.firstReader; r.valid(); r = m_graph.event(r).nextReader)
      if (m_graph.event(r).thread != event.thread)
        reach(r);
  }

  const ExecutionGraph& m_graph;
  Kind m_kind;
  ThreadId m_thread;
  Step m_access;
  std::vector<std::vector<bool>> m_reached; // by thread and index
  std::vector<EventId> m_joins;             // by thread: the join with it
  std::vector<EventId> m_open;
  bool m_found = false;
};

// Whether the thread itself has stored this write or has read from it.
bool isOwn(const ExecutionGraph& graph, EventId write, ThreadId thread) {
  if (graph.event(write).thread == thread)
    return true;
  for (EventId r = graph.event(write).firstReader; r.valid(); r = graph.event(r).nextReader)
    if (graph.event(r).thread == thread)
      return true;
  return false;
}

} // namespace

EventId StoreBuffers::coherenceFloor(ExecutionGraph& graph, const Access& access) const {
  EventId write = graph.lastWrite(access.location);
  BufferedReach reach(graph, m_kind, access);
  while (!graph.isInitial(write) && !isOwn(graph, write, access.thread) && !reach.meets(write))
    write = graph.event(write).previous;
  return write;
}

} // namespace revisit
