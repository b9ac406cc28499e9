#include "query/timeline/position_state.h"

#include "query/timeline/event_text.h"
#include "query/timeline/object_holders.h"
#include "query/timeline/waiting.h"

#include <algorithm>
#include <set>

namespace revisit {
namespace {

// The thread's next step at the position is to take the lock; at the end of the execution it waits for it.
bool waitsFor(const Timeline& timeline, unsigned thread, std::uint64_t lock, SchedulePosition position) {
  if (const auto next = timeline.nextOf(thread, position)) {
    const WitnessEvent& event = timeline.event(*next);
    return event.address == lock && (takesMutex(event) || takesForReading(event));
  }
  const auto& waiting = timeline.witness().error.waiting;
  return std::ranges::any_of(waiting, [&](const WitnessWaiting& one) {
    return one.thread == thread && one.what.address == lock && lock != 0;
  });
}

// "1" of a write and of an update "0 -> 1".
std::string writtenText(const WitnessEvent& event) {
  constexpr std::string_view becomes = " -> ";
  const std::size_t arrow = event.value.rfind(becomes);
  return arrow == std::string::npos ? event.value : event.value.substr(arrow + becomes.size());
}

} // namespace

std::vector<KnownVariable> variablesAt(const Timeline& timeline, SchedulePosition position, std::size_t most,
                                       const std::function<bool(EventNumber write)>& isWanted) {
  std::vector<KnownVariable> variables;
  std::set<std::uint64_t> seen;
  for (EventNumber number = position; number > 0 && variables.size() < most; number--) {
    const WitnessEvent& event = timeline.event(number);
    if (!event.writes || event.address == 0 || event.what.empty() || !seen.insert(event.address).second)
      continue;
    // Under a weak model another write may be the newest one, though it was done earlier.
    const EventNumber writer = timeline.writer(timeline.rangeOf(number), position).value_or(number);
    const WitnessEvent& newest = timeline.event(writer);
    if (newest.written && isWanted(writer))
      variables.push_back({event.what, writtenText(newest), writer});
  }
  return variables;
}

std::vector<KnownLock> locksAt(const Timeline& timeline, SchedulePosition position) {
  std::vector<KnownLock> locks;
  std::set<EventNumber> seen; // the first operations on objects
  for (const EventNumber number : timeline.ofKind(EventKind::Object)) {
    if (number > position)
      break;
    const auto chain = timeline.chainOf(number);
    if (chain.empty() || !seen.insert(chain.front()).second)
      continue;
    const std::optional<Holding> holding = holdingAt(holdingsOf(timeline, chain), position);
    if (!holding)
      continue;
    const WitnessEvent& event = timeline.event(number);
    KnownLock lock{locationText(event), threadText(timeline.witness(), holding->thread), holding->taken, {}};
    for (unsigned thread = 0; thread < timeline.witness().threads.size(); thread++)
      if (thread != holding->thread && waitsFor(timeline, thread, event.address, position))
        lock.waiting.push_back(threadText(timeline.witness(), thread));
    locks.push_back(std::move(lock));
  }
  return locks;
}

} // namespace revisit
