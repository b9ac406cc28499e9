#include "query/timeline/stream_history.h"

#include "abi/machine.h"
#include "base/file_name.h"
#include "program/objects/object_operations.h"
#include "program/objects/streams.h"
#include "query/timeline/event_text.h"
#include "query/timeline/object_holders.h"
#include "witness/descriptor_wait.h"
#include "witness/event_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {
namespace {

constexpr std::uint32_t mostShown = 24; // bytes of a text

bool isMoved(const WitnessEvent& event) {
  return isOnStream(event) && kindOf(*event.objectOp) == ObjectKind::Stream && event.seen &&
         StreamPart::holds(*event.seen) && (hasRole(event, ObjectRole::Put) || hasRole(event, ObjectRole::Take));
}

// The byte at this address when the event is done; nothing: it is not known.
std::optional<std::uint8_t> byteAt(const Timeline& timeline, std::uint64_t address, EventNumber number) {
  const auto writer = timeline.writer({address, 1}, number);
  if (!writer || !timeline.event(*writer).written)
    return std::nullopt;
  const std::uint64_t offset = address - timeline.rangeOf(*writer).address;
  return static_cast<std::uint8_t>(*timeline.event(*writer).written >> 8 * offset);
}

void addByte(std::string& text, std::uint8_t byte) {
  if (byte == '\n')
    text += "\\n";
  else if (byte == '"' || byte == '\\')
    text += fmt::format("\\{}", static_cast<char>(byte));
  else if (byte >= ' ' && byte < 127)
    text += static_cast<char>(byte);
  else
    text += fmt::format("\\x{:02x}", byte);
}

// Connections of a listener are no bytes.
std::string bytesText(const Timeline& timeline, EventNumber number, const StreamPart& part) {
  const std::uint64_t address = timeline.event(number).address;
  const std::uint64_t place = address / REVISIT_MACHINE_STRIDE * REVISIT_MACHINE_STRIDE;
  if (address < REVISIT_MACHINE_PLACES || address >= REVISIT_MACHINE_FILES || part.units == 0 ||
      address - place == REVISIT_MACHINE_LISTENER)
    return {};
  std::string text;
  for (std::uint32_t i = 0; i < std::min(part.units, mostShown); i++) {
    const auto byte = byteAt(timeline, place + REVISIT_MACHINE_CONTENT + part.first + i, number);
    if (!byte)
      return {};
    addByte(text, *byte);
  }
  return fmt::format("\"{}\"{}", text, part.units > mostShown ? "..." : "");
}

std::vector<EventNumber> operationsOn(const Timeline& timeline, std::uint64_t address) {
  std::vector<EventNumber> numbers = timeline.touching({address, 1});
  std::erase_if(numbers, [&](EventNumber number) {
    return timeline.event(number).address != address || !isOnStream(timeline.event(number));
  });
  return numbers;
}

// " (read end)"; of a connection, which has two directions, " (reads it)".
std::string useText(const WitnessDescriptor& descriptor, std::uint64_t address) {
  if (!descriptor.part.empty())
    return fmt::format(" ({})", descriptor.part);
  return descriptor.reads == descriptor.writes ? "" : descriptor.reads == address ? " (reads it)" : " (writes to it)";
}

std::string endText(const Timeline& timeline, const WitnessMoment& moment) {
  const std::string place = placeText(moment.position);
  return threadText(timeline.witness(), moment.thread) + (place.empty() ? "" : " at " + place);
}

} // namespace

std::vector<StreamStep> streamHistory(const Timeline& timeline, std::uint64_t address) {
  std::vector<StreamStep> steps;
  ObjectState state;
  for (const EventNumber number : operationsOn(timeline, address)) {
    const WitnessEvent& event = timeline.event(number);
    state = afterOperation(state, event);
    StreamStep step{number, 0, 0, "", event.argument ? contentText(kindOf(*event.objectOp), state) : ""};
    if (isMoved(event)) {
      const StreamPart part = StreamPart::of(*event.seen);
      step.first = part.first;
      step.units = part.units;
      step.moved = bytesText(timeline, number, part);
    } else if (hasRole(event, ObjectRole::Put) && event.argument && kindOf(*event.objectOp) == ObjectKind::Counter) {
      step.moved = fmt::format("+{}", countOf(*event.argument));
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<EventNumber> partnersOf(const Timeline& timeline, EventNumber number) {
  const WitnessEvent& event = timeline.event(number);
  std::vector<EventNumber> partners;
  if (!isMoved(event))
    return partners;
  const StreamPart part = StreamPart::of(*event.seen);
  const ObjectRole other = hasRole(event, ObjectRole::Put) ? ObjectRole::Take : ObjectRole::Put;
  for (const EventNumber each : operationsOn(timeline, event.address)) {
    if (!isMoved(timeline.event(each)) || !hasRole(timeline.event(each), other))
      continue;
    const StreamPart moved = StreamPart::of(*timeline.event(each).seen);
    if (moved.first < part.first + part.units && part.first < moved.first + moved.units)
      partners.push_back(each);
  }
  return partners;
}

std::optional<EventNumber> lastPut(const Timeline& timeline, std::uint64_t address, SchedulePosition position) {
  std::optional<EventNumber> last;
  for (const EventNumber number : operationsOn(timeline, address))
    if (const WitnessEvent& event = timeline.event(number);
        number <= position && hasRole(event, ObjectRole::Put) && event.seen && StreamPart::holds(*event.seen))
      last = number;
  return last;
}

std::vector<std::string> descriptorNames(const Witness& witness) {
  std::vector<std::string> names;
  for (const WitnessDescriptor& descriptor : witness.descriptors)
    if (std::ranges::find(names, descriptor.what) == names.end())
      names.push_back(descriptor.what);
  return names;
}

std::string streamHistoryText(const Timeline& timeline, std::uint64_t address) {
  const Witness& witness = timeline.witness();
  std::string text;
  for (const WitnessDescriptor& descriptor : witness.descriptors)
    if (descriptor.reads == address || descriptor.writes == address)
      text += fmt::format("  descriptor {}{}: made by {}, {}\n", descriptor.number, useText(descriptor, address),
                          endText(timeline, descriptor.made),
                          descriptor.closed ? "closed by " + endText(timeline, *descriptor.closed) : "still open");
  for (const StreamStep& step : streamHistory(timeline, address)) {
    const WitnessEvent& event = timeline.event(step.number);
    const std::string place = placeText(event);
    text += fmt::format("{:>6}  {} {}{}{}{}\n", step.number, threadText(witness, event.thread),
                        eventText(timeline, step.number), step.moved.empty() ? "" : " " + step.moved,
                        step.content.empty() ? "" : fmt::format(" ({} after it)", step.content),
                        place.empty() ? "" : "  " + place);
  }
  for (const WitnessWaiting& waiting : witness.error.waiting)
    if (const auto wait = descriptorWaitOf(witness, waiting);
        wait && std::ranges::find(wait->watched, address, &WatchedStream::address) != wait->watched.end())
      text +=
          fmt::format("        {} waits for {}\n", threadText(witness, waiting.thread), awaitedWords(witness, waiting));
  return text;
}

} // namespace revisit
