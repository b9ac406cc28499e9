#include "goals/goal_prefix.h"

#include <algorithm>
#include <map>

namespace revisit {

EventId GoalPrefix::Step::in(const ExecutionGraph& graph) const {
  const bool isThere = thread.value() < graph.threadCount() && index < graph.events(thread).size();
  return isThere ? graph.events(thread)[index] : EventId();
}

bool GoalPrefix::Step::isSource(const Event& event) const {
  return source && event.thread == source->thread && (!event.thread.valid() || event.index == source->index);
}

namespace {

// The places of the writes of a location in coherence, or of the operations on an object in their chain.
void addPlaces(const ExecutionGraph& graph, EventId newest, std::map<EventId, std::uint64_t>& places) {
  std::vector<EventId> chain;
  for (EventId id = newest; id.valid(); id = graph.event(id).previous)
    chain.push_back(id);
  for (std::size_t i = 0; i < chain.size(); i++)
    places.emplace(chain[i], chain.size() - i);
}

EventId newestOf(const ExecutionGraph& graph, const Event& event) {
  return event.writes && event.location.valid() ? graph.latestWrite(event.location)
                                                : graph.lastOperation(event.label->object);
}

} // namespace

GoalPrefix GoalPrefix::of(const ExecutionGraph& graph, std::span<const EventId> order) {
  GoalPrefix prefix;
  std::map<EventId, std::uint64_t> places;
  for (const EventId id : order) {
    const Event& event = graph.event(id);
    const LabelKind kind = event.label->kind;
    Step step{.thread = event.thread, .index = event.index, .kind = kind};
    if (event.rf.valid())
      step.source = Source{graph.event(event.rf).thread, graph.event(event.rf).index};
    if (event.condition.valid())
      step.side = event.side;
    if (readsMemory(kind))
      step.writes = event.writes;
    if ((kind == LabelKind::Object || groupOf(kind) == LabelGroup::Number) && !event.seen.value.isExpr())
      step.seen = event.seen.value.bits;
    if (event.writes || kind == LabelKind::Object) {
      if (!places.contains(id))
        addPlaces(graph, newestOf(graph, event), places);
      step.place = places[id];
    }
    prefix.steps.push_back(step);
  }
  return prefix;
}

std::vector<EventCut> GoalPrefix::cuts(std::size_t threads) const {
  std::vector<EventCut> all;
  EventCut done(threads, 0);
  for (const Step& step : steps) {
    if (step.thread.value() < threads)
      done[step.thread.value()] = step.index + 1;
    all.push_back(done);
  }
  return all;
}

EventCut GoalPrefix::cut(std::size_t threads) const {
  EventCut done(threads, 0);
  for (const Step& step : steps)
    if (step.thread.value() < threads)
      done[step.thread.value()] = std::max(done[step.thread.value()], step.index + 1);
  return done;
}

const GoalPrefix::Step* GoalPrefix::find(ThreadId thread, std::size_t index) const {
  const auto found =
      std::ranges::find_if(steps, [&](const Step& step) { return step.thread == thread && step.index == index; });
  return found == steps.end() ? nullptr : &*found;
}

bool GoalPrefix::isSame(const ExecutionGraph& graph, const Event& event, const Step& step) {
  if (event.label->kind != step.kind || (step.side && event.side != *step.side) ||
      (step.writes && event.writes != *step.writes))
    return false;
  if (step.seen && !event.seen.value.isExpr() && event.seen.value.bits != *step.seen)
    return false;
  return !step.source || !event.rf.valid() || step.isSource(graph.event(event.rf));
}

bool GoalPrefix::isBeginOf(const ExecutionGraph& graph, const SequentialOrder* order) const {
  const EventCut done = cut(graph.threadCount());
  std::map<EventId, std::uint64_t> places;
  for (const Step& step : steps) {
    const EventId id = step.in(graph);
    if (!id.valid())
      return false;
    const std::span<const std::uint32_t> before = order ? order->prefix(id) : graph.clock(id);
    for (std::size_t t = 0; t < before.size(); t++)
      if (before[t] > (t < done.size() ? done[t] : 0))
        return false;
    if (!isSame(graph, graph.event(id), step))
      return false;
    if (graph.event(id).writes || step.kind == LabelKind::Object)
      places.emplace(id, step.place);
  }
  // Writes in coherence, and operations in their chains, from the newest to the oldest.
  const auto isInOrder = [&](EventId newest) {
    std::optional<std::uint64_t> later;
    for (EventId id = newest; id.valid(); id = graph.event(id).previous)
      if (const auto found = places.find(id); found != places.end()) {
        if (later && found->second > *later)
          return false;
        later = found->second;
      }
    return true;
  };
  return std::ranges::all_of(places,
                             [&](const auto& one) { return isInOrder(newestOf(graph, graph.event(one.first))); });
}

} // namespace revisit
