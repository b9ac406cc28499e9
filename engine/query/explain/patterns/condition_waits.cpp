#include "query/explain/patterns/condition_waits.h"

#include "query/explain/patterns/accesses.h"
#include "query/timeline/object_holders.h"

#include <algorithm>

namespace revisit::patterns {
namespace {

// Another thread writes it at a time at which this thread may run.
bool isWrittenByOthers(const Evidence& evidence, EventNumber read) {
  const Timeline& timeline = evidence.timeline();
  const unsigned thread = timeline.event(read).thread;
  const EventNumber first = timeline.eventsOf(thread).front();
  return std::ranges::any_of(timeline.coherenceOrder(timeline.rangeOf(read)), [&](EventNumber write) {
    return timeline.event(write).thread != thread && storesContent(timeline.event(write)) &&
           !evidence.isOrdered(write, first);
  });
}

} // namespace

bool isConditionWait(const WitnessEvent& event) {
  return hasRole(event, ObjectRole::Wait) && hasSucceeded(event);
}

bool isWake(const WitnessEvent& event) {
  return hasRole(event, ObjectRole::Wake);
}

std::optional<EventNumber> unfinishedWait(const Timeline& timeline, unsigned thread) {
  for (auto number = timeline.lastOf(thread, timeline.size()); number; number = timeline.previousOfThread(*number)) {
    if (isConditionWait(timeline.event(*number)))
      return number;
    if (!isMutexRelease(timeline.event(*number)))
      return std::nullopt;
  }
  return std::nullopt;
}

std::vector<EventNumber> waitersAt(const Timeline& timeline, EventNumber operation) {
  std::vector<EventNumber> waiters;
  for (const EventNumber number : timeline.chainOf(operation)) {
    if (number >= operation)
      break;
    const WitnessEvent& event = timeline.event(number);
    if (isConditionWait(event))
      waiters.push_back(number);
    else if (isWake(event))
      std::erase_if(waiters, [&](EventNumber wait) { return timeline.event(wait).thread == event.thread; });
  }
  return waiters;
}

std::optional<EventNumber> signalBefore(const Timeline& timeline, EventNumber wait) {
  const std::span<const EventNumber> chain = timeline.chainOf(wait);
  for (auto other = std::ranges::lower_bound(chain, wait); other != chain.begin();)
    if (isSignal(timeline.event(*--other)))
      return *other;
  return std::nullopt;
}

std::optional<EventNumber> lastSignal(const Timeline& timeline, EventNumber wait) {
  const std::span<const EventNumber> chain = timeline.chainOf(wait);
  const auto found =
      std::find_if(chain.rbegin(), chain.rend(), [&](EventNumber other) { return isSignal(timeline.event(other)); });
  return found != chain.rend() ? std::optional(*found) : std::nullopt;
}

std::optional<EventNumber> signalAfter(const Timeline& timeline, EventNumber wait) {
  const std::span<const EventNumber> chain = timeline.chainOf(wait);
  const auto found = std::find_if(std::ranges::upper_bound(chain, wait), chain.end(),
                                  [&](EventNumber other) { return isSignal(timeline.event(other)); });
  return found != chain.end() ? std::optional(*found) : std::nullopt;
}

std::vector<EventNumber> conditionReads(const Evidence& evidence, EventNumber wait) {
  const Timeline& timeline = evidence.timeline();
  std::vector<EventNumber> reads;
  constexpr std::size_t maxReads = 64; // that are looked at: a condition needs few
  std::size_t looked = 0;
  for (auto number = timeline.previousOfThread(wait); number && looked < maxReads;
       number = timeline.previousOfThread(*number)) {
    const WitnessEvent& event = timeline.event(*number);
    if (isConditionWait(event) || isWake(event))
      break;
    if (!event.reads || event.writes || timeline.rangeOf(*number).size == 0)
      continue;
    looked++;
    if (isWrittenByOthers(evidence, *number))
      reads.push_back(*number);
  }
  return reads;
}

bool hasDoneItsWork(const Timeline& timeline, unsigned thread) {
  const auto& waiting = timeline.witness().error.waiting;
  const auto wait = std::ranges::find(waiting, thread, &WitnessWaiting::thread);
  if (wait != waiting.end())
    return wait->what.kind == AwaitedKind::ThreadEnd;
  const auto last = timeline.lastOf(thread, timeline.size());
  return last && (timeline.event(*last).kind == LabelKind::End || timeline.event(*last).kind == LabelKind::Exit);
}

} // namespace revisit::patterns
