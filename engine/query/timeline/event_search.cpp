#include "query/timeline/event_search.h"

#include "base/lower_case.h"
#include "program/positions.h"
#include "query/timeline/event_filter.h"
#include "query/timeline/event_reference.h"
#include "query/timeline/event_text.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <sstream>

namespace revisit {
namespace {

using Test = std::function<bool(EventNumber)>;

bool isNumber(const std::string& word) {
  return std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c) != 0; });
}

Test isListed(std::vector<EventNumber> events) {
  return [events = std::move(events)](EventNumber event) { return std::ranges::binary_search(events, event); };
}

Test reads(const Timeline& timeline, const std::string& word) {
  return [&timeline, part = lowerCase(word)](EventNumber event) {
    const WitnessPosition* shown = shownPosition(timeline.event(event).calls);
    return lowerCase(eventText(timeline, event)).find(part) != std::string::npos ||
           (shown && lowerCase(shown->function).find(part) != std::string::npos);
  };
}

bool isThreadWord(const std::string& word) {
  return word.size() > 1 && word.front() == 'T' && isNumber(word.substr(1));
}

bool isKindWord(const std::string& word) {
  return word.size() == 1 && std::isupper(static_cast<unsigned char>(word.front())) != 0 &&
         eventKindOfLetter(word.front()).has_value();
}

bool isNegated(const std::string& word) {
  return word.size() > 1 && word.front() == '-';
}

Test testOf(const Timeline& timeline, const std::string& word) {
  if (isNegated(word))
    return std::not_fn(testOf(timeline, word.substr(1)));
  EventFilter filter;
  if (isThreadWord(word)) {
    const Result<unsigned> thread = parseThread(timeline, word);
    return [&timeline, thread](EventNumber event) { return thread && timeline.event(event).thread == thread.value(); };
  }
  if (isKindWord(word))
    return [&timeline, kind = eventKindOfLetter(word.front())](EventNumber event) {
      return kindOf(timeline.event(event)) == kind;
    };
  if (isNumber(word) || word.front() == '(') {
    const Result<EventNumber> event = parseEvent(timeline, word);
    return isListed(event ? std::vector{event.value()} : std::vector<EventNumber>());
  }
  if (const Result<SourceLine> line = parseSourceLine(word); line && word.find(':') != std::string::npos) {
    filter.line = line.value();
    Result<std::vector<EventNumber>> events = matching(timeline, filter);
    return isListed(events ? std::move(*events) : std::vector<EventNumber>());
  }
  if (const Result<unsigned> thread = parseThread(timeline, word))
    return [named = reads(timeline, word), &timeline, of = thread.value()](EventNumber event) {
      return timeline.event(event).thread == of || named(event);
    };
  return reads(timeline, word);
}

} // namespace

std::vector<EventNumber> searchEvents(const Timeline& timeline, const std::string& text) {
  std::vector<Test> tests;
  std::istringstream words(text);
  for (std::string word; words >> word;)
    tests.push_back(testOf(timeline, word));
  std::vector<EventNumber> found;
  for (EventNumber event = 1; event <= timeline.size(); event++)
    if (std::ranges::all_of(tests, [&](const Test& test) { return test(event); }))
      found.push_back(event);
  return found;
}

bool namesEvents(const std::string& text) {
  std::istringstream words(text);
  for (std::string word; words >> word;)
    if (!isNegated(word))
      return true;
  return false;
}

} // namespace revisit
