// ABA: a compare-and-swap finds the old value again and takes it for unchanged.
#include "query/explain/patterns/accesses.h"
#include "query/explain/patterns/kinds.h"
#include "query/explain/patterns/words.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::patterns {
namespace {

// So many are looked at, the last ones: each is compared with all accesses to its bytes.
constexpr std::size_t maxUpdates = 200;

// The compare-and-swap stores what the read saw, perhaps beside a tag.
bool installs(const WitnessEvent& swap, const WitnessEvent& read) {
  constexpr unsigned smallestLink = 4;
  if (!read.seen || read.size < smallestLink || read.size > swap.size)
    return false;
  const unsigned shift = 64 - 8 * read.size;
  return (*swap.written << shift) == (*read.seen << shift);
}

// Between the two, on another location: what the thread read and the compare-and-swap installs. Someone changed it, or
// freed it, since it was read.
std::optional<EventNumber> staleRead(const Timeline& timeline, EventNumber read, EventNumber swap) {
  const WitnessEvent& event = timeline.event(swap);
  for (auto number = timeline.nextOfThread(read); number && *number < swap; number = timeline.nextOfThread(*number)) {
    const WitnessEvent& other = timeline.event(*number);
    const ByteRange range = timeline.rangeOf(*number);
    if (!other.reads || other.writes || !installs(event, other) || range.overlaps(timeline.rangeOf(swap)))
      continue;
    const auto changed = timeline.writer(range, swap);
    if (changed && *changed > *number &&
        (isOfLife(timeline.event(*changed)) || timeline.event(*changed).written != other.seen))
      return number;
  }
  return std::nullopt;
}

// The writes between the read and the compare-and-swap: the value went away, and the last one brought it back.
bool wentAndCame(const Timeline& timeline, EventNumber read, EventNumber back, const WitnessEvent& swap) {
  const std::vector<EventNumber> writes = timeline.coherenceOrder({swap.address, swap.size});
  return std::ranges::any_of(writes, [&](EventNumber write) {
    return write > read && write < back && timeline.event(write).written != swap.seen;
  });
}

std::optional<Pattern> abaAt(const Timeline& timeline, EventNumber swap) {
  const WitnessEvent& event = timeline.event(swap);
  const ByteRange range = timeline.rangeOf(swap);
  if (event.kind != LabelKind::Cas || !event.writes || !event.seen || !event.written)
    return std::nullopt;
  const auto read = ownAccessBefore(timeline, swap, range);
  const auto back = timeline.readsFrom(swap);
  if (!read || !back || *back < *read || timeline.event(*back).thread == event.thread ||
      timeline.event(*read).seen != event.seen || timeline.event(*read).writes || timeline.rangeOf(*read) != range)
    return std::nullopt;
  const auto stale = staleRead(timeline, *read, swap);
  if (!stale || !wentAndCame(timeline, *read, *back, event))
    return std::nullopt;
  const WitnessEvent& link = timeline.event(*stale);
  return inOrder(
      {fmt::format("ABA of {}: it changed and came back before the compare-and-swap", quoted(timeline, swap)),
       {step(timeline, *read, fmt::format(", then {}", nameOf(link))), step(timeline, *back, ", the old value again"),
        step(timeline, swap, fmt::format(", installs the old {}", nameOf(link)))}});
}

} // namespace

std::optional<Pattern> aba(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const std::span<const EventNumber> updates = timeline.ofKind(EventKind::Update);
  for (const EventNumber update : updates.last(std::min(updates.size(), maxUpdates)))
    if (update == timeline.bug() || timeline.happensBefore(update, timeline.bug()))
      if (const auto pattern = abaAt(timeline, update))
        return pattern;
  return std::nullopt;
}

} // namespace revisit::patterns
