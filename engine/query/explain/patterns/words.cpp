#include "query/explain/patterns/words.h"

#include "base/file_name.h"
#include "base/terminal_text.h"
#include "program/function_names.h"
#include "program/objects/object_operations.h"
#include "query/explain/patterns/accesses.h"
#include "query/timeline/event_text.h"
#include "witness/event_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::patterns {
namespace {

constexpr std::size_t threadWidth = 20, placeWidth = 44, locationWidth = 60, valueWidth = 20;

std::string objectVerb(const WitnessEvent& event) {
  const char* const verb = event.objectOp ? rowOf(*event.objectOp).verb : nullptr;
  return (verb ? verb : operationWords(event)) + ' ';
}

std::string joined(const std::string& thread, const PatternStep& step) {
  return fmt::format("{} {}{}{}{}{}", thread, step.act, step.value, step.place.empty() ? "" : " at ", step.place,
                     step.more);
}

// "line 7" for "a.c:7" when the report says that the error is in a.c.
std::string withoutErrorFile(const Timeline& timeline, const std::string& place) {
  const std::string file = fileName(timeline.witness().error.file) + ':';
  return file.size() > 1 && place.starts_with(file) ? "line " + place.substr(file.size()) : place;
}

} // namespace

std::string who(const Timeline& timeline, unsigned thread) {
  const std::string text = threadText(timeline.witness(), thread);
  return textWidth(text) <= threadWidth ? text : threadText(thread);
}

std::string whoDoes(const Timeline& timeline, EventNumber number) {
  return who(timeline, timeline.event(number).thread);
}

std::string shortenedName(const std::string& name) {
  return shortened(textWidth(name) <= locationWidth ? name : shortLocation(name), locationWidth);
}

std::string nameOf(const WitnessEvent& event) {
  return shortenedName(locationText(event));
}

std::string quoted(const Timeline& timeline, EventNumber number) {
  return fmt::format("'{}'", nameOf(timeline.event(number)));
}

PatternStep step(const Timeline& timeline, EventNumber number, const std::string& more) {
  const WitnessEvent& event = timeline.event(number);
  const std::string what = nameOf(event);
  PatternStep step = stepThat(timeline, number, "", more);
  const EventKind kind = kindOf(event);
  const bool hasValue = kind == EventKind::Read || kind == EventKind::Write || kind == EventKind::Update;
  if (hasValue && !event.value.empty())
    step.value = (kind == EventKind::Update ? ": " : " = ") + shortened(event.value, valueWidth);
  step.act = event.lifetime == Lifetime::Destroys ? "destroys " + what
             : endsLife(event)                    ? "frees " + what
             : kind == EventKind::Read            ? "reads " + what
             : kind == EventKind::Write           ? "writes " + what
             : kind == EventKind::Update          ? "updates " + what
             : kind == EventKind::Object          ? objectVerb(event) + what
                                                  : shortened(shortText(timeline, number), locationWidth);
  return step;
}

PatternStep stepThat(const Timeline& timeline, EventNumber number, const std::string& act, const std::string& more) {
  return {number, timeline.event(number).thread, act, "", placeText(timeline.event(number)), more};
}

std::string stepText(const Timeline& timeline, const PatternStep& step) {
  return joined(who(timeline, step.thread), step);
}

std::string fittedText(const Timeline& timeline, const PatternStep& step, std::size_t width) {
  const std::string thread = threadText(step.thread);
  std::string text = stepText(timeline, step);
  if (textWidth(text) > width)
    text = joined(thread, step);
  if (textWidth(text) <= width)
    return text;
  PatternStep shorter = step;
  shorter.value.clear();
  if (text = joined(thread, shorter); textWidth(text) <= width)
    return text;
  shorter.value = step.value;
  shorter.place = shortened(shorter.place, placeWidth);
  return wrapped(joined(thread, shorter), width, 2);
}

std::vector<PatternStep> fittedPlaces(const Timeline& timeline, std::vector<PatternStep> steps, std::size_t width) {
  const auto isWide = [&](const PatternStep& step) { return textWidth(joined(threadText(step.thread), step)) > width; };
  if (std::ranges::any_of(steps, isWide))
    for (PatternStep& step : steps)
      step.place = withoutErrorFile(timeline, step.place);
  return steps;
}

Pattern inOrder(Pattern pattern) {
  std::ranges::stable_sort(pattern.steps, {}, &PatternStep::event);
  return pattern;
}

} // namespace revisit::patterns
