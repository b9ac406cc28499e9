#include "query/timeline/event_text.h"

#include "base/file_name.h"
#include "program/positions.h"
#include "witness/event_words.h"
#include "witness/names.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace revisit {
namespace {

using Json = nlohmann::ordered_json;

std::string joinedWords(std::initializer_list<std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    text += text.empty() || word.empty() ? "" : " ";
    text += word;
  }
  return text;
}

std::string threadTitle(unsigned thread, const std::string& name) {
  const std::string number = threadText(thread);
  return name.empty() || name == number ? number : fmt::format("{} {}", number, name);
}

// For create and join: the other thread's name and number, if known.
std::string childText(const Timeline& timeline, EventNumber number) {
  const std::optional<unsigned> child = timeline.childOf(number);
  return child ? threadText(timeline.witness(), *child) : timeline.event(number).what;
}

std::string errorText(const Timeline& timeline, EventNumber number) {
  const WitnessError& error = timeline.witness().error;
  const std::string_view kind = errorName(error.kind);
  return joinedWords({operationWords(timeline.event(number)), kind, error.message == kind ? "" : error.message});
}

std::string memoryText(const WitnessEvent& event, bool withValue) {
  std::string text = fmt::format("{} {}", operationWords(event), locationText(event));
  if (withValue && !event.value.empty())
    text += (kindOf(event) == EventKind::Update ? ": " : " = ") + event.value;
  return withValue ? text + staleWords(event) : text;
}

// `child`: the thread that the event creates or joins.
std::string textOf(const WitnessEvent& event, const std::string& child, bool withValue) {
  const std::string operation = operationWords(event), value = withValue ? valueWords(event) : std::string();
  switch (kindOf(event)) {
  case EventKind::Read:
  case EventKind::Write:
  case EventKind::Update:
    return memoryText(event, withValue);
  case EventKind::Fence:
    return joinedWords({operation, event.what, value});
  case EventKind::Object:
    return joinedWords({operation, event.what}) + (value.empty() ? "" : fmt::format(": {}", value));
  case EventKind::Create:
  case EventKind::Join:
    return joinedWords({operation, child, value});
  case EventKind::Branch:
    return joinedWords({operation, event.what, event.holds || value.empty() ? "" : "=", value});
  case EventKind::End:
    return withValue ? joinedWords({operation, event.what, value}) : operation;
  }
  return {};
}

// `event`: that of the number, perhaps with another name.
std::string textOf(const Timeline& timeline, EventNumber number, const WitnessEvent& event, bool withValue) {
  if (withValue && event.kind == LabelKind::Error && event.thread == timeline.witness().error.thread)
    return errorText(timeline, number);
  const bool hasChild = event.kind == LabelKind::Create || event.kind == LabelKind::Join;
  return textOf(event, hasChild ? childText(timeline, number) : "", withValue);
}

std::string drawn(const Timeline& timeline, EventNumber number, const WitnessEvent& event) {
  const std::string text = textOf(timeline, number, event, true);
  const bool isPlain = event.kind == LabelKind::Read || event.rmw == RmwOp::Insert ||
                       (event.kind == LabelKind::Write && event.lifetime == Lifetime::Observed);
  return isPlain && timeline.rangeOf(number).size != 0
             ? std::string(1, letterOf(kindOf(event))) + text.substr(operationWords(event).size())
             : text;
}

std::string textOf(const WitnessEvent& event, const std::vector<std::string>& threads, bool withValue) {
  return textOf(event, event.child ? threadText(threads, *event.child) : event.what, withValue);
}

std::string shortSource(const Timeline& timeline, EventNumber number) {
  if (!timeline.event(number).reads)
    return {};
  const std::optional<EventNumber> source = timeline.readsFrom(number);
  return source ? fmt::format("  rf {} {}", referenceText(timeline.event(*source)), shortText(timeline, *source))
                : "  rf initial";
}

Json orNull(const std::optional<std::uint64_t>& number) {
  return number ? Json(*number) : Json();
}

Json sourceJson(const Timeline& timeline, EventNumber number) {
  if (const std::optional<EventNumber> source = timeline.readsFrom(number))
    return {timeline.event(*source).thread, timeline.event(*source).index};
  return timeline.event(number).reads ? Json("initial") : Json();
}

} // namespace

std::string referenceText(const WitnessEvent& event) {
  return fmt::format("({},{})", event.thread, event.index);
}

std::string locationText(const WitnessEvent& event) {
  return event.what.empty() ? fmt::format("{:#x}", event.address) : event.what;
}

std::string staleWords(const WitnessEvent& event) {
  return event.back == 0 ? "" : event.reads ? ", stale" : ", into the past";
}

std::string threadText(unsigned thread) {
  return fmt::format("T{}", thread);
}

std::string threadText(const Witness& witness, unsigned thread) {
  return threadTitle(thread, witness.threads[thread].name);
}

std::string threadText(const std::vector<std::string>& names, unsigned thread) {
  return threadTitle(thread, thread < names.size() ? names[thread] : "");
}

std::string placeText(const WitnessPosition& position) {
  return position.file.empty() ? "" : fmt::format("{}:{}", fileName(position.file), position.line);
}

std::string placeText(const WitnessEvent& event) {
  const WitnessPosition* shown = shownPosition(event.calls);
  return shown ? placeText(*shown) : "";
}

std::string eventText(const Timeline& timeline, EventNumber number) {
  return textOf(timeline, number, timeline.event(number), true);
}

std::string shortText(const Timeline& timeline, EventNumber number) {
  return textOf(timeline, number, timeline.event(number), false);
}

std::string drawnText(const Timeline& timeline, EventNumber number) {
  return drawn(timeline, number, timeline.event(number));
}

std::string drawnText(const Timeline& timeline, EventNumber number, const std::string& name) {
  WitnessEvent named = timeline.event(number);
  named.what = name;
  return drawn(timeline, number, named);
}

std::string eventText(const WitnessEvent& event, const std::vector<std::string>& threads) {
  return textOf(event, threads, true);
}

std::string shortText(const WitnessEvent& event, const std::vector<std::string>& threads) {
  return textOf(event, threads, false);
}

std::string endingText(const Witness& witness) {
  const ExecutionKind ending = witness.ending();
  std::string text(nameOf(ending));
  if (ending == ExecutionKind::Complete)
    text += ": " + (witness.outcome.empty() ? "nothing is wrong" : witness.outcome);
  else if (ending == ExecutionKind::Blocked)
    text += ": an assumption is false";
  else if (ending == ExecutionKind::Cut)
    text += std::ranges::count(witness.schedule, LabelKind::Unsupported, &WitnessEvent::kind) != 0
                ? ": something unsupported was reached"
                : ": a bound was reached";
  return text;
}

std::string stopLine(const Timeline& timeline, SchedulePosition position) {
  const std::size_t percent = timeline.size() == 0 ? 0 : position * 100 / timeline.size();
  std::string line = fmt::format("[revisit {}/{} {}%] ", position, timeline.size(), percent);
  if (position == 0)
    return line + "start";
  const WitnessEvent& event = timeline.event(position);
  line +=
      fmt::format("{} {}{}", threadText(event.thread), eventText(timeline, position), shortSource(timeline, position));
  const std::string place = placeText(event);
  return place.empty() ? line : fmt::format("{}  {}", line, place);
}

Json eventJson(const Timeline& timeline, EventNumber number) {
  const WitnessEvent& event = timeline.event(number);
  const WitnessPosition* shown = shownPosition(event.calls);
  const bool isPlaced = shown && !shown->file.empty();
  return {{"number", number},
          {"thread", event.thread},
          {"index", event.index},
          {"kind", nameOf(event.kind)},
          {"text", eventText(timeline, number)},
          {"file", isPlaced ? Json(shown->file) : Json()},
          {"line", isPlaced ? Json(shown->line) : Json()},
          {"address", event.address != 0 ? Json(event.address) : Json()},
          {"seen", orNull(event.seen)},
          {"written", orNull(event.written)},
          {"reads_from", sourceJson(timeline, number)}};
}

} // namespace revisit
