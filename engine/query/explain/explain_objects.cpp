// Explains why an operation on a lock or another object comes where it does.
#include "query/explain/explain_parts.h"
#include "query/timeline/event_text.h"
#include "query/timeline/object_holders.h"
#include "query/timeline/stream_history.h"
#include "query/timeline/waiting.h"
#include "witness/streams_at_end.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::explain {
namespace {

std::string threadOf(const Timeline& timeline, EventNumber number) {
  return threadText(timeline.witness(), timeline.event(number).thread);
}

void predecessor(const Timeline& timeline, EventNumber number, std::vector<Reason>& reasons) {
  const std::string& what = timeline.event(number).what;
  const std::optional<EventNumber> before = timeline.chainPrevious(number);
  if (!before) {
    reasons.push_back({fmt::format("It is the first operation on {}.", what), {}});
    return;
  }
  reasons.push_back({fmt::format("The operation on {} before it is {} of {}.", what, mention(timeline, *before),
                                 threadOf(timeline, *before)),
                     before});
  // Operations on other objects may require the one before: a wake-up its signal, a semaphore wait its post.
  const bool takes = takesMutex(timeline.event(number)) || takesForReading(timeline.event(number));
  if (takes && !timeline.forcedBefore(*before, number))
    reasons.push_back({"Only the schedule orders the two: in another execution it may come first.", before});
}

std::string heldText(const Timeline& timeline, const Holding& holding) {
  const std::string text =
      fmt::format("{} took it at {}", threadOf(timeline, holding.taken), mention(timeline, holding.taken));
  return holding.released ? fmt::format("{} and released it at {}.", text, mention(timeline, *holding.released))
                          : text + " and never released it.";
}

void lockReasons(const Timeline& timeline, EventNumber number, const std::vector<Holding>& holdings,
                 std::vector<Reason>& reasons) {
  const WitnessEvent& event = timeline.event(number);
  const auto later = std::ranges::lower_bound(holdings, number, {}, &Holding::taken);
  if (later == holdings.begin()) {
    reasons.push_back(
        {fmt::format("No thread held {}{} before.", event.what, takesForReading(event) ? " for writing" : ""), {}});
    return;
  }
  const Holding& last = *(later - 1);
  if (last.released && *last.released < number)
    reasons.push_back({fmt::format("Last before it {}", heldText(timeline, last)), last.taken});
  else
    reasons.push_back({fmt::format("{} holds {} since {}.", threadOf(timeline, last.taken), event.what,
                                   mention(timeline, last.taken)),
                       last.taken});
}

// The event at which the thread of this unlock last took the read-write lock for reading.
std::optional<EventNumber> lockForReading(const Timeline& timeline, EventNumber number) {
  std::optional<EventNumber> read;
  for (const EventNumber other : timeline.chainOf(number)) {
    const WitnessEvent& event = timeline.event(other);
    if (other < number && event.thread == timeline.event(number).thread && takesForReading(event) &&
        hasSucceeded(event))
      read = other;
  }
  return read;
}

void unlockReasons(const Timeline& timeline, EventNumber number, const std::vector<Holding>& holdings,
                   std::vector<Reason>& reasons) {
  const WitnessEvent& event = timeline.event(number);
  const std::optional<Holding> held = holdingAt(holdings, number - 1);
  if (const std::optional<EventNumber> read = lockForReading(timeline, number); read && !held) {
    reasons.push_back({fmt::format("Its thread took it for reading at {}.", mention(timeline, *read)), read});
    return;
  }
  if (!held)
    reasons.push_back({fmt::format("No thread held {}.", event.what), {}});
  else if (held->thread == event.thread)
    reasons.push_back({fmt::format("Its thread took it at {}.", mention(timeline, held->taken)), held->taken});
  else
    reasons.push_back({fmt::format("It was not its thread that held it: {}", heldText(timeline, *held)), held->taken});
  const auto next = std::ranges::upper_bound(holdings, number, {}, &Holding::taken);
  if (next != holdings.end())
    reasons.push_back({fmt::format("The next to take it is {} at {}.", threadOf(timeline, next->taken),
                                   mention(timeline, next->taken)),
                       next->taken});
}

// For a thread that continues after a wait on a condition variable: the start of its wait, and the events that may have
// woken it.
void wakeReasons(const Timeline& timeline, EventNumber number, std::vector<Reason>& reasons) {
  const std::span<const EventNumber> chain = timeline.chainOf(number);
  for (auto other = std::ranges::lower_bound(chain, number); other != chain.begin();) {
    const WitnessEvent& event = timeline.event(*--other);
    if (isSignal(event))
      reasons.push_back({fmt::format("{} came while it waited.", mention(timeline, *other)), *other});
    if (hasRole(event, ObjectRole::Wait) && event.thread == timeline.event(number).thread) {
      reasons.push_back({fmt::format("It waited since {}.", mention(timeline, *other)), *other});
      return;
    }
  }
}

// Of what went through a pipe or the like: who put what this took, or the reverse.
void streamReasons(const Timeline& timeline, EventNumber number, std::vector<Reason>& reasons) {
  const bool takes = hasRole(timeline.event(number), ObjectRole::Take);
  for (const EventNumber partner : partnersOf(timeline, number))
    reasons.push_back({fmt::format("{} {} of {}.", takes ? "What it took is from" : "What it put went to",
                                   mention(timeline, partner), threadOf(timeline, partner)),
                       partner});
  for (const StreamStep& step : streamHistory(timeline, timeline.event(number).address))
    if (step.number == number && !step.content.empty())
      reasons.push_back({fmt::format("After it, {} has {}{}.", timeline.event(number).what, step.content,
                                     step.moved.empty() ? "" : "; moved were " + step.moved),
                         {}});
}

} // namespace

Explanation whyObject(const Timeline& timeline, EventNumber number) {
  const WitnessEvent& event = timeline.event(number);
  Explanation explanation{number, mention(timeline, number) + '.', {}};
  predecessor(timeline, number, explanation.reasons);
  if (takesMutex(event) || takesForReading(event))
    lockReasons(timeline, number, holdingsOf(timeline, timeline.chainOf(number)), explanation.reasons);
  else if (isMutexRelease(event))
    unlockReasons(timeline, number, holdingsOf(timeline, timeline.chainOf(number)), explanation.reasons);
  else if (hasRole(event, ObjectRole::Wake))
    wakeReasons(timeline, number, explanation.reasons);
  else if (isOnStream(event))
    streamReasons(timeline, number, explanation.reasons);
  return explanation;
}

} // namespace revisit::explain
