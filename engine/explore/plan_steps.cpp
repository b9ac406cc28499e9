#include "explore/plan_steps.h"

#include <algorithm>

namespace revisit {

namespace {

// Tells the steps of an order, one after the other.
class Teller {
public:
  explicit Teller(const ExecutionGraph& graph) : m_graph(graph), m_done(graph.threadCapacity(), 0) {}

  void tell(EventId id, Plan::Step& step) const {
    const Event& event = m_graph.event(id);
    if (!isMemory(event.label->kind))
      return;
    step.life = event.seen.memory;
    // A run keeps no content for an update that changed nothing: it is that of its source.
    step.stores = event.writes && !event.isSilentUpdate();
    for (EventId w = m_graph.event(event.writes ? id : event.rf).next; w.valid(); w = m_graph.event(w).next)
      step.back += m_graph.within(w, m_done) && !m_graph.event(w).isSilentUpdate() ? 1 : 0;
  }
  void done(EventId id) { m_done[m_graph.event(id).thread.value()] = m_graph.event(id).index + 1; }

private:
  const ExecutionGraph& m_graph;
  std::vector<std::uint32_t> m_done; // by thread: the number of its events that came before
};

} // namespace

std::vector<Plan::Step> planSteps(const ExecutionGraph& graph, std::span<const EventId> order, PlannedMemory memory) {
  std::vector<Plan::Step> steps;
  Teller teller(graph);
  for (const EventId id : order) {
    const Event& event = graph.event(id);
    if (isScheduled(event.label->kind)) {
      steps.push_back({.thread = event.thread, .kind = event.label->kind, .outcome = event.outcome});
      if (memory == PlannedMemory::Told)
        teller.tell(id, steps.back());
    }
    teller.done(id);
  }
  return steps;
}

} // namespace revisit
