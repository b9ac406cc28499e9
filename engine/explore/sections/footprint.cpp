#include "explore/sections/footprint.h"

#include <algorithm>

namespace revisit {

void Footprint::add(const Touch& touch) {
  const auto same =
      std::ranges::find_if(touches, [&](const Touch& t) { return t.isObject == touch.isObject && t.id == touch.id; });
  if (same == touches.end())
    touches.push_back(touch);
  else
    same->changes |= touch.changes;
}

void Footprint::add(const Footprint& other) {
  for (const Touch& touch : other.touches)
    add(touch);
  created.insert(created.end(), other.created.begin(), other.created.end());
  joined.insert(joined.end(), other.joined.begin(), other.joined.end());
  awaited.insert(awaited.end(), other.awaited.begin(), other.awaited.end());
}

Footprint footprintOf(const ExecutionGraph& graph, ThreadId thread, std::size_t begin) {
  Footprint found;
  for (const EventId id : graph.events(thread).subspan(begin)) {
    const Event& event = graph.event(id);
    const Label& label = *event.label;
    if (isMemory(label.kind))
      found.add({false, event.location.value(), event.writes});
    else if (event.countsForIdentity)
      found.add({true, label.object.value(), true});
    else if (isOperation(label, ObjectOp::BarrierPass))
      found.awaited.push_back(event.previous);
    else if (label.kind == LabelKind::Create)
      found.created.push_back(label.child);
    else if (label.kind == LabelKind::Join)
      found.joined.push_back(label.child);
  }
  return found;
}

Footprint footprintOf(const Label& label) {
  Footprint found;
  if (isMemory(label.kind))
    found.add({false, label.location.value(), label.kind != LabelKind::Read});
  else if (label.kind == LabelKind::Object)
    found.add({true, label.object.value(), true});
  return found;
}

bool conflict(const Footprint& a, const Footprint& b) {
  return std::ranges::any_of(a.touches, [&](const Touch& one) {
    return std::ranges::any_of(b.touches, [&](const Touch& other) {
      return one.isObject == other.isObject && one.id == other.id && (one.changes || other.changes);
    });
  });
}

} // namespace revisit
