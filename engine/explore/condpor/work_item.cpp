#include "explore/condpor/work_item.h"

#include "explore/reductions/free_accesses.h"

#include <algorithm>

namespace revisit {
namespace {

constexpr unsigned char version = 4;

// Writer and Reader have the same functions, so that both go through one list of fields.
class Writer {
public:
  // Seven bits in each byte, the lowest first; the highest bit says that more follow.
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      byte(static_cast<unsigned>(value & 0x7f) | 0x80);
    byte(static_cast<unsigned>(value));
  }
  // None and initial become small numbers.
  void event(std::uint32_t value) { number(static_cast<std::uint32_t>(value + 2)); }
  // A way, and two flags beside it.
  void way(const Way& way, bool flag, bool otherFlag) {
    byte((way.taken ? 1u : 0u) | (flag ? 2u : 0u) | (otherFlag ? 4u : 0u));
    number(way.outcome);
    number(way.number);
  }
  void kind(AlternativeKind kind) { number(static_cast<std::uint64_t>(kind)); }
  template <class Each> void steps(const std::vector<WorkItem::Step>& steps, Each each) {
    number(steps.size());
    for (const WorkItem::Step& step : steps)
      each(step);
  }
  std::string take() { return std::move(m_bytes); }

private:
  void byte(unsigned value) { m_bytes += static_cast<char>(value); }

  std::string m_bytes;
};

class Reader {
public:
  explicit Reader(std::string_view bytes) : m_bytes(bytes) {}

  template <class Number> void number(Number& number) {
    const std::uint64_t value = next();
    number = static_cast<Number>(value);
    m_isWhole &= number == value;
  }
  void event(std::uint32_t& value) {
    number(value);
    value -= 2;
    m_isWhole &= value < m_steps || value == WorkItem::none || value == WorkItem::initial;
  }
  void way(Way& way, bool& flag, bool& otherFlag) {
    const std::uint64_t flags = next();
    flag = (flags & 2) != 0;
    otherFlag = (flags & 4) != 0;
    way.taken = (flags & 1) != 0;
    number(way.outcome);
    number(way.number);
  }
  void kind(AlternativeKind& kind) {
    const std::uint64_t value = next();
    m_isWhole &= value <= static_cast<std::uint64_t>(AlternativeKind::Displace);
    kind = static_cast<AlternativeKind>(value);
  }
  template <class Each> void steps(std::vector<WorkItem::Step>& steps, Each each) {
    const std::uint64_t count = next();
    m_isWhole &= count <= m_bytes.size(); // each has several
    for (; m_steps < count && m_isWhole; m_steps++)
      each(steps.emplace_back());
  }
  // Whether all of the bytes, and no more, were those of what was read.
  bool isWhole() const { return m_isWhole && m_at == m_bytes.size(); }

private:
  std::uint64_t next() {
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

  std::string_view m_bytes;
  std::size_t m_at = 0;
  std::uint32_t m_steps = 0; // before the one that is read
  bool m_isWhole = true;
};

// The fields of a step and of an item, in the order of the bytes.
template <class Bytes, class Step> void fieldsOfStep(Bytes& bytes, Step& step) {
  bytes.event(step.thread);
  bytes.event(step.source);
  bytes.event(step.place);
  bytes.number(step.stamp);
  bool hasSection = step.displacedSection.lock != 0;
  bytes.way(step.way, step.displaced, hasSection);
  if (hasSection) {
    bytes.number(step.displacedSection.thread);
    bytes.number(step.displacedSection.lock);
  }
}

template <class Bytes, class Item> void fieldsOfItem(Bytes& bytes, Item& item) {
  bytes.steps(item.steps, [&](auto& step) { fieldsOfStep(bytes, step); });
  bytes.event(item.thread);
  bytes.kind(item.kind);
  bool isUnused = false;
  bytes.way(item.way, item.displaced, isUnused);
  bytes.event(item.first);
  bytes.event(item.second);
  bytes.number(item.before);
  if (item.kind == AlternativeKind::RevisitAt) {
    bytes.event(item.reader);
    bytes.number(item.readStamp);
  }
}

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
  writer.number(version);
  fieldsOfItem(writer, item);
  return writer.take();
}

Result<WorkItem> workItemFrom(std::string_view bytes) {
  Reader reader(bytes);
  std::uint64_t readVersion = 0;
  reader.number(readVersion);
  WorkItem item;
  if (readVersion == version)
    fieldsOfItem(reader, item);
  if (readVersion != version || !reader.isWhole())
    return Error{ErrorCode::BadFormat, "work item", "the bytes are not those of a work item of this version"};
  return item;
}

std::vector<WorkItem::Step> stepsOf(const ExecutionGraph& graph, std::vector<std::uint32_t>& numberOf) {
  std::vector<WorkItem::Step> steps;
  std::vector<std::size_t> done(graph.threadCount(), 0);
  std::uint32_t largest = 0;
  for (const EventId id : graph.events())
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
    const bool isPlaced = label->kind == LabelKind::Write || isFreeUpdate(state.reductions(), *label);
    if ((step.source != WorkItem::none) != (readsMemory(label->kind) && !isPlaced) ||
        (step.place != WorkItem::none) != isPlaced)
      return differs;
    const auto eventOf = [&](std::uint32_t number) { return itemEvent(graph, events, number, label->location); };
    const std::uint32_t passed =
        step.displacedSection.lock == 0
            ? 0
            : state.facts().sections().numberOf(label->object, ThreadId(step.displacedSection.thread),
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
