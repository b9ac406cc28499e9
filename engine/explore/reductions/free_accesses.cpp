#include "explore/reductions/free_accesses.h"

#include "explore/steps/access.h"

namespace revisit {

bool looksAt(const Label& step) {
  return isMemory(step.kind) && (step.kind != LabelKind::Write || step.lifetime != Lifetime::Observed);
}

bool noteLookUp(const Reductions& reductions, ExecutionGraph& graph, const Label& step) {
  if (!looksAt(step) || !isUnread(reductions, step.location))
    return false;
  if (reductions.facts.noteChange("read", step.location))
    return true;
  graph.fixWrites(step.location);
  return false;
}

bool noteUpdateStep(const Reductions& reductions, ExecutionGraph& graph, ThreadId thread, const Label& step) {
  if (step.blind)
    reductions.facts.note("blindly_updated", step.location);
  if (!isMemory(step.kind) || !reductions.facts.has("blindly_updated", step.location) ||
      !hasFreeUpdates(reductions, step.location))
    return false;
  const auto isOther = [&](const Event& event) { // an access of another thread with which the step does not commute
    return step.blind ? !event.isFreeUpdate() || !commute(step.rmw, event.label->rmw) : event.isFreeUpdate();
  };
  for (EventId w = graph.lastWrite(step.location); w.valid(); w = graph.event(w).previous) {
    bool isOrdered = graph.isInitial(w) || !isOther(graph.event(w)) || graph.isBeforeNext(w, thread);
    if (step.blind)
      for (EventId r = graph.event(w).firstReader; r.valid(); r = graph.event(r).nextReader)
        isOrdered &= graph.isBeforeNext(r, thread);
    if (!isOrdered)
      return reductions.facts.note("ordered_updates", step.location);
  }
  return false;
}

std::unordered_map<EventId, EventId> showUpdates(ExecutionGraph& graph, Program& program,
                                                 std::span<const EventId> order) {
  std::unordered_map<EventId, EventId> sources;
  std::unordered_map<LocationId, EventId> newest;
  for (const EventId id : order) {
    const Event& event = graph.event(id);
    if (!event.writes)
      continue;
    EventId& before = newest[event.location];
    if (event.isFreeUpdate()) {
      const Value read = before.valid() ? graph.event(before).written : program.initialValue(event.location);
      const unsigned bytes = program.locationSize(event.location);
      graph.showUpdate(id, read, valueAfter(program.pool(), read, bytes, *event.label));
      sources[id] = before;
    }
    before = id;
  }
  return sources;
}

} // namespace revisit
