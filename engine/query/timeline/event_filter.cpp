#include "query/timeline/event_filter.h"

#include "program/positions.h"
#include "query/timeline/event_search.h"
#include "witness/event_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace revisit {
namespace {

// One condition of a filter: the events that satisfy it, and a test for a single event.
struct Part {
  std::vector<EventNumber> candidates;
  std::function<bool(EventNumber)> holds;
};

std::vector<EventNumber> listOf(std::span<const EventNumber> numbers) {
  return {numbers.begin(), numbers.end()};
}

Part anyOf(std::vector<EventNumber> numbers) {
  const auto isListed = [numbers](EventNumber number) { return std::ranges::binary_search(numbers, number); };
  return {std::move(numbers), isListed};
}

bool isAtLine(const WitnessEvent& event, const SourceLine& line) {
  return std::ranges::any_of(event.calls, [&](const WitnessPosition& place) {
    return place.line == line.line && !isSystemFile(place.file) && pathEndsWith(place.file, line.file);
  });
}

std::vector<EventNumber> eventsAt(const Timeline& timeline, const SourceLine& line) {
  std::vector<EventNumber> found;
  std::ranges::copy_if(timeline.atLine(line.line), std::back_inserter(found),
                       [&](EventNumber number) { return isAtLine(timeline.event(number), line); });
  return found;
}

std::vector<EventNumber> writesAfter(const Timeline& timeline, EventNumber write) {
  std::vector<EventNumber> later = timeline.coherenceOrder(timeline.rangeOf(write));
  std::erase_if(later, [&](EventNumber other) { return !timeline.coherenceBefore(write, other); });
  std::ranges::sort(later);
  return later;
}

std::vector<Part> partsOf(const Timeline& timeline, const EventFilter& filter) {
  std::vector<Part> parts;
  if (filter.number)
    parts.push_back(anyOf({*filter.number}));
  if (filter.thread)
    parts.push_back({listOf(timeline.eventsOf(*filter.thread)),
                     [&](EventNumber number) { return timeline.event(number).thread == *filter.thread; }});
  if (filter.kind)
    parts.push_back({listOf(timeline.ofKind(*filter.kind)),
                     [&](EventNumber number) { return kindOf(timeline.event(number)) == *filter.kind; }});
  if (!filter.operation.empty()) {
    std::vector<EventNumber> doing;
    for (EventNumber number = 1; number <= timeline.size(); number++)
      if (isOperation(timeline.event(number), filter.operation))
        doing.push_back(number);
    parts.push_back(anyOf(std::move(doing)));
  }
  if (!filter.location.empty())
    parts.push_back(anyOf(timeline.named(filter.location)));
  if (filter.range)
    parts.push_back(anyOf(timeline.touching(*filter.range)));
  if (filter.line)
    parts.push_back(anyOf(eventsAt(timeline, *filter.line)));
  if (!filter.words.empty())
    parts.push_back(anyOf(searchEvents(timeline, filter.words)));
  if (filter.readsFrom)
    parts.push_back(anyOf(listOf(timeline.readersOf(*filter.readsFrom))));
  if (filter.coherenceAfter)
    parts.push_back(anyOf(writesAfter(timeline, *filter.coherenceAfter)));
  return parts;
}

Status check(const Timeline& timeline, const EventFilter& filter) {
  for (const auto& number : {filter.number, filter.readsFrom, filter.coherenceAfter})
    if (number && (*number < 1 || *number > timeline.size()))
      return Error{ErrorCode::BadUsage, "",
                   fmt::format("there is no event {}: events are numbered from 1 to {}", *number, timeline.size())};
  if (filter.thread && *filter.thread >= timeline.witness().threads.size())
    return Error{ErrorCode::BadUsage, "",
                 fmt::format("there is no thread T{}: threads are T0 to T{}", *filter.thread,
                             timeline.witness().threads.size() - 1)};
  if (filter.coherenceAfter && !timeline.event(*filter.coherenceAfter).writes)
    return Error{ErrorCode::BadUsage, "",
                 fmt::format("event {} does not write: name a write to come after", *filter.coherenceAfter)};
  return Done{};
}

} // namespace

bool isOperation(const WitnessEvent& event, const std::string& words) {
  return hasWords(operationWords(event), words);
}

Result<std::vector<EventNumber>> matching(const Timeline& timeline, const EventFilter& filter) {
  if (const Status status = check(timeline, filter); !status)
    return status.error();
  std::vector<Part> parts = partsOf(timeline, filter);
  std::vector<EventNumber> found;
  if (parts.empty()) {
    for (EventNumber number = 1; number <= timeline.size(); number++)
      found.push_back(number);
    return found;
  }
  std::ranges::sort(parts, {}, [](const Part& part) { return part.candidates.size(); });
  std::ranges::copy_if(parts.front().candidates, std::back_inserter(found), [&](EventNumber number) {
    return std::all_of(parts.begin() + 1, parts.end(), [&](const Part& part) { return part.holds(number); });
  });
  return found;
}

} // namespace revisit
