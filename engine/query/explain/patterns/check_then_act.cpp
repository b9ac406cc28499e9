// Check-then-act: what was checked is no longer so when it is acted on.
#include "program/positions.h"
#include "query/explain/patterns/accesses.h"
#include "query/explain/patterns/kinds.h"
#include "query/explain/patterns/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::patterns {
namespace {

// So many writes under a lock are looked at, the last ones: each is compared with all accesses to some bytes.
constexpr std::size_t maxActs = 200;

// Errors that a value read may decide.
bool isOfValues(ErrorKind kind) {
  return kind == ErrorKind::Assertion || kind == ErrorKind::OutOfBounds || kind == ErrorKind::NullDereference ||
         kind == ErrorKind::Arithmetic || kind == ErrorKind::Exception || kind == ErrorKind::ExitStatus;
}

// What the failing thread read at the line that fails, and the last that it read of what others wrote.
std::vector<EventNumber> decisiveReads(const Timeline& timeline) {
  std::vector<EventNumber> reads = readsBeforeError(timeline);
  const auto isOwn = [&](EventNumber read) {
    const auto source = timeline.readsFrom(read);
    return source && timeline.event(*source).thread == timeline.event(read).thread;
  };
  const auto last = std::ranges::find_if_not(reads, isOwn);
  const EventNumber decisive = last != reads.end() ? *last : 0;
  std::erase_if(reads, [&](EventNumber read) {
    return read != decisive && !isSameLine(timeline.event(read), timeline.event(timeline.bug()));
  });
  return reads;
}

// Whether the thread only thinks and takes locks between the two: it stores nothing, and waits for nobody.
bool isOneOperation(const Timeline& timeline, EventNumber first, EventNumber second) {
  for (auto number = timeline.nextOfThread(first); number && *number < second;
       number = timeline.nextOfThread(*number)) {
    const WitnessEvent& event = timeline.event(*number);
    const EventKind kind = kindOf(event);
    if (event.writes || kind == EventKind::Create || kind == EventKind::Join ||
        (kind == EventKind::Object && !isOfLock(event)))
      return false;
  }
  return true;
}

// Two sections of one thread under one lock, the second of which has the event: [from, to] is the first.
struct Sections {
  EventNumber from = 0, to = 0, again = 0;
};

// Nothing but thinking is done between the two.
std::optional<Sections> sectionBefore(const Evidence& evidence, EventNumber act, const HeldLock& lock) {
  const Timeline& timeline = evidence.timeline();
  std::optional<EventNumber> release = timeline.previousOfThread(lock.taken);
  for (; release; release = timeline.previousOfThread(*release)) {
    const WitnessEvent& event = timeline.event(*release);
    if (event.kind == LabelKind::Object && timeline.chainOf(*release).front() == lock.object)
      break;
    if (event.writes || kindOf(event) == EventKind::Create || kindOf(event) == EventKind::Join ||
        (kindOf(event) == EventKind::Object && !isOfLock(event)))
      return std::nullopt;
  }
  const auto before = release ? timeline.previousOfThread(*release) : std::nullopt;
  if (!before || act <= lock.taken)
    return std::nullopt;
  for (const HeldLock& held : evidence.locks().at(*before))
    if (held.object == lock.object)
      return Sections{held.taken, *release, lock.taken};
  return std::nullopt;
}

// Another thread changed what the read saw before the second section began, and that does not look again.
std::optional<EventNumber> changeMissed(const Timeline& timeline, EventNumber read, const Sections& sections,
                                        EventNumber act) {
  const unsigned thread = timeline.event(read).thread;
  std::optional<EventNumber> change;
  for (const EventNumber number : timeline.touching(timeline.rangeOf(read))) {
    const WitnessEvent& event = timeline.event(number);
    if (event.thread == thread && number > read && number < act)
      return std::nullopt;
    if (event.thread != thread && storesContent(event) && number > sections.to && number < sections.again &&
        event.written != timeline.event(read).seen && timeline.rangeOf(number) == timeline.rangeOf(read))
      change = number;
  }
  return change;
}

bool onlyReads(const Timeline& timeline, const Sections& sections) {
  for (auto number = timeline.nextOfThread(sections.from); number && *number < sections.to;
       number = timeline.nextOfThread(*number))
    if (timeline.event(*number).writes)
      return false;
  return true;
}

// Between the two sections, under the same lock, the thread of the change also read what the act overwrites. So the two
// sections are no single step in any order of the threads' steps.
bool crosses(const Evidence& evidence, const Sections& sections, EventNumber change, EventNumber act,
             const HeldLock& lock) {
  const Timeline& timeline = evidence.timeline();
  return std::ranges::any_of(timeline.touching(timeline.rangeOf(act)), [&](EventNumber number) {
    const std::vector<HeldLock>& held = evidence.locks().at(number);
    return number > sections.to && number < sections.again && timeline.event(number).reads &&
           timeline.event(number).thread == timeline.event(change).thread &&
           std::ranges::find(held, lock.object, &HeldLock::object) != held.end();
  });
}

// `isLinked`: the failing thread read what the act wrote.
std::optional<Pattern> staleCheckOf(const Evidence& evidence, EventNumber act, const HeldLock& lock, bool isLinked) {
  const Timeline& timeline = evidence.timeline();
  const auto sections = sectionBefore(evidence, act, lock);
  if (!sections || !onlyReads(timeline, *sections))
    return std::nullopt;
  for (auto read = timeline.previousOfThread(sections->to); read && *read > sections->from;
       read = timeline.previousOfThread(*read)) {
    const WitnessEvent& event = timeline.event(*read);
    const auto change = event.reads && !event.writes && event.seen && timeline.rangeOf(*read).size != 0
                            ? changeMissed(timeline, *read, *sections, act)
                            : std::nullopt;
    if (change && (isLinked || crosses(evidence, *sections, *change, act, lock)) &&
        !evidence.isOrdered(*read, *change) && !evidence.isOrdered(*change, act))
      return inOrder({withReleased(timeline, "check-then-act on " + quoted(timeline, *read), lock),
                      {step(timeline, *read, ", the check"), step(timeline, *change),
                       step(timeline, act, ", without another look")}});
  }
  return std::nullopt;
}

// What the writer reads from another thread in the line of its write.
std::optional<EventNumber> readForWrite(const Timeline& timeline, EventNumber write) {
  auto number = timeline.previousOfThread(write);
  for (; number && isSameLine(timeline.event(*number), timeline.event(write));
       number = timeline.previousOfThread(*number))
    if (isFromOther(timeline, *number))
      return number;
  return std::nullopt;
}

// The read itself if it is of what another thread wrote; otherwise the update of its own thread that it follows,
// directly or over others, if that is one.
std::optional<EventNumber> updateOfOther(const Timeline& timeline, EventNumber read) {
  constexpr std::size_t most = 8;
  std::optional<EventNumber> number = read;
  for (std::size_t i = 0; number && i < most && timeline.event(*number).reads; i++) {
    if (isFromOther(timeline, *number))
      return number;
    number = timeline.readsFrom(*number);
  }
  return std::nullopt;
}

} // namespace

std::optional<Pattern> staleCheck(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const auto patternAt = [&](EventNumber act, bool isLinked) -> std::optional<Pattern> {
    if (storesContent(timeline.event(act)))
      for (const HeldLock& lock : evidence.locks().at(act))
        if (!lock.forReading)
          if (auto pattern = staleCheckOf(evidence, act, lock, isLinked))
            return pattern;
    return std::nullopt;
  };
  for (const EventNumber read : readsBeforeError(timeline))
    if (const auto act = timeline.readsFrom(read))
      if (auto pattern = patternAt(*act, true))
        return pattern;
  std::size_t tries = 0;
  for (EventNumber act = timeline.bug(); act > 0 && tries < maxActs; act--) {
    if (evidence.locks().at(act).empty() || !storesContent(timeline.event(act)))
      continue;
    tries++;
    if (auto pattern = patternAt(act, false))
      return pattern;
  }
  return std::nullopt;
}

std::optional<Pattern> whatItRead(const Timeline& timeline) {
  const std::vector<EventNumber> reads = readsBeforeError(timeline);
  if (reads.empty() || !isOfValues(timeline.witness().error.kind))
    return std::nullopt;
  // A stale one explains more than those that came after it.
  const auto stale = std::ranges::find_if(reads, [&](EventNumber read) { return timeline.event(read).back != 0; });
  const EventNumber last = stale != reads.end() ? *stale : reads.front();
  if (const auto newer = timeline.event(last).back != 0 ? timeline.writer(timeline.rangeOf(last), last - 1)
                                                        : std::optional<EventNumber>())
    return Pattern{last == reads.front() ? fmt::format("last read before the error: {}, stale: {} had written it",
                                                       quoted(timeline, last), whoDoes(timeline, *newer))
                                         : fmt::format("stale read before the error: {}, which {} had overwritten",
                                                       quoted(timeline, last), whoDoes(timeline, *newer)),
                   {step(timeline, *newer), step(timeline, last)}};
  if (!timeline.readsFrom(last))
    return Pattern{fmt::format("last read before the error: {}, never written", quoted(timeline, last)),
                   {step(timeline, last)}};
  auto read = updateOfOther(timeline, last);
  if (!read)
    read = lastReadFromOther(timeline);
  if (!read)
    return std::nullopt;
  const EventNumber source = *timeline.readsFrom(*read);
  Pattern pattern{fmt::format("last read before the error{}: {}, written by {}",
                              *read == last ? "" : " of what another thread wrote", quoted(timeline, *read),
                              whoDoes(timeline, source)),
                  {}};
  if (*read != last)
    if (const auto cause = readForWrite(timeline, source))
      pattern.steps.push_back(step(timeline, *cause));
  pattern.steps.push_back(step(timeline, source));
  pattern.steps.push_back(step(timeline, *read));
  if (*read != last && timeline.readsFrom(last) == *read)
    pattern.steps.push_back(step(timeline, last));
  return pattern;
}

std::optional<Pattern> checkThenAct(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  for (const EventNumber act : decisiveReads(timeline)) {
    const WitnessEvent& event = timeline.event(act);
    const auto write = timeline.readsFrom(act);
    const auto check = ownAccessBefore(timeline, act, timeline.rangeOf(act));
    if (!write || !check || *write < *check || timeline.event(*write).thread == event.thread)
      continue;
    const WitnessEvent& first = timeline.event(*check);
    const bool isCheck = first.reads && !first.writes && timeline.rangeOf(*check) == timeline.rangeOf(act);
    if (!isCheck || !first.seen || !event.seen || first.seen == event.seen || isSamePlace(first, event))
      continue;
    if (evidence.isOrdered(*check, *write) || evidence.isOrderedBefore(*write, act) ||
        !isOneOperation(timeline, *check, act))
      continue;
    return inOrder({withReleased(evidence, "check-then-act on " + quoted(timeline, act), *check, act),
                    {step(timeline, *check, ", the check"), step(timeline, *write),
                     step(timeline, act, ", no longer what it checked")}});
  }
  return std::nullopt;
}

} // namespace revisit::patterns
