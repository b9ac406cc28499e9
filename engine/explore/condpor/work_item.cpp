#include "explore/condpor/work_item.h"

#include "explore/reductions/free_updates.h"

#include <algorithm>

namespace revisit {
namespace {

constexpr unsigned char version = 4;

class Writer {
public:
  void byte(unsigned value) { m_bytes += static_cast<char>(value); }
  // Seven bits in each byte, the lowest first; the highest bit says that more follow.
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      byte(static_cast<unsigned>(value & 0x7f) | 0x80);
    byte(static_cast<unsigned>(value));
  }
  // None and initial become small numbers.
  void event(std::uint32_t value) { number(static_cast<std::uint32_t>(value + 2)); }
  // A way, and two flags beside it.
  void way(const Way& way, bool flag, bool otherFlag = false) {
    byte((way.taken ? 1u : 0u) | (flag ? 2u : 0u) | (otherFlag ? 4u : 0u));
    number(way.outcome);
    number(way.number);
  }
  std::string take() { return std::move(m_bytes); }

private:
  std::string m_bytes;
};

class Reader {
public:
  explicit Reader(std::string_view bytes) : m_bytes(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (m_at == m_bytes.size() || shift > 63) {
        m_isWhole = false;
        return 0;
      }
      const auto byte = static_cast<unsigned char>(m_bytes[m_at++]);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0)
        return value;
    }
  }
  std::uint32_t small() {
    const std::uint64_t value = number();
    m_isWhole &= value <= ~0u;
    return static_cast<std::uint32_t>(value);
  }
  std::uint32_t event(std::uint32_t steps) {
    const std::uint32_t value = small() - 2;
    m_isWhole &= value < steps || value == WorkItem::none || value == WorkItem::initial;
    return value;
  }
  Way way(bool& flag, bool& otherFlag) {
    const std::uint64_t flags = number();
    flag = (flags & 2) != 0;
    otherFlag = (flags & 4) != 0;
    Way way{.taken = (flags & 1) != 0};
    way.outcome = small();
    way.number = number();
    return way;
  }
  bool isWhole() const { return m_isWhole; }
  bool isAtEnd() const { return m_at == m_bytes.size(); }

private:
  std::string_view m_bytes;
  std::size_t m_at = 0;
  bool m_isWhole = true;
};

// Whether everything that the event depends on has a number.
bool isReady(const ExecutionGraph& graph, const Event& event, const std::vector<std::uint32_t>& numberOf) {
  const auto has = [&](EventId id) {
    return !id.valid() || graph.isInitial(id) || numberOf[id.value()] != WorkItem::none;
  };
  if (event.index == 0 && !has(graph.creator(event.thread)))
    return false;
  if (event.label->kind == LabelKind::Object && !has(event.previous))
    return false;
  if (event.label->kind == LabelKind::Join && !has(graph.tail(event.label->child)))
    return false;
  return has(event.rf) && has(event.twin);
}

WorkItem::Step stepOf(const ExecutionGraph& graph, EventId id, const std::vector<std::uint32_t>& numberOf) {
  const Event& event = graph.event(id);
  WorkItem::Step step;
  step.thread = itemNumber(graph, numberOf, graph.creator(event.thread));
  step.source = itemNumber(graph, numberOf, event.rf);
  if (event.writes && !event.reads) {
    // Its predecessor may be added later: then that one is placed before it.
    EventId place = event.previous;
    while (!graph.isInitial(place) && numberOf[place.value()] == WorkItem::none)
      place = graph.event(place).previous;
    step.place = itemNumber(graph, numberOf, place);
  }
  step.way = wayOf(event);
  step.stamp = event.stamp;
  step.displaced = event.displaced;
  if (event.displacedSection != 0)
    step.displacedSection = graph.conflicts()->nameOf(event.label->object, event.displacedSection);
  return step;
}

} // namespace

std::string bytesOf(const WorkItem& item) {
  Writer writer;
  writer.byte(version);
  writer.number(item.steps.size());
  for (const WorkItem::Step& step : item.steps) {
    writer.event(step.thread);
    writer.event(step.source);
    writer.event(step.place);
    writer.number(step.stamp);
    writer.way(step.way, step.displaced, step.displacedSection.lock != 0);
    if (step.displacedSection.lock != 0) {
      writer.number(step.displacedSection.thread);
      writer.number(step.displacedSection.lock);
    }
  }
  writer.event(item.thread);
  writer.byte(static_cast<unsigned>(item.kind));
  writer.way(item.way, item.displaced);
  writer.event(item.first);
  writer.event(item.second);
  writer.number(item.before);
  if (item.kind == AlternativeKind::RevisitAt) {
    writer.event(item.reader);
    writer.number(item.readStamp);
  }
  return writer.take();
}

Result<WorkItem> workItemFrom(std::string_view bytes) {
  const Error broken{ErrorCode::BadFormat, "work item", "the bytes are not those of a work item of this version"};
  Reader reader(bytes);
  if (reader.number() != version)
    return broken;
  WorkItem item;
  const std::uint64_t count = reader.number();
  if (count > bytes.size()) // each has several
    return broken;
  for (std::uint32_t i = 0; i < count; i++) {
    WorkItem::Step& step = item.steps.emplace_back();
    step.thread = reader.event(i);
    step.source = reader.event(i);
    step.place = reader.event(i);
    step.stamp = reader.small();
    bool hasPassed = false;
    step.way = reader.way(step.displaced, hasPassed);
    if (hasPassed) {
      step.displacedSection.thread = reader.small();
      step.displacedSection.lock = reader.small();
    }
  }
  const auto steps = static_cast<std::uint32_t>(count);
  item.thread = reader.event(steps);
  const std::uint64_t kind = reader.number();
  item.kind = static_cast<AlternativeKind>(kind);
  bool isUnused = false;
  item.way = reader.way(item.displaced, isUnused);
  item.first = reader.event(steps);
  item.second = reader.event(steps);
  item.before = reader.number();
  if (item.kind == AlternativeKind::RevisitAt) {
    item.reader = reader.event(steps);
    item.readStamp = reader.small();
  }
  if (!reader.isWhole() || !reader.isAtEnd() || kind > static_cast<std::uint64_t>(AlternativeKind::Displace))
    return broken;
  return item;
}

std::vector<WorkItem::Step> stepsOf(const ExecutionGraph& graph, std::vector<std::uint32_t>& numberOf) {
  std::vector<WorkItem::Step> steps;
  std::vector<std::size_t> done(graph.threadCount(), 0);
  std::uint32_t largest = 0;
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    for (const EventId id : graph.events(ThreadId(t)))
      largest = std::max(largest, id.value() + 1);
  numberOf.assign(largest, WorkItem::none);
  bool grows = true;
  while (grows) {
    grows = false;
    for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
      const std::span<const EventId> events = graph.events(ThreadId(t));
      for (; done[t] < events.size() && isReady(graph, graph.event(events[done[t]]), numberOf); done[t]++) {
        const EventId id = events[done[t]];
        steps.push_back(stepOf(graph, id, numberOf));
        numberOf[id.value()] = static_cast<std::uint32_t>(steps.size() - 1);
        grows = true;
      }
    }
  }
  return steps;
}

std::uint32_t itemNumber(const ExecutionGraph& graph, const std::vector<std::uint32_t>& numberOf, EventId event) {
  if (!event.valid())
    return WorkItem::none;
  return graph.isInitial(event) ? WorkItem::initial : numberOf[event.value()];
}

EventId itemEvent(ExecutionGraph& graph, std::span<const EventId> events, std::uint32_t number, LocationId location) {
  if (number == WorkItem::none)
    return {};
  return number == WorkItem::initial ? graph.initialWrite(location) : events[number];
}

ThreadId itemThread(ExplorationState& state, std::span<const EventId> events, std::uint32_t number) {
  if (number == WorkItem::main)
    return state.program().mainThread();
  if (number == WorkItem::initial)
    return {};
  const Label& create = *state.graph().event(events[number]).label;
  return create.kind == LabelKind::Create ? create.child : ThreadId();
}

Result<std::vector<EventId>> rebuild(ExplorationState& state, const std::vector<WorkItem::Step>& steps) {
  const Error differs{ErrorCode::TargetFailed, "work item", "the program does not do what the work item says"};
  ExecutionGraph& graph = state.graph();
  std::vector<EventId> events;
  for (const WorkItem::Step& step : steps) {
    const ThreadId thread = itemThread(state, events, step.thread);
    if (!thread.valid() || !graph.created(thread) || graph.ended(thread))
      return differs;
    const Label* label = state.nextLabel(thread);
    if (!label && (state.needsRestart() || state.failure()))
      return events; // the caller sees why
    if (!label || !state.steps().enabled(thread, *label))
      return differs;
    const bool isPlaced = label->kind == LabelKind::Write || isFreeUpdate(state.traits(), *label);
    if ((step.source != WorkItem::none) != (readsMemory(label->kind) && !isPlaced) ||
        (step.place != WorkItem::none) != isPlaced)
      return differs;
    const auto eventOf = [&](std::uint32_t number) { return itemEvent(graph, events, number, label->location); };
    const std::uint32_t passed =
        step.displacedSection.lock == 0
            ? 0
            : state.traits().sectionConflicts().numberOf(label->object, ThreadId(step.displacedSection.thread),
                                                         step.displacedSection.lock);
    events.push_back(state.add(thread, *label,
                               {.source = eventOf(step.source),
                                .coAfter = eventOf(step.place),
                                .way = step.way,
                                .displaced = step.displaced,
                                .displacedSection = passed,
                                .stamp = step.stamp}));
    if (state.needsRestart())
      return events;
  }
  return events;
}

} // namespace revisit
