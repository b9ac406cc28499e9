// Lost updates: what another thread wrote between a read and the write that builds on it is gone.
#include "query/explain/patterns/accesses.h"
#include "query/explain/patterns/kinds.h"
#include "query/explain/patterns/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::patterns {
namespace {

struct Loss {
  EventNumber read = 0, lost = 0, write = 0;
};

// How many writes back from the value that the check saw.
constexpr std::size_t writesToFollow = 64;

// Whether the write may build on the read: one statement does both, or the thread stores nothing in between. (A
// variable that is set to something else in every round of a protocol is no update of what was read in the round
// before.)
bool buildsOn(const Timeline& timeline, EventNumber read, EventNumber write) {
  if (isSameLine(timeline.event(read), timeline.event(write)))
    return true;
  for (auto number = timeline.nextOfThread(read); number && *number < write; number = timeline.nextOfThread(*number)) {
    const EventKind kind = kindOf(timeline.event(*number));
    if (timeline.event(*number).writes || kind == EventKind::Create || kind == EventKind::Join)
      return false;
  }
  return true;
}

// The update that this write ends, when it loses another one.
std::optional<Loss> lossAt(const Evidence& evidence, EventNumber write) {
  const Timeline& timeline = evidence.timeline();
  const WitnessEvent& event = timeline.event(write);
  const ByteRange range = timeline.rangeOf(write);
  if (!storesContent(event) || event.reads || range.size == 0)
    return std::nullopt;
  const auto read = ownAccessBefore(timeline, write, range);
  const auto lost = timeline.previousWriter(write);
  if (!read || !lost || *lost < *read || timeline.event(*lost).thread == event.thread)
    return std::nullopt;
  const bool isRead = timeline.event(*read).reads && !timeline.event(*read).writes && timeline.rangeOf(*read) == range;
  if (!isRead || !storesContent(timeline.event(*lost)) || timeline.rangeOf(*lost) != range)
    return std::nullopt;
  if (evidence.isOrdered(*read, *lost) || evidence.isOrdered(*lost, write) || !buildsOn(timeline, *read, write))
    return std::nullopt;
  return Loss{*read, *lost, write};
}

// The first loss on the way back from what a read saw: each write built on what its thread had read.
std::optional<Loss> lossBehind(const Evidence& evidence, EventNumber read) {
  const Timeline& timeline = evidence.timeline();
  const ByteRange range = timeline.rangeOf(read);
  std::optional<EventNumber> write = timeline.readsFrom(read);
  for (std::size_t i = 0; write && i < writesToFollow; i++) {
    if (timeline.rangeOf(*write) != range)
      return std::nullopt;
    if (const auto loss = lossAt(evidence, *write))
      return loss;
    if (timeline.event(*write).reads) {
      write = timeline.readsFrom(*write);
      continue;
    }
    const auto before = ownAccessBefore(timeline, *write, range);
    if (!before || timeline.rangeOf(*before) != range || !buildsOn(timeline, *before, *write))
      return std::nullopt;
    write = timeline.event(*before).writes ? before : timeline.readsFrom(*before);
  }
  return std::nullopt;
}

} // namespace

std::optional<Pattern> lostUpdate(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  for (const EventNumber read : readsBeforeError(timeline)) {
    const auto loss = lossBehind(evidence, read);
    if (!loss)
      continue;
    return inOrder({withReleased(evidence, "lost update of " + quoted(timeline, loss->write), loss->read, loss->write),
                    {step(timeline, loss->read), step(timeline, loss->lost),
                     step(timeline, loss->write, ", over a write it never read")}});
  }
  return std::nullopt;
}

} // namespace revisit::patterns
