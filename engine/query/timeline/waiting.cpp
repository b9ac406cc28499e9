#include "query/timeline/waiting.h"

#include "query/timeline/object_holders.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace revisit {
namespace {

std::string_view without(std::string_view text, std::string_view end) {
  return text.substr(0, text.rfind(end));
}

// The thread of "T2 (worker)".
std::optional<unsigned> threadIn(const Timeline& timeline, std::string_view text) {
  if (!text.starts_with('T'))
    return std::nullopt;
  unsigned thread = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), thread);
  const bool isThread = error == std::errc() && thread < timeline.witness().threads.size();
  return isThread ? std::optional(thread) : std::nullopt;
}

// The last event before the end that accesses this name and has one of these kinds.
std::optional<EventNumber> lastNamed(const Timeline& timeline, const std::string& name, bool isObject) {
  std::vector<EventNumber> found = timeline.named(name);
  std::erase_if(found, [&](EventNumber number) {
    const WitnessEvent& event = timeline.event(number);
    return event.what != name || isObject != (event.kind == LabelKind::Object) || (!isObject && !event.writes);
  });
  return found.empty() ? std::nullopt : std::optional(found.back());
}

void waitForObject(const Timeline& timeline, std::string_view text, Wait& wait) {
  constexpr std::string_view of = " of ", heldBy = ", held by ", runBy = ", run by ", where = ", where ";
  const std::string_view object = text.substr(text.find(of) + of.size());
  const std::string name(without(without(without(object, heldBy), runBy), where));
  const std::optional<EventNumber> last = lastNamed(timeline, name, true);
  if (!last)
    return;
  wait.why = last;
  if (const auto held = holdingAt(holdingsOf(timeline, timeline.chainOf(*last)), timeline.size())) {
    wait.whom = held->thread;
    wait.why = held->taken;
    return;
  }
  // A lock held for reading, or a once routine that runs: the text names the thread, and its last operation on the
  // object is the reason.
  for (const std::string_view by : {heldBy, runBy}) {
    const std::size_t at = object.rfind(by);
    wait.whom = at != std::string_view::npos ? threadIn(timeline, object.substr(at + by.size())) : wait.whom;
  }
  for (const EventNumber number : timeline.chainOf(*last))
    if (wait.whom && timeline.event(number).thread == *wait.whom)
      wait.why = number;
}

} // namespace

std::vector<Wait> waitsOf(const Timeline& timeline) {
  constexpr std::string_view endOf = "the end of ", toChange = " to change";
  std::vector<Wait> waits;
  for (const WitnessWaiting& waiting : timeline.witness().error.waiting) {
    Wait wait{waiting.thread, waiting.what, waiting.position, {}, {}};
    const std::string_view text = waiting.what;
    if (text.starts_with(endOf)) {
      wait.whom = threadIn(timeline, text.substr(endOf.size()));
      if (wait.whom && !timeline.eventsOf(*wait.whom).empty())
        wait.why = timeline.eventsOf(*wait.whom).back();
    } else if (text.ends_with(toChange)) {
      wait.why = lastNamed(timeline, std::string(without(text, toChange)), false);
    } else if (text.find(" of ") != std::string_view::npos) {
      waitForObject(timeline, text, wait);
    }
    waits.push_back(std::move(wait));
  }
  return waits;
}

std::vector<unsigned> waitingCycle(const std::vector<Wait>& waits) {
  const auto waitOf = [&](unsigned thread) { return std::ranges::find(waits, thread, &Wait::thread); };
  for (const Wait& start : waits) {
    std::vector<unsigned> path;
    for (auto wait = waitOf(start.thread); wait != waits.end(); wait = waitOf(*wait->whom)) {
      if (const auto again = std::ranges::find(path, wait->thread); again != path.end())
        return {again, path.end()};
      path.push_back(wait->thread);
      if (!wait->whom)
        break;
    }
  }
  return {};
}

} // namespace revisit
