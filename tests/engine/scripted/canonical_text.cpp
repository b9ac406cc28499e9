// Converts an explorer's graph to the brute force's canonical text.
#include "brute_force.h"
#include "brute_world.h"

#include <iterator>

namespace revisit::test {

namespace {

Source sourceOf(const ExecutionGraph& graph, EventId id) {
  if (!id.valid())
    return noSource;
  const Event& event = graph.event(id);
  return event.thread.valid() ? Source{static_cast<int>(event.thread.value()), static_cast<int>(event.index)}
                              : Source{-1, 0};
}

// A store to a part of a location takes the other bytes from its coherence predecessor, whether or not the graph has a
// reads-from edge for that.
Source sourceOf(const ExecutionGraph& graph, const Event& event) {
  const bool isPart = event.label->kind == LabelKind::Rmw && event.label->rmw == RmwOp::Insert;
  return sourceOf(graph, isPart ? event.previous : event.rf);
}

std::uint64_t numberOf(const Event& event) {
  if (event.label->kind == LabelKind::Enumerate)
    return event.seen.value.bits;
  if (event.label->kind != LabelKind::Object)
    return event.outcome;
  if (event.label->operation == ObjectOp::BarrierPass)
    return event.seen.value.bits & 0xff;
  return event.writes || event.ordered ? event.outcome : 0;
}

} // namespace

std::string canonicalText(const ExecutionGraph& graph) {
  static constexpr const char* names[] = {"Read",   "Write", "Rmw",        "Cas",         "Fence",     "Object",
                                          "Create", "Join",  "Constraint", "Assume",      "Enumerate", "End",
                                          "Exit",   "Error", "Blocked",    "AwaitFailed", "Cut",       "Unsupported"};
  static_assert(std::size(names) == static_cast<std::size_t>(LabelKind::Unsupported) + 1);
  std::string all;
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    for (const EventId id : graph.events(ThreadId(t))) {
      const Event& event = graph.event(id);
      const Source before = event.writes || event.ordered ? sourceOf(graph, event.previous) : noSource;
      all += eventText(names[static_cast<int>(event.label->kind)], sourceOf(graph, event), before, event.seen.taken,
                       numberOf(event)) +
             ' ';
    }
    all += '|';
  }
  return all;
}

} // namespace revisit::test
