#include "query/explain/explain.h"

#include "query/explain/explain_parts.h"
#include "query/explain/patterns/kinds.h"
#include "query/explain/patterns/pattern.h"
#include "query/timeline/event_text.h"
#include "query/timeline/path_condition.h"
#include "query/timeline/stream_history.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace revisit {

using namespace explain;

namespace explain {

std::string mention(const Timeline& timeline, EventNumber number) {
  const WitnessEvent& event = timeline.event(number);
  const std::string place = placeText(event);
  return fmt::format("{} {}{}{}", referenceText(event), eventText(timeline, number), place.empty() ? "" : " at ",
                     place);
}

std::string sourceText(const Timeline& timeline, EventNumber number) {
  const std::optional<EventNumber> source = timeline.readsFrom(number);
  return source ? fmt::format("reads from {}", mention(timeline, *source))
                : fmt::format("reads the initial value of {}", locationText(timeline.event(number)));
}

std::string listText(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); i++)
    text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return text;
}

} // namespace explain

namespace {

constexpr std::size_t eventsBeforeAnError = 5;

Explanation whyCreate(const Timeline& timeline, EventNumber number) {
  Explanation explanation{number, mention(timeline, number) + '.', {}};
  const std::optional<unsigned> child = timeline.childOf(number);
  const auto events = child ? timeline.eventsOf(*child) : std::span<const EventNumber>();
  if (events.empty())
    explanation.reasons.push_back({"The new thread has no event.", {}});
  else
    explanation.reasons.push_back(
        {fmt::format("The first event of the new thread is {}.", mention(timeline, events.front())), events.front()});
  return explanation;
}

Explanation whyJoin(const Timeline& timeline, EventNumber number) {
  Explanation explanation{number, mention(timeline, number) + '.', {}};
  if (const std::optional<unsigned> child = timeline.childOf(number)) {
    const EventNumber last = timeline.eventsOf(*child).back();
    explanation.reasons.push_back({fmt::format("It waited for the end of {}, {}.",
                                               threadText(timeline.witness(), *child), mention(timeline, last)),
                                   last});
  } else {
    explanation.reasons.push_back(
        {fmt::format("The witness does not say for which of the threads that run {} it waited.",
                     timeline.event(number).what),
         {}});
  }
  return explanation;
}

Explanation whyBranch(const Timeline& timeline, EventNumber number) {
  Explanation explanation{number, mention(timeline, number) + '.', {}};
  const Witness& witness = timeline.witness();
  const std::string& condition = timeline.event(number).condition;
  if (condition.empty())
    explanation.reasons.push_back({"The witness does not say on which inputs it depends.", {}});
  const std::vector<InputValue> values = inputValues(witness.inputs);
  for (const std::size_t input : inputsIn(witness.inputs, condition))
    explanation.reasons.push_back({fmt::format("It depends on the input {} of {}, which is {}.", values[input].name,
                                               threadText(witness, values[input].thread), valueText(values[input])),
                                   {}});
  return explanation;
}

Explanation whyError(const Timeline& timeline, EventNumber number) {
  Explanation explanation{number,
                          fmt::format("{} in {}.", mention(timeline, number),
                                      threadText(timeline.witness(), timeline.event(number).thread)),
                          {}};
  std::optional<EventNumber> before = timeline.previousOfThread(number);
  for (std::size_t i = 0; before && i < eventsBeforeAnError; i++, before = timeline.previousOfThread(*before)) {
    std::string text =
        fmt::format("{}: {}", i == 0 ? "Its thread did last" : "Before that", mention(timeline, *before));
    if (timeline.event(*before).reads)
      text += ", which " + sourceText(timeline, *before);
    explanation.reasons.push_back({text + '.', before});
  }
  const auto read = number == timeline.bug() ? patterns::whatItRead(timeline) : std::nullopt;
  if (!read)
    return explanation;
  // A stale read is told first, wherever it stands. Otherwise there is nothing to add where all of it is told.
  const EventNumber decisive = read->steps.back().event;
  const auto isTold = [&](const PatternStep& step) {
    return std::ranges::find(explanation.reasons, step.event, &Reason::event) != explanation.reasons.end();
  };
  const bool isFirst = !explanation.reasons.empty() && explanation.reasons.front().event == decisive;
  if (std::ranges::all_of(read->steps, isTold) && (isFirst || timeline.event(decisive).back == 0))
    return explanation;
  Explanation clue = explanationOf(timeline, *read);
  explanation.reasons.resize(std::min<std::size_t>(explanation.reasons.size(), 1));
  std::erase_if(explanation.reasons, [&](const Reason& reason) {
    return std::ranges::find(clue.reasons, reason.event, &Reason::event) != clue.reasons.end();
  });
  clue.reasons.insert(clue.reasons.begin(), {"The " + clue.headline, {}});
  explanation.reasons.insert(explanation.reasons.begin(), clue.reasons.begin(), clue.reasons.end());
  return explanation;
}

// Fences, and thread ends that are not errors: they depend on what their thread did.
Explanation whyOther(const Timeline& timeline, EventNumber number) {
  Explanation explanation{number, mention(timeline, number) + '.', {}};
  if (const auto before = timeline.previousOfThread(number))
    explanation.reasons.push_back({fmt::format("It follows {} in its thread.", mention(timeline, *before)), before});
  else if (const auto creation = timeline.creationOf(timeline.event(number).thread))
    explanation.reasons.push_back(
        {fmt::format("It is the first event of its thread, which {} started.", mention(timeline, *creation)),
         creation});
  return explanation;
}

// Two accesses that are not ordered.
Explanation whyRace(const Timeline& timeline) {
  const WitnessError& error = timeline.witness().error;
  const EventNumber second = timeline.bug();
  const std::optional<EventNumber> first = timeline.numberOf(error.other->thread, error.other->index);
  Explanation explanation{second, fmt::format("{}: {}.", errorName(error.kind), error.message), {}};
  const auto mentionOf = [&](EventNumber number) {
    return fmt::format("{} does {}.", threadText(timeline.witness(), timeline.event(number).thread),
                       mention(timeline, number));
  };
  if (first)
    explanation.reasons.push_back({mentionOf(*first), first});
  explanation.reasons.push_back({mentionOf(second), second});
  if (error.thread == error.other->thread) {
    explanation.reasons.push_back(
        {"A handler may come at any time unless the signal is blocked. What it shares with the "
         "code that it interrupts must be atomic, or volatile sig_atomic_t.",
         {}});
    return explanation;
  }
  explanation.reasons.push_back({"Nothing that the threads do orders the two: no lock, no atomic access that the other "
                                 "thread read from, no end that it waited for.",
                                 {}});
  return explanation;
}

} // namespace

Explanation why(const Timeline& timeline, EventNumber number) {
  switch (kindOf(timeline.event(number))) {
  case EventKind::Read:
  case EventKind::Write:
  case EventKind::Update:
    return whyMemory(timeline, number);
  case EventKind::Object:
    return whyObject(timeline, number);
  case EventKind::Create:
    return whyCreate(timeline, number);
  case EventKind::Join:
    return whyJoin(timeline, number);
  case EventKind::Branch:
    return whyBranch(timeline, number);
  case EventKind::End:
    if (timeline.event(number).kind != LabelKind::Error)
      return whyOther(timeline, number);
    if (const auto pattern = number == timeline.bug() ? patternOf(timeline) : std::nullopt)
      return explanationOf(timeline, *pattern);
    return whyError(timeline, number);
  case EventKind::Fence:
    break;
  }
  return whyOther(timeline, number);
}

Explanation whyBug(const Timeline& timeline) {
  if (timeline.witness().error.kind == ErrorKind::None)
    return {{}, endingText(timeline.witness()) + '.', {}};
  if (const std::optional<Pattern> pattern = patternOf(timeline))
    return explanationOf(timeline, *pattern);
  const SchedulePosition bug = timeline.bug();
  if (timeline.witness().error.other)
    return whyRace(timeline);
  return bug != 0 && timeline.event(bug).kind == LabelKind::Error ? why(timeline, bug) : whyStuck(timeline);
}

bool isFollowed(const Witness& witness, const ByteRange& range) {
  std::uint64_t done = 0; // bytes from the beginning that are
  const auto next = [&](const WitnessRange& shared) {
    const std::uint64_t at = range.address + done;
    return shared.address <= at && at - shared.address < shared.size;
  };
  while (!witness.options.allAccesses && done < range.size) {
    const auto found = std::ranges::find_if(witness.shared, next);
    if (found == witness.shared.end())
      return false;
    done = found->address + found->size - range.address;
  }
  return true;
}

Explanation whoWrote(const Timeline& timeline, const ByteRange& range, SchedulePosition position) {
  if (const auto put = lastPut(timeline, range.address, position))
    return {put,
            fmt::format("{} of {} put something into it last.", mention(timeline, *put),
                        threadText(timeline.witness(), timeline.event(*put).thread)),
            {}};
  if (!streamHistory(timeline, range.address).empty())
    return {{}, "Nothing was put into it before.", {}};
  const Content content = contentOf(timeline, range, position);
  const bool isKnown = isFollowed(timeline.witness(), range);
  if (content.writes.empty() && !isKnown)
    return {
        {},
        "Writes to it are no events, because only one thread uses it, or none: with --all-accesses, 'revisit check' "
        "makes events of them.",
        {}};
  if (content.writes.empty())
    return {{}, "No write was done to it before: it has its initial value.", {}};
  const EventNumber latest = content.writes.back();
  Explanation explanation{latest, fmt::format("{} wrote it last.", mention(timeline, latest)), {}};
  for (auto write = content.writes.rbegin() + 1; write != content.writes.rend(); ++write)
    explanation.reasons.push_back({fmt::format("Other bytes of it are from {}.", mention(timeline, *write)), *write});
  if (content.hasInitial)
    explanation.reasons.push_back({isKnown ? "Other bytes of it have their initial value."
                                           : "Writes to other bytes of it are no events, because only one thread uses "
                                             "these bytes, or none.",
                                   {}});
  return explanation;
}

std::string explanationText(const Explanation& explanation) {
  std::string text = explanation.headline + '\n';
  for (const Reason& reason : explanation.reasons)
    text += fmt::format("  {}\n", reason.sentence);
  return text;
}

nlohmann::ordered_json explanationJson(const Explanation& explanation) {
  using Json = nlohmann::ordered_json;
  const auto eventOf = [](const std::optional<EventNumber>& event) { return event ? Json(*event) : Json(); };
  Json reasons = Json::array();
  for (const Reason& reason : explanation.reasons)
    reasons.push_back({{"sentence", reason.sentence}, {"event", eventOf(reason.event)}});
  return {{"event", eventOf(explanation.event)}, {"headline", explanation.headline}, {"reasons", reasons}};
}

} // namespace revisit
