#include "query/timeline/event_reference.h"

#include "query/timeline/event_text.h"
#include "witness/event_words.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <set>
#include <string_view>

namespace revisit {
namespace {

Error badUsage(std::string what) {
  return {ErrorCode::BadUsage, "", std::move(what)};
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

template <class Number> std::optional<Number> numberIn(std::string_view text) {
  text = trimmed(text);
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(number)
                                                                                   : std::nullopt;
}

// Normalises text to the form of operation names: lower case, words separated by blanks.
std::string spoken(std::string_view text) {
  std::string words(trimmed(text));
  for (char& letter : words)
    if (letter == '-' || letter == '_')
      letter = ' ';
    else if (letter >= 'A' && letter <= 'Z')
      letter = static_cast<char>(letter - 'A' + 'a');
  return words;
}

constexpr std::string_view kindsText =
    "R read, W write, U update, F fence, L lock or other object, C create, J join, B "
    "branch, E error or end";

bool isDigits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// The two numbers of "(1,3)" or "(T1,3)".
std::optional<WitnessEventRef> pairIn(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || text.back() != ')')
    return std::nullopt;
  std::string_view first = trimmed(text.substr(1, comma - 1));
  if (first.starts_with('T') || first.starts_with('t'))
    first.remove_prefix(1);
  const auto thread = numberIn<unsigned>(first);
  const auto index = numberIn<unsigned>(text.substr(comma + 1, text.size() - comma - 2));
  if (!thread || !index)
    return std::nullopt;
  return WitnessEventRef{*thread, *index};
}

Result<EventNumber> parsePair(const Timeline& timeline, std::string_view text) {
  const std::optional<WitnessEventRef> pair = pairIn(text);
  if (!pair)
    return badUsage(fmt::format("'{}' is no event: write (THREAD,INDEX), as in (1,3)", text));
  const std::size_t threads = timeline.witness().threads.size();
  if (pair->thread >= threads)
    return badUsage(fmt::format("there is no thread T{}: threads are T0 to T{}", pair->thread, threads - 1));
  if (const auto number = timeline.numberOf(pair->thread, pair->index))
    return *number;
  const auto events = timeline.eventsOf(pair->thread);
  if (events.empty())
    return badUsage(fmt::format("T{} has no events", pair->thread));
  return badUsage(fmt::format("T{} has no event {}: its events are {} to {}", pair->thread, pair->index,
                              referenceText(timeline.event(events.front())),
                              referenceText(timeline.event(events.back()))));
}

} // namespace

Result<SchedulePosition> parsePosition(const Timeline& timeline, const std::string& text) {
  const std::string_view word = trimmed(text);
  if (word == "start")
    return SchedulePosition{0};
  if (word == "end")
    return timeline.size();
  if (word == "bug")
    return timeline.bug();
  if (word == "goal" && !timeline.witness().goal.text.empty())
    return timeline.subject();
  if (word.starts_with('('))
    return parsePair(timeline, word);
  if (!isDigits(word))
    return badUsage(
        fmt::format("'{}' is no event: write a number, (THREAD,INDEX) as in (1,3), start, end or bug", word));
  const auto number = numberIn<SchedulePosition>(word);
  if (!number || *number > timeline.size())
    return badUsage(fmt::format("there is no event {}: events are numbered from 1 to {}", word, timeline.size()));
  return *number;
}

Result<EventNumber> parseEvent(const Timeline& timeline, const std::string& text) {
  const Result<SchedulePosition> position = parsePosition(timeline, text);
  if (position && position.value() == 0)
    return badUsage(fmt::format("'{}' is before the first event: name an event", trimmed(text)));
  return position;
}

Result<EventKind> parseEventKind(const std::string& text) {
  const std::string word = spoken(text);
  if (const auto kind = word.size() == 1 ? eventKindOfLetter(word.front()) : eventKindOfName(word))
    return *kind;
  return badUsage(fmt::format("'{}' is no kind of event: {}", trimmed(text), kindsText));
}

Status parseKindOrOperation(const Timeline& timeline, const std::string& text, EventFilter& filter) {
  if (const Result<EventKind> kind = parseEventKind(text)) {
    filter.kind = kind.value();
    // The end of a block's lifetime is a write in the memory model, but users do not call it one.
    filter.operation = kind.value() == EventKind::Write ? "write" : "";
    return Done{};
  }
  const std::string said = spoken(text), words = said == "cas" ? "compare and swap" : said;
  std::set<std::string> done;
  for (const WitnessEvent& event : timeline.witness().schedule) {
    if (!words.empty() && isOperation(event, words)) {
      filter.operation = words;
      return Done{};
    }
    done.insert(operationWords(event));
  }
  return badUsage(fmt::format("'{}' is no kind of event: {}; or what is done in this execution: {}", trimmed(text),
                              kindsText, fmt::join(done, ", ")));
}

Result<unsigned> parseThread(const Timeline& timeline, const std::string& text) {
  std::string_view word = trimmed(text);
  const std::size_t threads = timeline.witness().threads.size();
  std::vector<std::string> called; // numbers of the threads
  unsigned found = 0;
  for (unsigned each = 0; each < threads; each++)
    if (word == timeline.witness().threads[each].name || word == threadText(timeline.witness(), each)) {
      called.push_back(threadText(each));
      found = each;
    }
  if (called.size() == 1)
    return found;
  if (called.size() > 1)
    return badUsage(fmt::format("several threads are called '{}': write one of {}", word, fmt::join(called, ", ")));
  if (word.starts_with('T') || word.starts_with('t'))
    word.remove_prefix(1);
  const auto thread = isDigits(word) ? numberIn<unsigned>(word) : std::nullopt;
  if (!thread || *thread >= threads)
    return badUsage(fmt::format("there is no thread '{}': threads are T0 to T{}", trimmed(text), threads - 1));
  return *thread;
}

Result<SourceLine> parseSourceLine(const std::string& text) {
  const std::string_view place = trimmed(text);
  const std::size_t colon = place.rfind(':');
  const auto line = colon != std::string_view::npos && isDigits(place.substr(colon + 1))
                        ? numberIn<unsigned>(place.substr(colon + 1))
                        : std::nullopt;
  if (!line || *line == 0 || colon == 0)
    return badUsage(fmt::format("'{}' is no source line: write FILE:LINE, as in main.c:31", place));
  return SourceLine{std::string(place.substr(0, colon)), *line};
}

} // namespace revisit
