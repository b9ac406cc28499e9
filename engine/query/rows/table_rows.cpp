#include "query/rows/table_rows.h"

#include "query/timeline/event_text.h"
#include "query/timeline/stream_history.h"
#include "query/timeline/waiting.h"
#include "witness/descriptor_wait.h"
#include "witness/event_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {
namespace {

std::string numberText(const std::optional<std::uint64_t>& number) {
  constexpr std::uint64_t small = 1'000'000;
  return !number ? "" : *number < small ? fmt::format("{}", *number) : fmt::format("{:#x}", *number);
}

const Wait* waitOf(const std::vector<Wait>& waits, unsigned thread) {
  const auto found = std::ranges::find(waits, thread, &Wait::thread);
  return found != waits.end() ? &*found : nullptr;
}

// "17 (2,4)  R x = 1"
std::string numbered(const Timeline& timeline, EventNumber event) {
  return fmt::format("{} {}  {}", event, referenceText(timeline.event(event)), eventText(timeline, event));
}

std::string nextText(const Timeline& timeline, const std::vector<Wait>& waits, unsigned thread,
                     SchedulePosition position) {
  if (const auto creation = timeline.creationOf(thread); creation && *creation > position)
    return fmt::format("not created yet: event {} does it", *creation);
  if (const auto next = timeline.nextOf(thread, position))
    return numbered(timeline, *next);
  if (const Wait* wait = waitOf(waits, thread))
    return "waits for " + awaitedText(timeline, *wait);
  return "nothing";
}

} // namespace

std::vector<TableRow> threadRows(const Timeline& timeline, const std::vector<Wait>& waits, SchedulePosition position) {
  std::vector<TableRow> rows;
  for (unsigned thread = 0; thread < timeline.witness().threads.size(); thread++) {
    const auto events = timeline.eventsOf(thread);
    const auto done = std::ranges::upper_bound(events, position) - events.begin();
    const auto last = timeline.lastOf(thread, position);
    rows.push_back({{threadText(timeline.witness(), thread), fmt::format("{}/{}", done, events.size()),
                     last ? numbered(timeline, *last) : "", nextText(timeline, waits, thread, position)},
                    last ? last : timeline.creationOf(thread),
                    true});
  }
  return rows;
}

namespace {

// The stream or counter that the event uses; for a thread that is blocked at the end, the first one that it waits for.
// 0: none.
std::uint64_t streamOf(const Timeline& timeline, EventNumber event) {
  const WitnessEvent& what = timeline.event(event);
  if (isOnStream(what))
    return what.address;
  if (what.kind != LabelKind::AwaitFailed)
    return 0;
  const auto& waiting = timeline.witness().error.waiting;
  const auto own = std::ranges::find(waiting, what.thread, &WitnessWaiting::thread);
  const auto wait = own != waiting.end() ? descriptorWaitOf(timeline.witness(), *own) : std::nullopt;
  return wait && !wait->watched.empty() ? wait->watched.front().address : 0;
}

// "try read: 1": without the name that stands above the rows.
std::string operationOnStream(const WitnessEvent& event) {
  const std::string value = valueWords(event);
  return operationWords(event) + (value.empty() ? "" : ": " + value);
}

bool waitsForStream(const Witness& witness, const Wait& wait, std::uint64_t address) {
  const auto found = descriptorWaitOf(witness, {wait.thread, wait.what, wait.position});
  return found && std::ranges::find(found->watched, address, &WatchedStream::address) != found->watched.end();
}

// ": descriptor 64 (read end), 65 (write end, closed by T1 send)".
std::string descriptorsText(const Witness& witness, std::uint64_t address) {
  std::string text;
  for (const WitnessDescriptor& descriptor : witness.descriptors)
    if (descriptor.reads == address || descriptor.writes == address) {
      const std::string closed = descriptor.closed ? "closed by " + threadText(witness, descriptor.closed->thread) : "";
      const std::string more = descriptor.part + (descriptor.part.empty() || closed.empty() ? "" : ", ") + closed;
      text += fmt::format("{}{}{}", text.empty() ? ": descriptor " : ", ", descriptor.number,
                          more.empty() ? "" : " (" + more + ")");
    }
  return text;
}

} // namespace

std::vector<TableRow> historyRows(const Timeline& timeline, EventNumber event, SchedulePosition position) {
  std::vector<TableRow> rows;
  const auto add = [&](EventNumber number, const std::string& text, const std::string& seen, const std::string& left) {
    const WitnessEvent& what = timeline.event(number);
    rows.push_back({{fmt::format("{}", number), referenceText(what), threadText(timeline.witness(), what.thread), text,
                     seen, left, placeText(what)},
                    number,
                    number <= position});
  };
  if (const ByteRange range = timeline.rangeOf(event); range.size != 0)
    for (const ValueChange& change : timeline.history(range))
      add(change.number, eventText(timeline, change.number), numberText(change.seen), numberText(change.written));
  else if (const std::uint64_t address = streamOf(timeline, event); address != 0) {
    for (const StreamStep& step : streamHistory(timeline, address))
      add(step.number, operationOnStream(timeline.event(step.number)), step.moved, step.content);
    for (const Wait& wait : waitsOf(timeline))
      if (waitsForStream(timeline.witness(), wait, address))
        rows.push_back(
            {{"", "", threadText(timeline.witness(), wait.thread), "waits for it", "", "", placeText(wait.position)},
             {},
             position == timeline.size()});
  } else
    for (const EventNumber number : timeline.chainOf(event))
      add(number, eventText(timeline, number), numberText(timeline.event(number).seen), "");
  return rows;
}

std::string locationTitle(const Timeline& timeline, EventNumber event) {
  const WitnessEvent& what = timeline.event(event);
  if (const ByteRange range = timeline.rangeOf(event); range.size != 0)
    return fmt::format("{}, {} byte{} at {:#x}", locationText(what), range.size, range.size == 1 ? "" : "s",
                       range.address);
  if (const std::uint64_t stream = streamOf(timeline, event); stream != 0) {
    const WitnessDescriptor* const descriptor = descriptorOf(timeline.witness(), stream);
    return (descriptor ? descriptor->what : locationText(what)) + descriptorsText(timeline.witness(), stream);
  }
  return timeline.chainOf(event).empty() ? "" : "object " + locationText(what);
}

std::vector<TableRow> conditionRows(const Timeline& timeline, SchedulePosition position) {
  std::vector<TableRow> rows;
  for (const PathCondition& condition : pathConditions(timeline)) {
    const WitnessEvent& event = timeline.event(condition.event);
    rows.push_back(
        {{fmt::format("{}", condition.event), referenceText(event), condition.text, condition.taken, placeText(event)},
         condition.event,
         condition.event <= position});
  }
  return rows;
}

std::vector<TableRow> inputRows(const Timeline& timeline, const std::vector<InputValue>& values) {
  std::vector<TableRow> rows;
  for (const InputValue& value : values)
    rows.push_back({{value.name, valueText(value), threadText(timeline.witness(), value.thread)}, {}, true});
  return rows;
}

} // namespace revisit
