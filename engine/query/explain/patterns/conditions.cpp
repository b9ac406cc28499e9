// Condition variables: signals that come too early or elsewhere, conditions that are not checked again.
#include "program/positions.h"
#include "query/explain/patterns/accesses.h"
#include "query/explain/patterns/condition_waits.h"
#include "query/explain/patterns/kinds.h"
#include "query/explain/patterns/words.h"
#include "query/timeline/event_text.h"
#include "query/timeline/object_holders.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::patterns {
namespace {

// Calls `find` with each wait that has no end and no signal behind it, until it gives a pattern.
template <class Find> std::optional<Pattern> inEndlessWaits(const Timeline& timeline, const Find& find) {
  for (const WitnessWaiting& waiting : timeline.witness().error.waiting)
    if (const auto wait = unfinishedWait(timeline, waiting.thread); wait && !signalAfter(timeline, *wait))
      if (std::optional<Pattern> pattern = find(*wait))
        return pattern;
  return std::nullopt;
}

// The first write of another thread between the two that changes what the read saw.
std::optional<EventNumber> changeBetween(const Timeline& timeline, EventNumber read, EventNumber from, EventNumber to) {
  for (const EventNumber write : timeline.coherenceOrder(timeline.rangeOf(read))) {
    const WitnessEvent& event = timeline.event(write);
    if (write > from && write <= to && event.thread != timeline.event(read).thread && storesContent(event) &&
        (event.written != timeline.event(read).seen || timeline.rangeOf(write) != timeline.rangeOf(read)))
      return write;
  }
  return std::nullopt;
}

std::optional<Pattern> lostWakeUpAt(const Evidence& evidence, EventNumber wait) {
  const Timeline& timeline = evidence.timeline();
  const auto signal = signalBefore(timeline, wait);
  if (!signal || timeline.event(*signal).thread == timeline.event(wait).thread || !waitersAt(timeline, *signal).empty())
    return std::nullopt;
  const std::vector<EventNumber> reads = conditionReads(evidence, wait);
  const std::string waiter = whoDoes(timeline, wait);
  Pattern pattern{fmt::format("lost wake-up: {} is signalled before {} waits", quoted(timeline, wait), waiter), {}};
  if (!reads.empty()) { // the check must be older than the signal, and what was signalled a change of what was checked
    const auto changeOf = [&](EventNumber read) { return changeBetween(timeline, read, read, *signal); };
    const auto read = std::ranges::find_if(reads, [&](EventNumber each) { return changeOf(each).has_value(); });
    if (reads.front() > *signal || read == reads.end())
      return std::nullopt;
    pattern.steps.push_back(step(timeline, *read, ", the check"));
    pattern.steps.push_back(step(timeline, *changeOf(*read), ", too late for the check"));
  }
  pattern.steps.push_back(step(timeline, *signal, ", nobody waits yet"));
  pattern.steps.push_back(step(timeline, wait, ", nothing signals it again"));
  return inOrder(std::move(pattern));
}

// The first signal of the thread after the event, if it is of another condition variable.
std::optional<EventNumber> signalElsewhere(const Timeline& timeline, EventNumber change, EventNumber wait) {
  for (auto number = timeline.nextOfThread(change); number; number = timeline.nextOfThread(*number))
    if (isSignal(timeline.event(*number)))
      return timeline.chainOf(*number).front() != timeline.chainOf(wait).front() ? number : std::nullopt;
  return std::nullopt;
}

std::optional<Pattern> otherConditionAt(const Evidence& evidence, EventNumber wait) {
  const Timeline& timeline = evidence.timeline();
  for (const EventNumber read : conditionReads(evidence, wait)) {
    const auto change = changeBetween(timeline, read, wait, timeline.size());
    const auto signal = change ? signalElsewhere(timeline, *change, wait) : std::nullopt;
    if (!signal || !waitersAt(timeline, *signal).empty() || !hasDoneItsWork(timeline, timeline.event(*signal).thread))
      continue;
    return inOrder({fmt::format("wrong condition variable: {} waits for {}, not for {}", whoDoes(timeline, wait),
                                quoted(timeline, wait), quoted(timeline, *signal)),
                    {step(timeline, read, ", then waits"), step(timeline, *change),
                     step(timeline, *signal, ", nobody waits for that")}});
  }
  return std::nullopt;
}

std::optional<Pattern> missingNotifyAt(const Evidence& evidence, EventNumber wait) {
  const Timeline& timeline = evidence.timeline();
  for (const EventNumber read : conditionReads(evidence, wait)) {
    const auto change = changeBetween(timeline, read, wait, timeline.size());
    if (change && hasDoneItsWork(timeline, timeline.event(*change).thread))
      return inOrder({fmt::format("missing notify: {} changes, nothing signals {}", quoted(timeline, *change),
                                  quoted(timeline, wait)),
                      {step(timeline, read, ", the check"), step(timeline, wait),
                       step(timeline, *change, ", and no signal follows")}});
  }
  // A thread that waits for something else might have signalled.
  const auto isNoHelp = [&](const WitnessWaiting& other) {
    const auto its = unfinishedWait(timeline, other.thread);
    return (its && timeline.chainOf(*its).front() == timeline.chainOf(wait).front()) ||
           hasDoneItsWork(timeline, other.thread);
  };
  if (!std::ranges::all_of(timeline.witness().error.waiting, isNoHelp))
    return std::nullopt;
  Pattern pattern{
      fmt::format("missing notify: nothing signals {} after {} waits", quoted(timeline, wait), whoDoes(timeline, wait)),
      {step(timeline, wait)}};
  if (const auto reads = conditionReads(evidence, wait); !reads.empty())
    pattern.steps.push_back(step(timeline, reads.front(), ", the check"));
  return inOrder(std::move(pattern));
}

// Where the thread wakes up for the last time before the error, and the wait that this ends.
struct Wakening {
  EventNumber wait = 0, wake = 0;
};

std::optional<Wakening> lastWakening(const Timeline& timeline) {
  const SchedulePosition bug = timeline.bug();
  if (bug == 0 || timeline.event(bug).thread != timeline.witness().error.thread)
    return std::nullopt;
  Wakening found;
  for (auto number = timeline.previousOfThread(bug); number; number = timeline.previousOfThread(*number)) {
    const WitnessEvent& event = timeline.event(*number);
    if (isWake(event) && found.wake == 0) {
      if (!hasSucceeded(event)) // its time was over: that is no signal
        return std::nullopt;
      found.wake = *number;
    }
    if (isConditionWait(event))
      return found.wake != 0 ? std::optional(Wakening{*number, found.wake}) : std::nullopt;
  }
  return std::nullopt;
}

// The second read may be the check of the first one, done once more. Inside one call of a library both may be anywhere.
bool isAgain(const WitnessEvent& check, const WitnessEvent& read) {
  return isSamePlace(check, read) || (isLibraryCode(check.calls) && isSameLine(check, read));
}

// Between wake and error the thread reads what it had checked only at the line that fails, and it is as when the thread
// decided to wait. That read.
std::optional<EventNumber> uncheckedRead(const Timeline& timeline, EventNumber check, EventNumber wake) {
  const std::vector<EventNumber> tail = readsBeforeError(timeline);
  std::optional<EventNumber> found;
  for (const EventNumber number : timeline.touching(timeline.rangeOf(check))) {
    const WitnessEvent& event = timeline.event(number);
    if (number < wake || number > timeline.bug() || event.thread != timeline.event(check).thread)
      continue;
    if (!event.reads || event.writes || timeline.rangeOf(number) != timeline.rangeOf(check) ||
        isAgain(timeline.event(check), event) || !isSameLine(event, timeline.event(timeline.bug())) ||
        event.seen != timeline.event(check).seen)
      return std::nullopt;
    found = number;
  }
  return found && std::ranges::find(tail, *found) != tail.end() ? found : std::nullopt;
}

} // namespace

std::optional<Pattern> lostWakeUp(const Evidence& evidence) {
  return inEndlessWaits(evidence.timeline(), [&](EventNumber wait) { return lostWakeUpAt(evidence, wait); });
}

std::optional<Pattern> otherCondition(const Evidence& evidence) {
  return inEndlessWaits(evidence.timeline(), [&](EventNumber wait) { return otherConditionAt(evidence, wait); });
}

std::optional<Pattern> missingNotify(const Evidence& evidence) {
  return inEndlessWaits(evidence.timeline(), [&](EventNumber wait) { return missingNotifyAt(evidence, wait); });
}

std::optional<Pattern> wrongWaiter(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  for (const WitnessWaiting& waiting : timeline.witness().error.waiting) {
    const auto again = unfinishedWait(timeline, waiting.thread);
    const auto signal = again ? signalBefore(timeline, *again) : std::nullopt;
    if (!signal || timeline.event(*signal).objectOp != ObjectOp::CondSignal || signalAfter(timeline, *again))
      continue;
    const std::vector<EventNumber> waiters = waitersAt(timeline, *signal);
    const auto isStuck = [&](EventNumber wait) {
      return timeline.event(wait).thread != waiting.thread &&
             unfinishedWait(timeline, timeline.event(wait).thread) == wait;
    };
    const auto woken =
        std::ranges::find_if(waiters, [&](EventNumber wait) { return timeline.event(wait).thread == waiting.thread; });
    const auto stuck = std::ranges::find_if(waiters, isStuck);
    if (woken == waiters.end() || stuck == waiters.end())
      continue;
    const std::string condition = nameOf(timeline.event(*signal));
    return inOrder(
        {fmt::format("wrong waiter woken: one signal of '{}', {} waits again", condition,
                     who(timeline, waiting.thread)),
         {step(timeline, *stuck), step(timeline, *signal, fmt::format(", which wakes {}", threadText(waiting.thread))),
          step(timeline, *again, ", again")}});
  }
  return std::nullopt;
}

std::optional<Pattern> oneSignal(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  for (const WitnessWaiting& waiting : timeline.witness().error.waiting) {
    const auto wait = unfinishedWait(timeline, waiting.thread);
    const auto signal = wait ? lastSignal(timeline, *wait) : std::nullopt;
    if (!signal || *signal < *wait || timeline.event(*signal).objectOp != ObjectOp::CondSignal ||
        !hasDoneItsWork(timeline, timeline.event(*signal).thread))
      continue;
    const std::size_t waiters = waitersAt(timeline, *signal).size();
    for (const EventNumber read : conditionReads(evidence, *wait)) {
      // What the thread waits for is there at the end: nobody took it.
      const auto change = timeline.writer(timeline.rangeOf(read), timeline.size());
      if (waiters < 2 || !change || *change < *wait || timeline.event(*change).thread == waiting.thread ||
          !storesContent(timeline.event(*change)) || timeline.event(*change).written == timeline.event(read).seen)
        continue;
      return inOrder(
          {fmt::format("missing notify: one signal of {} for several waiting threads", quoted(timeline, *signal)),
           {step(timeline, *wait), step(timeline, *change), step(timeline, *signal, ", which wakes only one")}});
    }
  }
  return std::nullopt;
}

std::optional<Pattern> uncheckedWake(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const auto wakening = lastWakening(timeline);
  if (!wakening)
    return std::nullopt;
  for (const EventNumber check : conditionReads(evidence, wakening->wait)) {
    const auto read = uncheckedRead(timeline, check, wakening->wake);
    if (!read)
      continue;
    return inOrder({fmt::format("wrong predicate: {} is not checked again after the wait for {}",
                                quoted(timeline, check), quoted(timeline, wakening->wait)),
                    {step(timeline, check, ", then waits"), step(timeline, wakening->wake),
                     step(timeline, *read, ", not checked again")}});
  }
  return std::nullopt;
}

std::optional<Pattern> spuriousWake(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  if (timeline.bug() == 0)
    return std::nullopt;
  std::optional<EventNumber> read; // the thread's last one before the bug
  for (auto number = timeline.previousOfThread(timeline.bug()); number; number = timeline.previousOfThread(*number)) {
    const WitnessEvent& event = timeline.event(*number);
    if (event.reads && !read)
      read = *number;
    if (event.objectOp != ObjectOp::CondWait && !isWake(event))
      continue;
    if (!event.spurious)
      return std::nullopt;
    Pattern pattern{fmt::format("spurious wake-up: the wait for {} ended for no reason, and {} went on",
                                quoted(timeline, *number), whoDoes(timeline, *number)),
                    {}};
    if (const std::vector<EventNumber> checks = conditionReads(evidence, *number); !checks.empty())
      pattern.steps.push_back(step(timeline, checks.front(), ", then waits"));
    pattern.steps.push_back(step(timeline, *number, ", nobody woke it"));
    if (read)
      pattern.steps.push_back(step(timeline, *read));
    return inOrder(std::move(pattern));
  }
  return std::nullopt;
}

} // namespace revisit::patterns
