// Doing an execution again that is known by its schedule only.
#include "sideways/sideways.h"

#include <algorithm>

namespace revisit {

namespace {

// Of the accessed bytes or the object; 0: it has none, or it is not known.
std::uint64_t addressOf(const ProgramNames& names, const Label& label) {
  if (label.kind == LabelKind::Object)
    return names.objectAddress(label.object);
  const std::uint64_t location = isMemory(label.kind) ? names.locationAddress(label.location) : 0;
  return location == 0 ? 0 : location + label.offset;
}

// Whether the step is the one that the event tells of.
bool isMeant(const ProgramNames& names, const Label& label, const FollowedEvent& event) {
  const std::uint64_t address = addressOf(names, label);
  return label.kind == event.kind && (!event.operation || *event.operation == label.operation) &&
         (event.address == 0 || address == 0 || event.address == address);
}

} // namespace

EventName Sideways::renamed(const EventName& name) const {
  if (!name.isEvent() || name.thread.value() >= m_followed.size() ||
      name.index >= m_followed[name.thread.value()].size())
    return {};
  return {name.thread, m_followed[name.thread.value()][name.index]};
}

std::optional<std::vector<EventName>> Sideways::renamedAll(std::span<const EventName> names) const {
  std::vector<EventName> all;
  EventCounts done(m_past.threadCount(), 0);
  for (const EventName& name : names) {
    const EventName here = renamed(name);
    if (!m_past.find(here))
      return std::nullopt;
    for (std::uint32_t& next = done[here.thread.value()]; next <= here.index; next++)
      all.push_back({here.thread, next});
  }
  return all;
}

EventName Sideways::oldNameOf(const EventName& name) const {
  if (!name.isEvent() || name.thread.value() >= m_followed.size())
    return {};
  const std::vector<std::uint32_t>& indices = m_followed[name.thread.value()];
  const auto found = std::ranges::lower_bound(indices, name.index);
  if (found == indices.end() || *found != name.index)
    return {};
  return {name.thread, static_cast<std::uint32_t>(found - indices.begin())};
}

EventCounts Sideways::oldCounts(const EventCounts& counts) const {
  EventCounts old(counts.size());
  for (std::size_t t = 0; t < counts.size() && t < m_followed.size(); t++)
    old[t] = static_cast<std::uint32_t>(std::ranges::lower_bound(m_followed[t], counts[t]) - m_followed[t].begin());
  return old;
}

// Whether the thread has the event's step, perhaps after steps that are new.
bool Sideways::followOne(const FollowedEvent& event) {
  const ThreadId thread = event.name.thread;
  ExecutionGraph& graph = m_state.graph();
  if (thread.value() >= graph.threadCount() || !graph.created(thread) || graph.ended(thread))
    return false;
  if (m_followed.size() <= thread.value())
    m_followed.resize(thread.value() + 1);
  if (m_followed[thread.value()].size() != event.name.index)
    return false; // it has left its way
  const Label* label = m_state.nextLabel(thread);
  const ProgramNames& names = m_state.program().names();
  while (label && !isMeant(names, *label, event) && isMemory(label->kind)) {
    add(thread, *label, newest(thread, *label));
    label = m_state.needsRestart() ? nullptr : m_state.nextLabel(thread);
  }
  if (!label || !isMeant(names, *label, event))
    return false;
  Choice choice{.way = event.way, .silent = event.silent};
  if (isMemory(label->kind)) {
    const EventId source = eventNamed(graph, renamed(event.source));
    choice.source = source.valid() ? source : graph.initialWrite(label->location);
    choice.coAfter = choice.source;
    if (label->kind == LabelKind::Write)
      choice = {.coAfter = writeBefore(graph, label->location, event.back)};
    else if (graph.event(choice.source).location != label->location)
      return false;
  }
  if (!readsMemory(label->kind))
    choice.source = {};
  // The writer for which an attempt failed may come later in this schedule: others have the same execution.
  if (!fitOf(m_state, thread, *label, choice, GraphStep::Writers::JudgedLater).fits())
    return false;
  m_followed[thread.value()].push_back(static_cast<std::uint32_t>(graph.events(thread).size()));
  add(thread, *label, choice);
  return true;
}

bool Sideways::follow(std::span<const FollowedEvent> events) {
  m_past = {};
  m_inputs.reset();
  m_followed.clear();
  begin();
  for (const FollowedEvent& event : events) {
    followOne(event);
    if (m_state.needsRestart() || m_state.failure())
      return false;
  }
  if (!goOn())
    return false;
  adopt();
  return true;
}

} // namespace revisit
