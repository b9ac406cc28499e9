// Threads that wait for locks and for each other's end.
#include "base/terminal_text.h"
#include "program/function_names.h"
#include "program/positions.h"
#include "query/explain/patterns/kinds.h"
#include "query/explain/patterns/words.h"
#include "query/timeline/event_text.h"
#include "query/timeline/object_holders.h"
#include "query/timeline/waiting.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

namespace revisit::patterns {
namespace {

constexpr std::size_t nameWidth = 28;

// What a thread waits for: a lock that another holds, or another's end.
struct Link {
  unsigned thread = 0, whom = 0;
  std::optional<EventNumber> taken; // where `whom` took the lock; nothing: the end of `whom`
  WitnessPosition position;         // where `thread` waits
};

std::optional<Link> linkOf(const Evidence& evidence, const Wait& wait) {
  const Timeline& timeline = evidence.timeline();
  if (!wait.whom)
    return std::nullopt;
  Link link{wait.thread, *wait.whom, {}, wait.position};
  if (wait.what.kind == AwaitedKind::ThreadEnd)
    return link;
  const auto last = timeline.lastOf(*wait.whom, timeline.size());
  if (!last || !wait.why || timeline.chainOf(*wait.why).empty())
    return std::nullopt;
  const std::vector<HeldLock>& held = evidence.locks().at(*last);
  const auto lock = std::ranges::find(held, timeline.chainOf(*wait.why).front(), &HeldLock::object);
  if (lock == held.end())
    return std::nullopt;
  link.taken = lock->taken;
  return link;
}

// Each of them waits for the next, the last for the first. Empty: there is no cycle, or one of something else.
std::vector<Link> cycleOf(const Evidence& evidence) {
  const std::vector<Wait> waits = waitsOf(evidence.timeline());
  std::vector<Link> links;
  for (const unsigned thread : waitingCycle(waits)) {
    const auto link = linkOf(evidence, *std::ranges::find(waits, thread, &Wait::thread));
    if (!link)
      return {};
    links.push_back(*link);
  }
  return links;
}

// "T1 has a, wants b; T2 has b, wants a"
template <class Name>
std::string cycleText(const Timeline& timeline, const std::vector<Link>& links, const Name& name) {
  std::string text;
  for (std::size_t i = 0; i < links.size(); i++) {
    const Link &link = links[i], &before = links[(i + links.size() - 1) % links.size()];
    text += (i == 0 ? "" : "; ") + name(link.thread);
    if (before.taken)
      text += fmt::format(" has {},", nameOf(timeline.event(*before.taken)));
    text += link.taken ? fmt::format(" wants {}", nameOf(timeline.event(*link.taken)))
                       : fmt::format(" waits for the end of {}", threadText(link.whom));
  }
  return text;
}

// For long cycles, with what each thread holds: "T1 (a) -> T2 (b) -> T1".
std::string arrowText(const Timeline& timeline, const std::vector<Link>& links) {
  std::string text;
  for (std::size_t i = 0; i < links.size(); i++) {
    const Link& before = links[(i + links.size() - 1) % links.size()];
    text += threadText(links[i].thread);
    text += before.taken ? fmt::format(" ({}) -> ", nameOf(timeline.event(*before.taken))) : " -> ";
  }
  return text + threadText(links.front().thread);
}

// Where the thread waits, seen from where it took what it holds.
std::string placeBehind(const WitnessEvent& taken, const WitnessPosition& position) {
  const WitnessPosition* const first = shownPosition(taken.calls);
  if (position.file.empty())
    return "";
  return first && first->file == position.file ? fmt::format(" at line {}", position.line)
                                               : " at " + placeText(position);
}

// The thread's last event, or the one that created it.
EventNumber lastSign(const Timeline& timeline, unsigned thread) {
  const auto last = timeline.lastOf(thread, timeline.size());
  return last ? *last : timeline.creationOf(thread).value_or(timeline.size());
}

PatternStep stepOf(const Timeline& timeline, const Link& link, const Link& before) {
  const std::string goal = link.taken ? nameOf(timeline.event(*link.taken)) : "the end of " + threadText(link.whom);
  if (!before.taken)
    return {lastSign(timeline, link.thread), link.thread, "waits for " + goal, "", placeText(link.position), ""};
  return stepThat(timeline, *before.taken, "takes " + nameOf(timeline.event(*before.taken)),
                  fmt::format(", {} {}{}", link.taken ? "wants" : "waits for", goal,
                              placeBehind(timeline.event(*before.taken), link.position)));
}

std::string functionName(const WitnessPosition& position) {
  return shortened(shortFunction(position.function), nameWidth);
}

// Whether the function that asks again was called while the lock was held, by what its name and the place where the
// lock was taken say: another function, which had not begun when the lock was taken.
bool isCallback(const WitnessEvent& taken, const WitnessPosition& again) {
  const WitnessPosition* const first = shownPosition(taken.calls);
  return first && !first->function.empty() && !again.function.empty() &&
         std::ranges::find(taken.calls, again.function, &WitnessPosition::function) == taken.calls.end();
}

// Who holds the lock for reading before the event: its own thread, if that does, else another.
std::optional<EventNumber> readLockBefore(const Evidence& evidence, EventNumber event) {
  const Timeline& timeline = evidence.timeline();
  const EventNumber object = timeline.chainOf(event).front();
  std::optional<EventNumber> found;
  for (unsigned thread = 0; thread < timeline.witness().threads.size(); thread++) {
    const auto last = timeline.lastOf(thread, event - 1);
    const std::vector<HeldLock> held = last ? evidence.locks().at(*last) : std::vector<HeldLock>();
    const auto lock = std::ranges::find(held, object, &HeldLock::object);
    if (lock != held.end() && (!found || thread == timeline.event(event).thread))
      found = lock->taken;
  }
  return found;
}

// Where the thread takes the lock for writing.
std::optional<EventNumber> writeLockOf(const Timeline& timeline, unsigned thread, EventNumber operation) {
  const std::span<const EventNumber> chain = timeline.chainOf(operation);
  const auto found = std::ranges::find_if(chain, [&](EventNumber other) {
    return timeline.event(other).thread == thread && takesMutex(timeline.event(other));
  });
  return found != chain.end() ? std::optional(*found) : std::nullopt;
}

} // namespace

std::optional<Pattern> behindWriter(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const WitnessError& error = timeline.witness().error;
  const EventNumber asks = timeline.bug();
  const auto wait = std::ranges::find(error.waiting, error.thread, &WitnessWaiting::thread);
  if (!error.index || wait == error.waiting.end() || !wait->what.writer || !takesForReading(timeline.event(asks)))
    return std::nullopt;
  const auto taken = readLockBefore(evidence, asks);
  if (!taken)
    return std::nullopt;
  const std::string lock = nameOf(timeline.event(asks));
  const bool isOwn = timeline.event(*taken).thread == error.thread;
  const std::string asker = who(timeline, error.thread);
  Pattern pattern{
      isOwn ? fmt::format("recursive read lock: {} asks again for '{}', behind a writer that waits for it", asker, lock)
            : fmt::format("reader behind a writer: {} asks for '{}', and the writer waits for {}", asker, lock,
                          whoDoes(timeline, *taken)),
      {stepThat(timeline, *taken, fmt::format("takes {} for reading", lock)),
       stepThat(timeline, asks, isOwn ? "asks for it again" : "asks for it")}};
  if (const auto writes = writeLockOf(timeline, *wait->what.writer, asks))
    pattern.steps.push_back(
        stepThat(timeline, *writes, fmt::format("takes {} for writing", lock), ", and may ask for it between these"));
  return inOrder(std::move(pattern));
}

std::optional<Pattern> lockCycle(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const std::vector<Link> links = cycleOf(evidence);
  const auto locks = std::ranges::count_if(links, [](const Link& link) { return link.taken.has_value(); });
  if (links.size() < 2)
    return std::nullopt;
  constexpr std::size_t lineWidth = 76;
  const std::string name = static_cast<std::size_t>(locks) == links.size() ? "lock-order cycle: "
                           : locks != 0                                    ? "join under a lock: "
                                                                           : "threads join each other: ";
  Pattern pattern;
  pattern.headline = name + cycleText(timeline, links, [&](unsigned thread) { return who(timeline, thread); });
  if (textWidth(pattern.headline) > lineWidth)
    pattern.headline = name + cycleText(timeline, links, [](unsigned thread) { return threadText(thread); });
  if (textWidth(pattern.headline) > lineWidth)
    pattern.headline = name + arrowText(timeline, links);
  for (std::size_t i = 0; i < links.size() && i < 3; i++)
    pattern.steps.push_back(stepOf(timeline, links[i], links[(i + links.size() - 1) % links.size()]));
  return inOrder(std::move(pattern));
}

std::optional<Pattern> selfDeadlock(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const std::vector<Link> links = cycleOf(evidence);
  if (links.size() != 1 || !links.front().taken)
    return std::nullopt;
  const Link& link = links.front();
  const WitnessEvent& taken = timeline.event(*link.taken);
  const std::string lock = nameOf(timeline.event(*link.taken)), asks = functionName(link.position);
  const bool calledUnder = isCallback(taken, link.position);
  const WitnessPosition* const first = shownPosition(taken.calls);
  // The message of a deadlock tells of a handler that waits for what it has interrupted.
  const std::string& message = timeline.witness().error.message;
  const bool isHandler = !message.empty();
  return Pattern{
      isHandler
          ? "handler under a lock: " + message
          : fmt::format("{}: {} asks again for '{}', which it holds",
                        calledUnder ? "callback under a lock" : "self-deadlock", who(timeline, link.thread), lock),
      {stepThat(timeline, *link.taken, "takes " + lock, calledUnder ? " in " + functionName(*first) : ""),
       {lastSign(timeline, link.thread), link.thread,
        isHandler ? "is interrupted, and asks for it again" : "asks for it again", "", placeText(link.position),
        calledUnder ? fmt::format(" in {}{}", asks, isHandler ? "" : ", called under it") : ""}}};
}

std::optional<Pattern> neverGivenBack(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  for (const Wait& wait : waitsOf(timeline)) {
    const auto link = linkOf(evidence, wait);
    if (!link || !link->taken || link->whom == link->thread)
      continue;
    const EventNumber end = timeline.eventsOf(link->whom).back();
    if (timeline.event(end).kind != LabelKind::End)
      continue;
    const std::string lock = nameOf(timeline.event(*link->taken));
    Pattern pattern{
        fmt::format("lock never given back: {} ended and still holds '{}'", who(timeline, link->whom), lock),
        {stepThat(timeline, *link->taken, "takes " + lock), stepThat(timeline, end, "ends, and holds " + lock)}};
    pattern.steps.push_back(
        {lastSign(timeline, link->thread), link->thread, "waits for " + lock, "", placeText(link->position), ""});
    return inOrder(std::move(pattern));
  }
  return std::nullopt;
}

} // namespace revisit::patterns
