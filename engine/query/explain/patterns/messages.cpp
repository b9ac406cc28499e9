// Messages between threads: overwritten before anyone reads them, looked for too early, announced before they are
// there.
#include "query/explain/patterns/accesses.h"
#include "query/explain/patterns/condition_waits.h"
#include "query/explain/patterns/kinds.h"
#include "query/explain/patterns/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::patterns {
namespace {

// So many events of a thread are searched for what it looked at.
constexpr std::size_t maxLooks = 64;

// What the write overwrites, if nobody has read it.
std::optional<EventNumber> unreadBefore(const Timeline& timeline, EventNumber write) {
  const auto before = timeline.previousWriter(write);
  const bool isMessage = before && storesContent(timeline.event(*before)) && !timeline.event(write).reads &&
                         timeline.rangeOf(*before) == timeline.rangeOf(write);
  return isMessage && timeline.readersOf(*before).empty() ? before : std::nullopt;
}

// Whether the thread of the write looks at what is there: then it is no mere sender.
bool looksAt(const Timeline& timeline, EventNumber write) {
  return std::ranges::any_of(timeline.touching(timeline.rangeOf(write)), [&](EventNumber other) {
    return timeline.event(other).reads && timeline.event(other).thread == timeline.event(write).thread;
  });
}

bool isReadByOthers(const Timeline& timeline, EventNumber write) {
  return std::ranges::any_of(timeline.readersOf(write), [&](EventNumber reader) {
    return timeline.event(reader).thread != timeline.event(write).thread;
  });
}

// The sign that the thread waits for was set twice before anyone took it, and taken once.
std::optional<Pattern> lostMessageAt(const Evidence& evidence, EventNumber wait) {
  const Timeline& timeline = evidence.timeline();
  for (const EventNumber read : conditionReads(evidence, wait)) {
    const auto taken = timeline.readsFrom(read);
    const auto second = taken ? timeline.previousWriter(*taken) : std::nullopt;
    const auto first = second ? unreadBefore(timeline, *second) : std::nullopt;
    if (!first || timeline.event(*first).written == timeline.event(read).seen || !isReadByOthers(timeline, *second) ||
        timeline.event(*first).thread == timeline.event(*taken).thread)
      continue;
    return inOrder({fmt::format("lost message: {} is set twice before anyone looks", quoted(timeline, *first)),
                    {step(timeline, *first), step(timeline, *second, ", and nobody had read it"),
                     step(timeline, read, ", and waits")}});
  }
  return std::nullopt;
}

// The thread's read, among its last ones before the event, whose value another thread changes after it. The second: by
// whom, if that matters.
struct Missed {
  EventNumber read = 0, change = 0;
};
std::optional<Missed> missedBy(const Timeline& timeline, EventNumber before, std::optional<unsigned> changer) {
  std::optional<EventNumber> number = before;
  for (std::size_t i = 0; number && i < maxLooks; i++, number = timeline.previousOfThread(*number)) {
    const WitnessEvent& event = timeline.event(*number);
    const auto change = event.reads && !event.writes ? timeline.nextWriter(*number) : std::nullopt;
    if (change && *change > *number && timeline.event(*change).thread != event.thread &&
        (!changer || timeline.event(*change).thread == *changer) && storesContent(timeline.event(*change)) &&
        timeline.event(*change).written != event.seen)
      return Missed{*number, *change};
  }
  return std::nullopt;
}

// Whether the thread does something to the object after the event.
bool operatesLater(const Timeline& timeline, unsigned thread, std::uint64_t object, EventNumber event) {
  return std::ranges::any_of(timeline.ofKind(EventKind::Object), [&](EventNumber number) {
    return number > event && timeline.event(number).thread == thread && timeline.event(number).address == object;
  });
}

// Two threads look past each other: one sees that it must wait, the other that nobody waits.
std::optional<Pattern> earlyLookOf(const Timeline& timeline, const WitnessWaiting& waiting, EventNumber last) {
  const auto check = missedBy(timeline, last, std::nullopt);
  if (!check)
    return std::nullopt;
  const unsigned other = timeline.event(check->change).thread;
  const auto end = timeline.lastOf(other, timeline.size());
  const auto look = end ? missedBy(timeline, *end, waiting.thread) : std::nullopt;
  if (!look || look->read < check->change || look->change < check->read ||
      operatesLater(timeline, other, waiting.what.address, look->read))
    return std::nullopt;
  return inOrder({fmt::format("lost wake-up: {} looks at {} before {} sets it", whoDoes(timeline, look->read),
                              quoted(timeline, look->read), who(timeline, waiting.thread)),
                  {step(timeline, check->read, ", the check"), step(timeline, look->read, ", wakes nobody"),
                   step(timeline, look->change, ", then waits")}});
}

} // namespace

std::optional<Pattern> lostMessage(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  for (const WitnessWaiting& waiting : timeline.witness().error.waiting)
    if (const auto wait = unfinishedWait(timeline, waiting.thread))
      if (std::optional<Pattern> pattern = lostMessageAt(evidence, *wait))
        return pattern;
  return std::nullopt;
}

std::optional<Pattern> earlyLook(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  for (const WitnessWaiting& waiting : timeline.witness().error.waiting) {
    const auto last = timeline.lastOf(waiting.thread, timeline.size());
    if (!last || waiting.what.kind != AwaitedKind::Operation || waiting.what.address == 0 ||
        !waiting.what.holders.empty())
      continue;
    if (std::optional<Pattern> pattern = earlyLookOf(timeline, waiting, *last))
      return pattern;
  }
  return std::nullopt;
}

std::optional<Pattern> overwrittenMessage(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const auto read = lastReadFromOther(timeline);
  const auto second = read ? timeline.readsFrom(*read) : std::nullopt;
  const auto first = second ? unreadBefore(timeline, *second) : std::nullopt;
  if (!first || timeline.event(*first).thread == timeline.event(*second).thread ||
      timeline.event(*first).thread == timeline.event(*read).thread ||
      timeline.event(*first).written == timeline.event(*second).written || looksAt(timeline, *first) ||
      looksAt(timeline, *second) || evidence.isOrdered(*first, *second))
    return std::nullopt;
  return inOrder(
      {fmt::format("lost message: {} overwrites {} before anyone reads it", whoDoes(timeline, *second),
                   quoted(timeline, *first)),
       {step(timeline, *first), step(timeline, *second, ", and nobody had read it"), step(timeline, *read)}});
}

std::optional<Pattern> earlyPublication(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  std::vector<EventNumber> reads = readsBeforeError(timeline);
  for (std::size_t i = 0, own = reads.size(); i < own; i++) // another thread may have read it and passed it on
    if (const auto carried = carriedRead(timeline, reads[i]))
      reads.push_back(*carried);
  for (const EventNumber read : reads) {
    const auto late = timeline.event(read).back == 0 ? timeline.nextWriter(read) : std::nullopt;
    if (!late || *late < read || timeline.event(*late).thread == timeline.event(read).thread ||
        !storesContent(timeline.event(*late)) || timeline.event(*late).written == timeline.event(read).seen ||
        evidence.isOrdered(read, *late))
      continue;
    auto sign = timeline.previousOfThread(read);
    for (std::size_t i = 0; sign && i < maxLooks && !isFromOther(timeline, *sign); i++)
      sign = timeline.previousOfThread(*sign);
    const auto set = sign && isFromOther(timeline, *sign) ? timeline.readsFrom(*sign) : std::nullopt;
    if (!set || timeline.event(*set).thread != timeline.event(*late).thread || *set > *late ||
        timeline.rangeOf(*set).overlaps(timeline.rangeOf(*late)))
      continue;
    const EventNumber bug = timeline.bug();
    // Both are operands of what failed: no sign, but two parts of one thing.
    const bool isHalf =
        isSameLine(timeline.event(*sign), timeline.event(bug)) && isSameLine(timeline.event(read), timeline.event(bug));
    if (isHalf)
      return inOrder({fmt::format("half an update: {} has written {} and not yet {}", whoDoes(timeline, *set),
                                  quoted(timeline, *set), quoted(timeline, *late)),
                      {step(timeline, *set), step(timeline, read), step(timeline, *late, ", too late")}});
    return inOrder({fmt::format("published too early: {} sets {} before {}", whoDoes(timeline, *set),
                                quoted(timeline, *set), quoted(timeline, *late)),
                    {step(timeline, *set), step(timeline, read, ", after it has seen that"),
                     step(timeline, *late, ", too late")}});
  }
  return std::nullopt;
}

} // namespace revisit::patterns
