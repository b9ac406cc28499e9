// How an ExplorationRecorder describes events: each event once, however often it is added.
#include "log/describe.h"
#include "log/exploration_recorder.h"
#include "program/program.h"

#include <type_traits>
#include <xxhash.h>

namespace revisit {

namespace {

constexpr std::uint32_t none = ~0u;

// Flags of a key.
constexpr std::uint32_t writesFlag = 1, takenFlag = 2, displacedFlag = 4, presenceShift = 3;

std::uint32_t presenceBits(LogEvent::Presence presence) {
  return static_cast<std::uint32_t>(presence) << presenceShift;
}

// "(thread, index)" of an event; for initial writes and for no event, a reference that no event has.
WitnessEventRef keyOf(const ExecutionGraph& graph, EventId id) {
  if (!id.valid())
    return {none, none};
  const Event& event = graph.event(id);
  return event.thread.valid() ? WitnessEventRef{event.thread.value(), event.index} : WitnessEventRef{none, 0};
}

std::optional<WitnessEventRef> known(const WitnessEventRef& key) {
  return key.thread == none ? std::nullopt : std::optional(key);
}

// Locations and objects share one numbering.
std::uint32_t placeOf(const Event& event) {
  if (event.label->kind == LabelKind::Object)
    return 2 * event.label->object.value() + 1;
  return isMemory(event.label->kind) ? 2 * event.location.value() : noLogEntry;
}

} // namespace

std::size_t ExplorationRecorder::KeyHash::operator()(const EventKey& key) const {
  static_assert(std::has_unique_object_representations_v<EventKey>);
  return XXH3_64bits(&key, sizeof key);
}

template <class Make> LogEventId ExplorationRecorder::intern(const EventKey& key, Make&& make) {
  const auto [it, isNew] = m_events.try_emplace(key);
  if (!isNew)
    return it->second;
  LogEvent event = make();
  const std::lock_guard lock(m_log->m_mutex);
  m_log->m_events.push_back(std::move(event));
  it->second = LogEventId(static_cast<std::uint32_t>(m_log->m_events.size() - 1));
  return it->second;
}

// The event as shown to users. That does not depend on the event's place in the graph.
template <class Describe>
std::shared_ptr<const WitnessEvent> ExplorationRecorder::shown(EventKey key, Describe&& describe) {
  key.thread = key.index = key.outcome = key.sourceThread = key.sourceIndex = key.afterThread = key.afterIndex = 0;
  key.flags &= ~displacedFlag;
  std::shared_ptr<const WitnessEvent>& made = m_shown[key];
  if (!made) {
    WitnessEvent event = describe();
    event.thread = event.index = 0;
    event.readsFrom = {};
    made = std::make_shared<const WitnessEvent>(std::move(event));
  }
  return made;
}

// Reads the slots of the graph that were filled since the last call.
void ExplorationRecorder::noteAdded(const ExecutionGraph& graph) {
  const std::span<const ExecutionGraph::Change> changes = graph.changes();
  for (; m_noted < changes.size(); m_noted++) {
    const ExecutionGraph::Change& change = changes[m_noted];
    if (!change.added)
      continue;
    if (change.event.value() >= m_slots.size())
      m_slots.resize(change.event.value() + 1);
    m_slots[change.event.value()] =
        graph.isInitial(change.event) ? initialWrite(graph.event(change.event)) : addedEvent(graph, change.event);
  }
}

LogEventId ExplorationRecorder::initialWrite(const Event& event) {
  EventKey key;
  key.flags = presenceBits(LogEvent::Presence::Initial);
  key.index = event.location.value();
  return intern(key, [&] {
    LogEvent made;
    made.presence = LogEvent::Presence::Initial;
    made.place = 2 * event.location.value();
    WitnessEvent shown;
    shown.kind = LabelKind::Write;
    shown.what = m_program.names().locationName(event.location);
    shown.address = m_program.names().locationAddress(event.location);
    shown.size = m_program.locationSize(event.location);
    shown.writes = true;
    Label whole;
    whole.kind = LabelKind::Write;
    whole.location = event.location;
    shown.value = valueText(m_program, whole, event.written, shown.size, nullptr);
    made.shown = std::make_shared<const WitnessEvent>(std::move(shown));
    return made;
  });
}

LogEventId ExplorationRecorder::addedEvent(const ExecutionGraph& graph, EventId id) {
  const Event& event = graph.event(id);
  const bool isOrdered = event.writes || event.label->kind == LabelKind::Object;
  const WitnessEventRef source = keyOf(graph, event.rf);
  const WitnessEventRef after = keyOf(graph, isOrdered ? event.previous : EventId());
  EventKey key;
  key.thread = event.thread.value();
  key.index = event.index;
  key.state = event.before.value();
  key.kind = static_cast<std::uint32_t>(event.label->kind);
  key.flags = presenceBits(LogEvent::Presence::InGraph) | (event.writes ? writesFlag : 0) |
              (event.seen.taken ? takenFlag : 0) | (event.displaced ? displacedFlag : 0);
  key.outcome = event.outcome;
  key.seen = event.seen.value.bits;
  key.seenExpression = event.seen.value.expr.value();
  key.written = event.written.bits;
  key.writtenExpression = event.written.expr.value();
  key.sourceThread = source.thread;
  key.sourceIndex = source.index;
  key.afterThread = after.thread;
  key.afterIndex = after.index;
  return intern(key, [&] {
    nameThreads(event.thread, *event.label);
    LogEvent made;
    made.displaced = event.displaced;
    made.self = {event.thread.value(), event.index};
    made.shown = shown(key, [&] {
      WitnessEvent described = describeEvent(graph, m_program, nullptr, id);
      if (m_options.model != ModelKind::Sc)
        describeOrders(*event.label, described);
      return described;
    });
    if (made.shown->reads)
      made.readsFrom = known(source);
    made.after = known(after);
    made.place = placeOf(event);
    made.outcome = event.outcome;
    return made;
  });
}

// The event that a thread would do next.
LogEventId ExplorationRecorder::nextEvent(ThreadId thread, const ExecutionGraph& graph) {
  const Label* label = m_program.next(graph.state(thread));
  if (!label)
    return {};
  EventKey key;
  key.thread = thread.value();
  key.index = static_cast<std::uint32_t>(graph.events(thread).size());
  key.state = graph.state(thread).value();
  key.kind = static_cast<std::uint32_t>(label->kind);
  key.flags = presenceBits(LogEvent::Presence::Next);
  return intern(key, [&] {
    nameThreads(thread, *label);
    LogEvent made;
    made.presence = LogEvent::Presence::Next;
    made.self = {thread.value(), key.index};
    made.shown = shown(key, [&] { return describeNext(m_program, *label); });
    return made;
  });
}

// Updates the names of the event's thread and of the thread that it refers to: a name may become known late.
void ExplorationRecorder::nameThreads(ThreadId thread, const Label& label) {
  const std::lock_guard lock(m_log->m_mutex);
  std::vector<std::string>& names = m_log->m_threadNames;
  for (const ThreadId each : {thread, label.child}) {
    if (!each.valid())
      continue;
    if (each.value() >= names.size())
      names.resize(each.value() + 1);
    names[each.value()] = m_program.names().threadName(each);
  }
}

} // namespace revisit
