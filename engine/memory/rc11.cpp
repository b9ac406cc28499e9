#include "memory/rc11.h"

#include "memory/partial_sc_order.h"
#include "memory/release_acquire.h"

namespace revisit {

void Rc11::appended(const ExecutionGraph& graph, EventId event) {
  m_happensBefore.fit(graph);
  m_happensBefore.add(graph, event);
}

EventId Rc11::coherenceFloor(ExecutionGraph& graph, const Access& access) const {
  EventId write = graph.lastWrite(access.location);
  const std::span<const std::uint32_t> before = beforeNext(graph, m_happensBefore, access.thread);
  const auto mayPass = [&] { return !graph.isInitial(write) && !isKnown(graph, write, before); };
  if (!mayPass())
    return write;
  PartialScOrder order(graph, m_happensBefore, access, before);
  while (mayPass() && order.allows(write))
    write = graph.event(write).previous;
  return write;
}

} // namespace revisit
