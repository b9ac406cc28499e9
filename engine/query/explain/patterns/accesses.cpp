#include "query/explain/patterns/accesses.h"

#include "program/positions.h"

#include <algorithm>

namespace revisit::patterns {
namespace {

// Events of the failing thread that are looked at: a check and what it needs, no more.
constexpr std::size_t eventsOfACheck = 12;
// So many of its events before the error are searched for a value of another thread.
constexpr std::size_t maxReads = 400;

} // namespace

bool isOfLife(const WitnessEvent& event) {
  return event.lifetime != Lifetime::Observed;
}

bool endsLife(const WitnessEvent& event) {
  return event.lifetime == Lifetime::Ends || event.lifetime == Lifetime::Destroys;
}

bool storesContent(const WitnessEvent& event) {
  return event.writes && !isOfLife(event);
}

bool isSamePlace(const WitnessEvent& first, const WitnessEvent& second) {
  return !first.calls.empty() && first.calls == second.calls;
}

bool isSameLine(const WitnessEvent& first, const WitnessEvent& second) {
  const WitnessPosition *const here = shownPosition(first.calls), *const there = shownPosition(second.calls);
  return here && there && here->line == there->line && here->file == there->file;
}

std::optional<EventNumber> ownAccessBefore(const Timeline& timeline, EventNumber number, const ByteRange& range) {
  const std::vector<EventNumber> accesses = timeline.touching(range);
  for (auto access = std::ranges::lower_bound(accesses, number); access != accesses.begin();) {
    const WitnessEvent& event = timeline.event(*--access);
    if (event.thread == timeline.event(number).thread && isMemory(event.kind))
      return *access;
  }
  return std::nullopt;
}

bool isFromOther(const Timeline& timeline, EventNumber read) {
  const auto source = timeline.readsFrom(read);
  const auto creation = timeline.creationOf(timeline.event(read).thread);
  return source && timeline.event(*source).thread != timeline.event(read).thread &&
         !(creation && timeline.happensBefore(*source, *creation));
}

std::optional<EventNumber> lastReadFromOther(const Timeline& timeline) {
  std::optional<EventNumber> number = timeline.previousOfThread(timeline.bug());
  for (std::size_t i = 0; number && i < maxReads; i++, number = timeline.previousOfThread(*number))
    if (isFromOther(timeline, *number) && !isLibraryCode(timeline.event(*number).calls))
      return number;
  return std::nullopt;
}

std::optional<EventNumber> carriedRead(const Timeline& timeline, EventNumber read) {
  const auto source = timeline.readsFrom(read);
  const WitnessEvent* const write = source ? &timeline.event(*source) : nullptr;
  if (!write || write->reads || !write->written || write->thread == timeline.event(read).thread)
    return std::nullopt;
  std::optional<EventNumber> number = timeline.previousOfThread(*source);
  for (std::size_t i = 0; number && i < eventsOfACheck; i++, number = timeline.previousOfThread(*number)) {
    const WitnessEvent& event = timeline.event(*number);
    if (event.reads && event.seen)
      return event.seen == write->written && timeline.rangeOf(*number) != timeline.rangeOf(*source) ? number
                                                                                                    : std::nullopt;
  }
  return std::nullopt;
}

std::vector<EventNumber> readsBeforeError(const Timeline& timeline) {
  std::vector<EventNumber> reads;
  const WitnessError& error = timeline.witness().error;
  const SchedulePosition bug = timeline.bug();
  if (bug == 0 || isOfWaiting(error.kind) || timeline.event(bug).thread != error.thread)
    return reads;
  std::optional<EventNumber> number = bug;
  for (std::size_t i = 0; number && i < eventsOfACheck; i++, number = timeline.previousOfThread(*number))
    if (timeline.event(*number).reads && timeline.rangeOf(*number).size != 0)
      reads.push_back(*number);
  return reads;
}

} // namespace revisit::patterns
