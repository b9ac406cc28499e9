// What a data race does, and which locks its two accesses hold.
#include "query/explain/patterns/accesses.h"
#include "query/explain/patterns/kinds.h"
#include "query/explain/patterns/words.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::patterns {
namespace {

struct Race {
  EventNumber first = 0, second = 0;
};

std::optional<Race> raceOf(const Timeline& timeline) {
  const auto& other = timeline.witness().error.other;
  if (!other || timeline.bug() == 0)
    return std::nullopt;
  const auto first = timeline.numberOf(other->thread, other->index);
  return first ? std::optional(Race{*first, timeline.bug()}) : std::nullopt;
}

std::string holding(const Evidence& evidence, EventNumber number) {
  return ", holds " + lockNames(evidence.timeline(), evidence.locks().at(number));
}

// The race is on what publishes: the first read behind it that sees what the writer had written before.
std::optional<Pattern> racingPublisher(const Evidence& evidence, const Race& race) {
  const Timeline& timeline = evidence.timeline();
  if (timeline.readsFrom(race.second) != race.first || timeline.event(race.second).writes)
    return std::nullopt;
  for (auto use = timeline.nextOfThread(race.second); use; use = timeline.nextOfThread(*use)) {
    if (kindOf(timeline.event(*use)) == EventKind::Object) // which may order the two
      return std::nullopt;
    const auto content = timeline.readsFrom(*use);
    if (!content || timeline.event(*content).thread != timeline.event(race.first).thread || *content >= race.first ||
        timeline.forcedBefore(*content, race.second) ||
        timeline.rangeOf(*content).overlaps(timeline.rangeOf(race.first)))
      continue;
    return inOrder(
        {fmt::format("publication of {} without synchronisation", quoted(timeline, race.first)),
         {step(timeline, *content, ", the content"), step(timeline, race.first, holding(evidence, race.first)),
          step(timeline, race.second, holding(evidence, race.second))}});
  }
  return std::nullopt;
}

// The race is on the content: what its reader had read before of what its writer wrote behind it.
std::optional<Pattern> racingContent(const Evidence& evidence, const Race& race) {
  const Timeline& timeline = evidence.timeline();
  if (!storesContent(timeline.event(race.first)))
    return std::nullopt;
  for (auto look = timeline.previousOfThread(race.second); look; look = timeline.previousOfThread(*look)) {
    const auto flag = timeline.readsFrom(*look);
    if (!flag || timeline.event(*flag).thread != timeline.event(race.first).thread || *flag <= race.first ||
        timeline.rangeOf(*flag).overlaps(timeline.rangeOf(race.first)))
      continue;
    return inOrder({fmt::format("publication of {} without synchronisation", quoted(timeline, race.first)),
                    {step(timeline, race.first, holding(evidence, race.first)),
                     step(timeline, *look, fmt::format(", written by {} behind it", whoDoes(timeline, *flag))),
                     step(timeline, race.second, holding(evidence, race.second))}});
  }
  return std::nullopt;
}

struct Update {
  EventNumber read = 0, write = 0;
};

// The read and the write of one statement, one of which is the event.
std::optional<Update> updateAround(const Timeline& timeline, EventNumber number) {
  const ByteRange range = timeline.rangeOf(number);
  const WitnessEvent& event = timeline.event(number);
  Update update{number, number};
  if (event.writes) {
    const auto read = ownAccessBefore(timeline, number, range);
    if (!read)
      return std::nullopt;
    update.read = *read;
  } else {
    const std::vector<EventNumber> accesses = timeline.touching(range);
    const auto write = std::find_if(std::ranges::upper_bound(accesses, number), accesses.end(), [&](EventNumber other) {
      return timeline.event(other).thread == event.thread && isMemory(timeline.event(other).kind);
    });
    if (write == accesses.end())
      return std::nullopt;
    update.write = *write;
  }
  const WitnessEvent &read = timeline.event(update.read), &write = timeline.event(update.write);
  const bool isUpdate = read.reads && !read.writes && storesContent(write) && !write.reads &&
                        timeline.rangeOf(update.read) == timeline.rangeOf(update.write) && isSameLine(read, write);
  return isUpdate ? std::optional(update) : std::nullopt;
}

} // namespace

std::optional<Pattern> interruptedAccess(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const auto race = raceOf(timeline);
  if (!race || timeline.event(race->first).thread != timeline.event(race->second).thread)
    return std::nullopt;
  const WitnessEvent& interrupted = timeline.event(race->second);
  const auto update = updateAround(timeline, race->second);
  const bool isUpdate = update && interrupted.writes;
  return inOrder({fmt::format("{} {}: a handler may come in the middle", isUpdate ? "update of" : "access to",
                              quoted(timeline, race->second)),
                  {step(timeline, race->first, ", in a handler"),
                   step(timeline, race->second, ", and no signal is blocked there")}});
}

std::optional<Pattern> publication(const Evidence& evidence) {
  const auto race = raceOf(evidence.timeline());
  if (!race)
    return std::nullopt;
  const auto pattern = racingPublisher(evidence, *race);
  return pattern ? pattern : racingContent(evidence, *race);
}

std::optional<Pattern> racingUpdate(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const auto race = raceOf(timeline);
  const auto first = race ? updateAround(timeline, race->first) : std::nullopt;
  const auto second = race ? updateAround(timeline, race->second) : std::nullopt;
  if (!first || !second || timeline.rangeOf(first->read) != timeline.rangeOf(second->read))
    return std::nullopt;
  const auto loses = [&](const Update& lost, const Update& winner) {
    return winner.read < lost.write && lost.write < winner.write;
  };
  const Update* const winner = loses(*first, *second) ? &*second : loses(*second, *first) ? &*first : nullptr;
  if (winner) {
    const Update& lost = winner == &*first ? *second : *first;
    return inOrder({fmt::format("lost update of {}", quoted(timeline, winner->write)),
                    {step(timeline, winner->read, holding(evidence, winner->read)),
                     step(timeline, lost.write, holding(evidence, lost.write)),
                     step(timeline, winner->write, ", over a write it never read")}});
  }
  const auto both = [&](EventNumber number) {
    return stepThat(timeline, number, "reads and writes " + nameOf(timeline.event(number)), holding(evidence, number));
  };
  return inOrder({fmt::format("update of {} in two steps: another order loses one", quoted(timeline, race->first)),
                  {both(race->first), both(race->second)}});
}

std::optional<Pattern> unlockedAccess(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const auto race = raceOf(timeline);
  if (!race)
    return std::nullopt;
  const std::vector<HeldLock>& mine = evidence.locks().at(race->second);
  const auto shared = std::ranges::find_if(evidence.locks().at(race->first), [&](const HeldLock& lock) {
    return std::ranges::find(mine, lock.object, &HeldLock::object) != mine.end();
  });
  const bool onlyRead = shared != evidence.locks().at(race->first).end();
  return inOrder({fmt::format("race on {}: {}", quoted(timeline, race->second),
                              onlyRead ? "both hold the lock only for reading" : "no common lock"),
                  {step(timeline, race->first, holding(evidence, race->first)),
                   step(timeline, race->second, holding(evidence, race->second))}});
}

} // namespace revisit::patterns
