#include "query/explain/patterns/words.h"

#include "base/text_width.h"
#include "program/function_names.h"
#include "query/explain/patterns/accesses.h"
#include "query/timeline/event_text.h"
#include "witness/event_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::patterns {
namespace {

constexpr std::size_t nameWidth = 20, placeWidth = 30, locationWidth = 36, valueWidth = 20;

std::string objectVerb(const WitnessEvent& event) {
  const std::string words = operationWords(event);
  switch (event.objectOp.value_or(ObjectOp::MutexInit)) {
  case ObjectOp::CondWait:
    return "waits for ";
  case ObjectOp::CondWake:
  case ObjectOp::CondTimedWake:
    return "wakes up from ";
  case ObjectOp::CondSignal:
  case ObjectOp::CondBroadcast:
  case ObjectOp::MutexLock:
  case ObjectOp::MutexUnlock:
    return words + "s ";
  default:
    return words + ' ';
  }
}

std::string joined(const std::string& thread, const PatternStep& step) {
  return fmt::format("{} {}{}{}{}{}", thread, step.act, step.value, step.place.empty() ? "" : " at ", step.place,
                     step.more);
}

// The end of the character that begins there, so that none is cut.
std::size_t afterCharacter(const std::string& text, std::size_t at) {
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80)
    at++;
  return at;
}

} // namespace

std::string who(const Timeline& timeline, unsigned thread) {
  const std::string text = threadText(timeline.witness(), thread);
  return textWidth(text) <= nameWidth ? text : threadText(thread);
}

std::string whoDoes(const Timeline& timeline, EventNumber number) {
  return who(timeline, timeline.event(number).thread);
}

std::string brief(const std::string& text, std::size_t width) {
  constexpr std::size_t dots = 3;
  if (textWidth(text) <= width || width <= dots)
    return text;
  const std::size_t kept = width - dots;
  return text.substr(0, afterCharacter(text, kept / 2)) + "..." +
         text.substr(afterCharacter(text, text.size() - (kept - kept / 2)));
}

std::string briefName(const std::string& name, std::size_t width) {
  return brief(textWidth(name) <= width ? name : shortLocation(name), width);
}

std::string quoted(const Timeline& timeline, EventNumber number) {
  return fmt::format("'{}'", briefName(locationText(timeline.event(number)), locationWidth));
}

PatternStep step(const Timeline& timeline, EventNumber number, const std::string& more) {
  const WitnessEvent& event = timeline.event(number);
  const std::string what = briefName(locationText(event), locationWidth);
  PatternStep step = stepThat(timeline, number, "", more);
  const EventKind kind = kindOf(event);
  const bool hasValue = kind == EventKind::Read || kind == EventKind::Write || kind == EventKind::Update;
  if (hasValue && !event.value.empty())
    step.value = (kind == EventKind::Update ? ": " : " = ") + brief(event.value, valueWidth);
  step.act = endsLife(event)             ? "frees " + what
             : kind == EventKind::Read   ? "reads " + what
             : kind == EventKind::Write  ? "writes " + what
             : kind == EventKind::Update ? "updates " + what
             : kind == EventKind::Object ? objectVerb(event) + what
                                         : brief(shortText(timeline, number), locationWidth);
  return step;
}

PatternStep stepThat(const Timeline& timeline, EventNumber number, const std::string& act, const std::string& more) {
  return {number, timeline.event(number).thread, act, "", placeText(timeline.event(number)), more};
}

std::string stepText(const Timeline& timeline, const PatternStep& step) {
  return joined(who(timeline, step.thread), step);
}

std::string fittedText(const Timeline& timeline, const PatternStep& step, std::size_t width) {
  std::string text = stepText(timeline, step);
  const std::string thread = threadText(step.thread);
  PatternStep shorter = step;
  if (textWidth(text) > width)
    text = joined(thread, shorter);
  if (textWidth(text) > width) {
    shorter.value.clear();
    text = joined(thread, shorter);
  }
  if (textWidth(text) > width) {
    shorter.place = brief(step.place, placeWidth);
    text = joined(thread, shorter);
  }
  if (textWidth(text) > width) {
    constexpr std::size_t narrowest = 16; // of what is done, before the rest is cut, too
    const std::size_t excess = textWidth(text) - width, wide = textWidth(step.act);
    shorter.act = brief(step.act, wide > excess + narrowest ? wide - excess : narrowest);
    text = joined(thread, shorter);
  }
  return brief(text, width);
}

Pattern inOrder(Pattern pattern) {
  std::ranges::stable_sort(pattern.steps, {}, &PatternStep::event);
  return pattern;
}

} // namespace revisit::patterns
