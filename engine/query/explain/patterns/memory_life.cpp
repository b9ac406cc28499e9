// Memory used or freed when its life is over: where it was given up, by whom it was used, and how that one came to it.
#include "program/function_names.h"
#include "program/objects/objects.h"
#include "program/positions.h"
#include "query/explain/patterns/accesses.h"
#include "query/explain/patterns/kinds.h"
#include "query/explain/patterns/words.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::patterns {
namespace {

constexpr std::uint64_t firstAddress = 0x10000;    // no memory lies below
constexpr std::uint64_t farthestMember = 1u << 20; // from the address that a pointer holds
constexpr unsigned pointerSize = 8;

// The last access of the failing thread, which the error is about.
std::optional<EventNumber> failedAccess(const Timeline& timeline) {
  const SchedulePosition bug = timeline.bug();
  if (bug == 0 || timeline.event(bug).thread != timeline.witness().error.thread)
    return std::nullopt;
  const std::optional<EventNumber> number = timeline.previousOfThread(bug);
  return number && timeline.rangeOf(*number).size != 0 ? number : std::nullopt;
}

std::optional<EventNumber> endOfLife(const Timeline& timeline, EventNumber use) {
  const std::vector<EventNumber> accesses = timeline.touching(timeline.rangeOf(use));
  for (auto access = std::ranges::lower_bound(accesses, use); access != accesses.begin();)
    if (isOfLife(timeline.event(*--access)))
      return endsLife(timeline.event(*access)) ? std::optional(*access) : std::nullopt;
  return std::nullopt;
}

// Where the thread last read a pointer to the block before it used it: the address nearest below.
std::optional<EventNumber> pointerRead(const Timeline& timeline, EventNumber use, std::uint64_t lowest) {
  const std::uint64_t address = timeline.event(use).address;
  std::optional<EventNumber> found;
  for (auto number = timeline.previousOfThread(use); number; number = timeline.previousOfThread(*number)) {
    const WitnessEvent& event = timeline.event(*number);
    const std::uint64_t seen = event.seen.value_or(0);
    if (!event.reads || event.size != pointerSize || seen < std::max(firstAddress, lowest) || seen > address ||
        address - seen > farthestMember)
      continue;
    if (!found || seen > *timeline.event(*found).seen)
      found = number;
  }
  return found;
}

// The block of the event. What a library calls its own tells nothing: then it is told by the program's pointer or
// frame.
std::string blockWords(const Timeline& timeline, EventNumber use, const std::optional<EventNumber>& pointer) {
  if (!isLibraryCode(timeline.event(use).calls))
    return quoted(timeline, use);
  if (pointer)
    return fmt::format("what {} points to", quoted(timeline, *pointer));
  const WitnessPosition* const own = shownPosition(timeline.event(use).calls);
  return own && !isSystemFile(own->file) ? fmt::format("a block in '{}'", shortFunction(own->function))
                                         : quoted(timeline, use);
}

std::string orderWords(const Evidence& evidence, EventNumber end, EventNumber use) {
  const Timeline& timeline = evidence.timeline();
  if (timeline.event(end).thread == timeline.event(use).thread)
    return " by the same thread";
  return evidence.isOrderedBefore(end, use) ? "" : ": the free does not wait for this use";
}

// The failed operation on a synchronisation object that is gone.
std::optional<EventNumber> failedOperation(const Timeline& timeline) {
  const SchedulePosition bug = timeline.bug();
  const auto number = bug != 0 ? timeline.previousOfThread(bug) : std::nullopt;
  if (!number || timeline.event(bug).thread != timeline.witness().error.thread)
    return std::nullopt;
  const WitnessEvent& event = timeline.event(*number);
  const bool isGone = event.seen == object_result::freed || event.seen == object_result::destroyed;
  return event.objectOp && isGone ? number : std::nullopt;
}

// The last that the thread of the event read of what the other thread wrote.
std::optional<EventNumber> lastReadFrom(const Timeline& timeline, EventNumber before, unsigned thread) {
  for (auto number = timeline.previousOfThread(before); number; number = timeline.previousOfThread(*number))
    if (isFromOther(timeline, *number) && timeline.event(*timeline.readsFrom(*number)).thread == thread)
      return number;
  return std::nullopt;
}

std::optional<Pattern> objectAfterEnd(const Evidence& evidence, EventNumber use) {
  const Timeline& timeline = evidence.timeline();
  const auto end = timeline.chainPrevious(use);
  if (!end || !timeline.event(*end).objectOp || !isDestroy(*timeline.event(*end).objectOp))
    return std::nullopt;
  const unsigned user = timeline.event(use).thread, owner = timeline.event(*end).thread;
  Pattern pattern{fmt::format("use of {} after the end of its life{}", quoted(timeline, use),
                              owner == user                         ? " by the same thread"
                              : evidence.isOrderedBefore(*end, use) ? ""
                                                                    : ": the end does not wait for this use"),
                  {stepThat(timeline, *end, "ends the life of " + nameOf(timeline.event(*end))),
                   step(timeline, use, ", which is gone")}};
  if (const auto sign = owner != user ? lastReadFrom(timeline, *end, user) : std::nullopt)
    pattern.steps.push_back(step(timeline, *sign, fmt::format(", of {}", threadText(user))));
  return inOrder(std::move(pattern));
}

} // namespace

std::optional<Pattern> useAfterFree(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  if (const auto operation = failedOperation(timeline))
    return objectAfterEnd(evidence, *operation);
  const auto use = failedAccess(timeline);
  const auto end = use ? endOfLife(timeline, *use) : std::nullopt;
  if (!end)
    return std::nullopt;
  const bool isBlock = timeline.witness().error.message.find("of the heap") != std::string::npos;
  // A block's memory is given up from its first byte on: a pointer into it is not below.
  const auto pointer = pointerRead(timeline, *use, timeline.event(*end).address);
  Pattern pattern{isBlock ? fmt::format("use after free of {}{}", blockWords(timeline, *use, pointer),
                                        orderWords(evidence, *end, *use))
                          : fmt::format("use of {} after the end of its life", quoted(timeline, *use)),
                  {}};
  if (pointer)
    pattern.steps.push_back(stepThat(timeline, *pointer, "gets the address from " + nameOf(timeline.event(*pointer)),
                                     *pointer > *end ? ", which still has it" : ""));
  pattern.steps.push_back(isBlock ? step(timeline, *end)
                                  : stepThat(timeline, *end, "ends the life of " + nameOf(timeline.event(*end))));
  pattern.steps.push_back(step(timeline, *use, isBlock ? ", which is freed" : ", which is gone"));
  return inOrder(std::move(pattern));
}

std::optional<Pattern> doubleFree(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const auto second = failedAccess(timeline);
  const auto first = second ? timeline.readsFrom(*second) : std::nullopt;
  if (!first || timeline.rangeOf(*first) != timeline.rangeOf(*second) || !timeline.event(*first).writes)
    return std::nullopt;
  const bool isOneThread = timeline.event(*first).thread == timeline.event(*second).thread;
  Pattern pattern{fmt::format("double free: {}",
                              isOneThread ? "one thread frees the block twice" : "two threads free the same block"),
                  {}};
  pattern.steps.push_back(stepThat(timeline, *first, "frees the block"));
  pattern.steps.push_back(stepThat(timeline, *second, "frees it again"));
  // Both threads took the pointer from one place?
  for (auto mine = timeline.previousOfThread(*second); mine; mine = timeline.previousOfThread(*mine)) {
    const WitnessEvent& event = timeline.event(*mine);
    if (!event.reads || event.writes || event.size != pointerSize || event.seen.value_or(0) < firstAddress)
      continue;
    const auto theirs = ownAccessBefore(timeline, *first, timeline.rangeOf(*mine));
    if (theirs && timeline.event(*theirs).seen == event.seen && timeline.rangeOf(*theirs) == timeline.rangeOf(*mine))
      pattern.steps.push_back(stepThat(timeline, *mine, "gets the address from " + nameOf(event),
                                       fmt::format(", as {} did", threadText(timeline.event(*first).thread))));
    break;
  }
  return inOrder(std::move(pattern));
}

} // namespace revisit::patterns
