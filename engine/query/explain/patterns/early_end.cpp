// A thread that ends too early: it sees that it is to stop, and leaves what it was given.
#include "program/positions.h"
#include "query/explain/patterns/accesses.h"
#include "query/explain/patterns/kinds.h"
#include "query/explain/patterns/words.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::patterns {
namespace {

bool isPlainRead(const WitnessEvent& event) {
  return event.reads && !event.writes && event.seen && !isLibraryCode(event.calls);
}

// Another created the thread, it has ended, and the error's thread knows it.
bool hasEnded(const Timeline& timeline, unsigned thread) {
  const std::span<const EventNumber> events = timeline.eventsOf(thread);
  return timeline.creationOf(thread) && !events.empty() && timeline.event(events.back()).kind == LabelKind::End &&
         timeline.happensBefore(events.back(), timeline.bug());
}

// What the thread read at last that another thread had written meanwhile. Nothing when it does something behind that
// other than to release locks and to end.
std::optional<EventNumber> lastLook(const Timeline& timeline, unsigned thread) {
  const std::span<const EventNumber> events = timeline.eventsOf(thread);
  for (auto number = events.rbegin(); number != events.rend(); ++number) {
    const WitnessEvent& event = timeline.event(*number);
    if (isFromOther(timeline, *number) && isPlainRead(event))
      return *number;
    const EventKind kind = kindOf(event);
    if ((storesContent(event) && !isLibraryCode(event.calls)) || kind == EventKind::Create || kind == EventKind::Join ||
        (kind == EventKind::Object && !isOfLock(event)))
      return std::nullopt;
  }
  return std::nullopt;
}

bool isUnread(const Timeline& timeline, EventNumber write) {
  const std::vector<EventNumber> accesses = timeline.touching(timeline.rangeOf(write));
  return std::ranges::none_of(accesses, [&](EventNumber other) {
    return other > write && other < timeline.bug() && isMemory(timeline.event(other).kind);
  });
}

// The last change under this lock that nobody has seen. It is of a container, or of what some other thread accesses, so
// that somebody is meant to see it.
std::optional<EventNumber> leftUnder(const Evidence& evidence, const HeldLock& lock, EventNumber look) {
  const Timeline& timeline = evidence.timeline();
  const auto source = timeline.readsFrom(look);
  for (EventNumber number = *source - 1; number > 0; number--) {
    const WitnessEvent& event = timeline.event(number);
    if (event.kind != LabelKind::Write || !storesContent(event) || event.written.value_or(0) == 0 ||
        timeline.happensBefore(number, *timeline.creationOf(timeline.event(look).thread)))
      continue;
    const std::vector<HeldLock>& held = evidence.locks().at(number);
    const bool isGuarded = std::ranges::find(held, lock.object, &HeldLock::object) != held.end();
    const std::vector<EventNumber> touching = timeline.touching(timeline.rangeOf(number));
    const bool isShared = isLibraryCode(event.calls) || std::ranges::any_of(touching, [&](EventNumber other) {
                            return timeline.event(other).thread != event.thread;
                          });
    if (isGuarded && isShared && isUnread(timeline, number))
      return number;
  }
  return std::nullopt;
}

// The last signal before the sign that nobody has waited for, and after which the thread looks at the sign only. So it
// does not know what the signal was for.
std::optional<EventNumber> unheardSignal(const Timeline& timeline, EventNumber look) {
  const unsigned thread = timeline.event(look).thread;
  const auto creation = timeline.creationOf(thread);
  for (EventNumber number = *timeline.readsFrom(look) - 1; number > *creation; number--) {
    const WitnessEvent& event = timeline.event(number);
    if (event.thread == thread || event.objectOp != ObjectOp::CondSignal)
      continue;
    const std::span<const EventNumber> chain = timeline.chainOf(number);
    const bool isAwaited = std::ranges::any_of(chain, [&](EventNumber other) {
      return other < number && timeline.event(other).objectOp == ObjectOp::CondWait;
    });
    return isAwaited ? std::nullopt : std::optional(number);
  }
  return std::nullopt;
}

// Whether the thread reads something else of other threads behind its last look: it does not end because of that.
bool looksFurther(const Timeline& timeline, EventNumber look, EventNumber since) {
  return std::ranges::any_of(timeline.eventsOf(timeline.event(look).thread), [&](EventNumber number) {
    return number > since && isFromOther(timeline, number) && timeline.rangeOf(number) != timeline.rangeOf(look);
  });
}

Pattern toldOf(const Timeline& timeline, EventNumber look, EventNumber left, const std::string& what,
               const std::string& more) {
  return inOrder(
      {fmt::format("early end: {} sees {} and ends, {}", threadText(timeline.event(look).thread),
                   quoted(timeline, look), what),
       {step(timeline, left, more), step(timeline, *timeline.readsFrom(look)), step(timeline, look, ", and ends")}});
}

} // namespace

std::optional<Pattern> earlyEnd(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const ErrorKind kind = timeline.witness().error.kind;
  if (timeline.bug() == 0 || (kind != ErrorKind::Assertion && kind != ErrorKind::ExitStatus))
    return std::nullopt;
  for (auto thread = static_cast<unsigned>(timeline.witness().threads.size()) - 1; thread > 0; thread--) {
    const auto look = hasEnded(timeline, thread) ? lastLook(timeline, thread) : std::nullopt;
    if (!look)
      continue;
    for (const HeldLock& lock : evidence.locks().at(*look)) {
      if (const auto left = leftUnder(evidence, lock, *look))
        return toldOf(timeline, *look, *left, fmt::format("{} is left", quoted(timeline, *left)),
                      ", which nobody reads");
    }
    if (const auto signal = unheardSignal(timeline, *look); signal && !looksFurther(timeline, *look, *signal))
      return toldOf(timeline, *look, *signal, "an earlier signal is unheard", ", nobody waits yet");
  }
  return std::nullopt;
}

} // namespace revisit::patterns
