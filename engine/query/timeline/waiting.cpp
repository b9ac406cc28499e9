#include "query/timeline/waiting.h"

#include "query/timeline/object_holders.h"
#include "witness/event_words.h"

#include <algorithm>

namespace revisit {
namespace {

// The last event before the end that changes the location of this name.
std::optional<EventNumber> lastWrite(const Timeline& timeline, const std::string& name) {
  std::vector<EventNumber> found = timeline.named(name);
  std::erase_if(found, [&](EventNumber number) {
    const WitnessEvent& event = timeline.event(number);
    return event.what != name || event.kind == LabelKind::Object || !event.writes;
  });
  return found.empty() ? std::nullopt : std::optional(found.back());
}

std::optional<EventNumber> lastOperation(const Timeline& timeline, const Awaited& awaited) {
  const std::span<const EventNumber> operations = timeline.ofKind(EventKind::Object);
  const auto found = std::find_if(operations.rbegin(), operations.rend(), [&](EventNumber number) {
    const WitnessEvent& event = timeline.event(number);
    return awaited.address != 0 ? event.address == awaited.address : event.what == awaited.name;
  });
  return found == operations.rend() ? std::nullopt : std::optional(*found);
}

void waitForObject(const Timeline& timeline, Wait& wait) {
  const std::optional<EventNumber> last = lastOperation(timeline, wait.what);
  if (!last)
    return;
  wait.why = last;
  if (const auto held = holdingAt(holdingsOf(timeline, timeline.chainOf(*last)), timeline.size())) {
    wait.whom = held->thread;
    wait.why = held->taken;
    return;
  }
  // A lock held for reading, or a once routine that runs: the last operation of its thread on the object is the reason.
  if (!wait.what.holders.empty())
    wait.whom = wait.what.holders.front();
  for (const EventNumber number : timeline.chainOf(*last))
    if (wait.whom && timeline.event(number).thread == *wait.whom)
      wait.why = number;
}

} // namespace

std::vector<Wait> waitsOf(const Timeline& timeline) {
  std::vector<Wait> waits;
  for (const WitnessWaiting& waiting : timeline.witness().error.waiting) {
    Wait wait{waiting.thread, waiting.what, waiting.position, {}, {}};
    if (wait.what.kind == AwaitedKind::ThreadEnd) {
      wait.whom = wait.what.thread;
      if (wait.whom && !timeline.eventsOf(*wait.whom).empty())
        wait.why = timeline.eventsOf(*wait.whom).back();
    } else if (wait.what.kind == AwaitedKind::Change) {
      wait.why = lastWrite(timeline, wait.what.name);
    } else if (wait.what.kind == AwaitedKind::Operation) {
      waitForObject(timeline, wait);
    }
    waits.push_back(std::move(wait));
  }
  return waits;
}

std::string awaitedText(const Timeline& timeline, const Wait& wait) {
  return awaitedWords(timeline.witness(), {wait.thread, wait.what, {}});
}

std::vector<unsigned> waitingCycle(const std::vector<Wait>& waits) {
  const auto waitOf = [&](unsigned thread) { return std::ranges::find(waits, thread, &Wait::thread); };
  for (const Wait& start : waits) {
    std::vector<unsigned> path;
    for (auto wait = waitOf(start.thread); wait != waits.end(); wait = waitOf(*wait->whom)) {
      if (const auto again = std::ranges::find(path, wait->thread); again != path.end())
        return {again, path.end()};
      path.push_back(wait->thread);
      if (!wait->whom)
        break;
    }
  }
  return {};
}

} // namespace revisit
