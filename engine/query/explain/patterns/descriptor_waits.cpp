// Threads that wait for pipes, sockets and counters, and uses of closed descriptors.
#include "program/objects/streams.h"
#include "query/explain/patterns/accesses.h"
#include "query/explain/patterns/condition_waits.h"
#include "query/explain/patterns/kinds.h"
#include "query/explain/patterns/words.h"
#include "query/timeline/event_text.h"
#include "query/timeline/object_holders.h"
#include "witness/descriptor_wait.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

namespace revisit::patterns {
namespace {

// The units that the event put or took.
unsigned unitsOf(const WitnessEvent& event) {
  if (!event.seen || !StreamPart::holds(*event.seen))
    return 0;
  return kindOf(*event.objectOp) == ObjectKind::Counter ? 1 : StreamPart::of(*event.seen).units;
}

bool hasMoved(const WitnessEvent& event, ObjectRole role) {
  return isOnStream(event) && hasRole(event, role) && unitsOf(event) != 0;
}

// The last event of a role on the stream that moved something; of one thread, if that is given.
std::optional<EventNumber> lastMove(const Timeline& timeline, std::uint64_t stream, ObjectRole role,
                                    std::optional<unsigned> thread = {}) {
  std::optional<EventNumber> last;
  for (const EventNumber number : timeline.touching({stream, 1})) {
    const WitnessEvent& event = timeline.event(number);
    if (hasMoved(event, role) && (!thread || event.thread == *thread))
      last = number;
  }
  return last;
}

std::vector<DescriptorWait> waitsForDescriptors(const Timeline& timeline) {
  std::vector<DescriptorWait> waits;
  for (const WitnessWaiting& waiting : timeline.witness().error.waiting)
    if (auto wait = descriptorWaitOf(timeline.witness(), waiting))
      waits.push_back(std::move(*wait));
  return waits;
}

// The thread's last access to these bytes before the event.
std::optional<EventNumber> ownAccess(const Timeline& timeline, unsigned thread, const ByteRange& range,
                                     EventNumber before) {
  std::optional<EventNumber> last;
  for (const EventNumber number : timeline.touching(range))
    if (number < before && timeline.event(number).thread == thread && timeline.event(number).reads)
      last = number;
  return last;
}

// Somebody wrote to the stream because the flag had this value: the check stands at this line, or is by this thread.
bool letsWrite(const Timeline& timeline, std::uint64_t stream, EventNumber check, std::uint64_t value) {
  const ByteRange range = timeline.rangeOf(check);
  return std::ranges::any_of(timeline.touching({stream, 1}), [&](EventNumber put) {
    if (!hasMoved(timeline.event(put), ObjectRole::Put))
      return false;
    const auto own = ownAccess(timeline, timeline.event(put).thread, range, put);
    return own && timeline.event(*own).seen == value && isSameLine(timeline.event(*own), timeline.event(check));
  });
}

// After `from`: what another thread found in the bytes that are cleared later, so that it did not write.
std::optional<EventNumber> checkThatMissed(const Timeline& timeline, std::uint64_t stream, EventNumber from,
                                           EventNumber clears) {
  const WitnessEvent& cleared = timeline.event(clears);
  const auto lastPut = lastMove(timeline, stream, ObjectRole::Put);
  std::optional<EventNumber> found;
  for (const EventNumber number : timeline.touching(timeline.rangeOf(clears))) {
    const WitnessEvent& event = timeline.event(number);
    if (number > from && number < clears && event.reads && event.thread != cleared.thread &&
        event.seen != cleared.written && (!lastPut || *lastPut < number) &&
        letsWrite(timeline, stream, number, *cleared.written))
      found = number;
  }
  return found;
}

std::optional<Pattern> lateClear(const Timeline& timeline, unsigned thread, std::uint64_t stream) {
  const auto taken = lastMove(timeline, stream, ObjectRole::Take, thread);
  if (!taken)
    return std::nullopt;
  for (auto clears = timeline.lastOf(thread, timeline.size()); clears && *clears > *taken;
       clears = timeline.previousOfThread(*clears)) {
    const WitnessEvent& event = timeline.event(*clears);
    if (!storesContent(event) || !event.written)
      continue;
    const auto missed = checkThatMissed(timeline, stream, *taken, *clears);
    if (!missed)
      continue;
    const std::string flag = nameOf(event);
    return Pattern{
        fmt::format("lost wake-up: '{}' is cleared after '{}' was read, too late for {}", flag,
                    nameOf(timeline.event(*taken)), whoDoes(timeline, *missed)),
        {step(timeline, *taken),
         stepThat(timeline, *missed, fmt::format("finds {} = {}", flag, *timeline.event(*missed).seen),
                  ", and so does not write"),
         stepThat(timeline, *clears, fmt::format("sets {} = {}", flag, *event.written), ", and waits again")}};
  }
  return std::nullopt;
}

// What the thread reported of the stream for the last time.
std::optional<EventNumber> lastReport(const Timeline& timeline, unsigned thread, std::uint64_t set,
                                      const WitnessEvent*& stream) {
  std::optional<EventNumber> found;
  bool isInSet = false;
  for (const EventNumber number : timeline.eventsOf(thread)) {
    const WitnessEvent& event = timeline.event(number);
    if (event.address == set && event.objectOp)
      isInSet = hasRole(event, ObjectRole::Lock);
    if (isInSet && isOnStream(event) && hasRole(event, ObjectRole::LookFor) && event.seen.value_or(0) != 0) {
      found = number;
      stream = &event;
    }
  }
  return found;
}

bool isArmedAfter(const Timeline& timeline, EventNumber report) {
  for (EventNumber number = report + 1; number <= timeline.size(); number++)
    if (changesWatches(timeline.event(number).calls))
      return true;
  return false;
}

// The thread's event at the moment, or the one before it.
EventNumber eventAt(const Timeline& timeline, const WitnessMoment& moment) {
  if (const auto at = timeline.numberOf(moment.thread, moment.index == 0 ? 0 : moment.index - 1))
    return *at;
  return timeline.creationOf(moment.thread).value_or(1);
}

} // namespace

std::optional<Pattern> lateFlag(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  for (const DescriptorWait& wait : waitsForDescriptors(timeline))
    for (const WatchedStream& watched : wait.watched)
      if (!watched.wantsRoom && watched.state.count == 0)
        if (auto pattern = lateClear(timeline, wait.thread, watched.address))
          return pattern;
  return std::nullopt;
}

std::optional<Pattern> openWriteEnd(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const Witness& witness = timeline.witness();
  for (const DescriptorWait& wait : waitsForDescriptors(timeline)) {
    if (wait.watched.size() != 1 || wait.watched.front().wantsRoom || wait.watched.front().state.writersGone)
      continue;
    const WatchedStream& watched = wait.watched.front();
    const auto taken = lastMove(timeline, watched.address, ObjectRole::Take, wait.thread);
    const std::vector<const WitnessDescriptor*> open = openWriters(witness, watched.address);
    const bool othersAreDone =
        std::ranges::all_of(std::views::iota(0U, static_cast<unsigned>(witness.threads.size())),
                            [&](unsigned thread) { return thread == wait.thread || hasDoneItsWork(timeline, thread); });
    if (watched.kind != ObjectKind::Stream || watched.state.count != 0 || !taken || open.empty() || !othersAreDone ||
        placeText(timeline.event(*taken)) != placeText(wait.position))
      continue;
    const WitnessDescriptor& held = *open.front();
    const std::string end = held.part.empty() ? "the other side" : "a " + held.part;
    Pattern pattern{fmt::format("{} waits for the end of '{}', of which {} stays open", who(timeline, wait.thread),
                                shortenedName(watched.what), end),
                    {stepThat(timeline, *taken, fmt::format("reads what is in {}", shortenedName(watched.what)),
                              ", and waits there for more or the end"),
                     {eventAt(timeline, held.made), held.made.thread,
                      fmt::format("{} descriptor {}{}", held.isCopy ? "copies to" : "makes", held.number,
                                  held.part.empty() ? "" : ", a " + held.part),
                      "", placeText(held.made.position), ", and nobody closes it"}}};
    return inOrder(std::move(pattern));
  }
  return std::nullopt;
}

std::optional<Pattern> undrainedEdge(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  for (const DescriptorWait& wait : waitsForDescriptors(timeline))
    for (const WatchedStream& watched : wait.watched) {
      const auto put = lastMove(timeline, watched.address, ObjectRole::Put);
      const auto taken = lastMove(timeline, watched.address, ObjectRole::Take, wait.thread);
      if (!watched.needsEdge || watched.kind != ObjectKind::Stream || watched.state.count == 0 || !put || !taken)
        continue;
      return inOrder(
          {fmt::format("edge-triggered watch: {} byte{} in '{}' stay{} unread", watched.state.count,
                       watched.state.count == 1 ? "" : "s", shortenedName(watched.what),
                       watched.state.count == 1 ? "s" : ""),
           {stepThat(timeline, *put,
                     fmt::format("writes {} to {}", unitsOf(timeline.event(*put)), shortenedName(watched.what))),
            stepThat(timeline, *taken, fmt::format("reads {} of it", unitsOf(timeline.event(*taken))),
                     ", and waits for another edge")}});
    }
  return std::nullopt;
}

std::optional<Pattern> spentOneShot(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  for (const DescriptorWait& wait : waitsForDescriptors(timeline)) {
    const WitnessEvent* stream = nullptr;
    const auto report = wait.set != 0 ? lastReport(timeline, wait.thread, wait.set, stream) : std::nullopt;
    if (!report || std::ranges::find(wait.watched, stream->address, &WatchedStream::address) != wait.watched.end())
      continue;
    const ObjectState state = stateAtEnd(timeline.witness(), stream->address);
    if ((state.count == 0 && !state.writersGone) || isArmedAfter(timeline, *report) ||
        openReaders(timeline.witness(), stream->address).empty())
      continue;
    const std::string name = nameOf(*stream);
    Pattern pattern{fmt::format("one-shot watch: '{}' was reported once and not armed again", name),
                    {stepThat(timeline, *report, "is told that " + name + " is ready")}};
    if (const auto put = lastMove(timeline, stream->address, ObjectRole::Put); put && *put > *report)
      pattern.steps.push_back(stepThat(timeline, *put, "writes to " + name, ", which nobody is told of"));
    return pattern;
  }
  return std::nullopt;
}

std::optional<Pattern> closedDescriptor(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const EventNumber bug = timeline.bug();
  const auto look = timeline.previousOfThread(bug);
  const auto closes = look ? timeline.readsFrom(*look) : std::nullopt;
  if (!closes || machineCallOf(timeline.event(*closes).calls).empty())
    return std::nullopt;
  const std::string call = machineCallOf(timeline.event(*look).calls);
  return Pattern{
      fmt::format("{} is used after {} closed it", nameOf(timeline.event(*look)), whoDoes(timeline, *closes)),
      {stepThat(timeline, *closes, "closes it"),
       stepThat(timeline, bug, call.empty() ? "uses it" : fmt::format("uses it ({})", call))}};
}

} // namespace revisit::patterns
