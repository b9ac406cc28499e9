#include "explore/findings/used_after_main.h"

namespace revisit {

bool outlivesMain(ExplorationState& state) {
  const ExecutionGraph& graph = state.graph();
  Program& program = state.program();
  const ThreadId main = program.mainThread();
  if (!graph.endedBy(main, LabelKind::Exit))
    return false;
  const std::span<const std::uint32_t> before = graph.clock(graph.tail(main));
  std::vector<LocationId> locations;
  std::vector<ObjectId> objects;
  for (const ThreadId thread : graph.threads())
    for (const EventId id : graph.events(thread).subspan(before[thread.value()])) {
      const Label& label = *graph.event(id).label;
      if (isMemory(label.kind))
        locations.push_back(label.location);
      else if (label.kind == LabelKind::Object)
        objects.push_back(label.object);
    }
  bool found = false; // marking a lifetime makes all labels void
  for (const LocationId location : locations)
    found |= program.reportEndOf(location);
  for (const ObjectId object : objects)
    found |= program.reportEndOf(object);
  return found;
}

} // namespace revisit
