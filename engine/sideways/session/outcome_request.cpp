#include "sideways/session/outcome_request.h"

#include "query/timeline/event_reference.h"
#include "query/timeline/event_text.h"
#include "sideways/session/event_names.h"
#include "sideways/session/outcome_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace revisit {

namespace {

using Takes = OutcomeOption::Takes;

constexpr OutcomeOption options[] = {
    {"--reads-from", Takes::Event, OutcomeKind::ReadsFrom, Manner::None, "it reads from this write, or from 'init'"},
    {"--before", Takes::Event, OutcomeKind::Before, Manner::None, "it comes before this operation or write"},
    {"--after", Takes::Event, OutcomeKind::After, Manner::None, "it comes after this operation or write"},
    {"--other-side", Takes::Nothing, OutcomeKind::Takes, Manner::None,
     "the condition or operation turns out otherwise"},
    {"--succeeds", Takes::Nothing, {}, Manner::Succeeds, "the operation or compare-and-swap succeeds"},
    {"--time-out", Takes::Nothing, {}, Manner::TimesOut, "the wait or lock ends by its time-out"},
    {"--fails", Takes::Nothing, {}, Manner::Fails, "the attempt, allocation, new thread or compare-and-swap fails"},
    {"--spurious", Takes::Nothing, {}, Manner::Spurious, "the wait ends although nobody ends it"},
    {"--wakes", Takes::Thread, {}, Manner::Wakes, "the signal wakes this thread, such as T2"},
    {"--serial", Takes::Thread, {}, Manner::Serial, "the barrier calls this thread the serial one"},
    {"--transfers", Takes::Number, {}, Manner::Transfers, "so many bytes are read or written, fewer than asked for"},
    {"--choice", Takes::Number, {}, Manner::Number, "the decision, choice or reused block has this number"},
};

// What an event is asked to do.
struct Asked {
  std::string what; // for messages
  std::optional<OutcomeKind> kind;
  std::optional<EventName> other; // of the kind
  NamedManner manner;
};

bool isByResult(Manner manner) {
  return manner >= Manner::Succeeds && manner <= Manner::Spurious;
}

Result<std::uint64_t> parseNumber(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    return Error{ErrorCode::BadUsage, text, "this is no number"};
  return number;
}

Result<Asked> askedBy(const Timeline& timeline, const OutcomeRequest& request) {
  const OutcomeOption& option = *request.option;
  Asked asked{option.name, option.kind, {}, {option.manner}};
  switch (option.takes) {
  case Takes::Nothing:
    return asked;
  case Takes::Event: {
    asked.what = request.argument;
    asked.other = EventName();
    if (option.kind == OutcomeKind::ReadsFrom && request.argument == "init")
      return asked;
    const Result<EventName> name = parseEventName(timeline, request.argument);
    if (!name)
      return name.error();
    asked.other = name.value();
    return asked;
  }
  case Takes::Thread: {
    const Result<unsigned> thread = parseThread(timeline, request.argument);
    if (!thread)
      return thread.error();
    asked.manner.number = thread.value();
    break;
  }
  case Takes::Number: {
    const Result<std::uint64_t> number = parseNumber(request.argument);
    if (!number)
      return number.error();
    asked.manner.number = number.value();
    break;
  }
  }
  asked.what += " " + request.argument;
  return asked;
}

bool mayBeMeant(const Asked& asked, const Outcome& outcome) {
  if (asked.kind)
    return outcome.kind == *asked.kind && (!asked.other || outcome.other == *asked.other);
  return outcome.manner == asked.manner || (outcome.manner.manner == Manner::None && isByResult(asked.manner.manner));
}

Error refusal(SidewaysSession& session, const Timeline& timeline, const Outcome& outcome, const Judgement& judgement,
              const std::string& what) {
  if (const Result<OutcomeReason> reason = session.why(timeline, outcome, 0))
    return {ErrorCode::NotFound, what,
            fmt::format("{}: {}", verdictWords(judgement), reasonText(timeline, outcome, reason.value()))};
  return {ErrorCode::NotFound, what, whyNot({.judgement = judgement})};
}

Result<Outcome> firstPossible(SidewaysSession& session, const Timeline& timeline, const std::vector<Outcome>& outcomes,
                              const Asked& asked) {
  const Error none{ErrorCode::BadUsage, asked.what, "the event has no such outcome; 'revisit outcomes' lists them"};
  std::optional<std::pair<Outcome, Judgement>> refused; // the last one
  for (const Outcome& outcome : outcomes) {
    const Result<Judgement> judged = session.judge(outcome);
    if (!judged)
      return judged.error();
    const Judgement& judgement = judged.value();
    const bool isByKind = asked.kind || asked.manner.manner == Manner::None;
    if (judgement.verdict == Verdict::Possible && (isByKind || session.mannerOf(outcome, judgement) == asked.manner))
      return outcome;
    if (judgement.verdict == Verdict::SameExecution && isByKind)
      return Error{ErrorCode::NotFound, asked.what, "that is what happened in this execution"};
    if (judgement.verdict != Verdict::Possible && (isByKind || outcome.manner == asked.manner))
      refused = {outcome, judgement};
  }
  return refused ? refusal(session, timeline, refused->first, refused->second, asked.what) : none;
}

} // namespace

std::span<const OutcomeOption> outcomeOptions() {
  return options;
}

const char* argumentOf(const OutcomeOption& option) {
  static constexpr const char* arguments[] = {"", "E", "T", "N"};
  return arguments[static_cast<int>(option.takes)];
}

Result<EventName> parseEventName(const Timeline& timeline, const std::string& text) {
  const bool isPair = text.find(',') != std::string::npos && !text.starts_with('(');
  const Result<EventNumber> number = parseEvent(timeline, isPair ? "(" + text + ")" : text);
  if (!number)
    return number.error();
  return nameOf(timeline, number.value());
}

std::string mannerWord(Manner manner) {
  static constexpr const char* words[] = {"",      "succeeds", "times_out", "fails", "spurious",
                                          "wakes", "serial",   "transfers", "choice"};
  return words[static_cast<int>(manner)];
}

std::string optionOf(const Outcome& outcome) {
  const auto option = std::ranges::find_if(options, [&](const OutcomeOption& one) {
    return outcome.manner.manner != Manner::None ? one.manner == outcome.manner.manner : one.kind == outcome.kind;
  });
  const auto name = [](const EventName& event) {
    return event.isEvent() ? fmt::format("{},{}", event.thread.value(), event.index) : std::string("init");
  };
  switch (option->takes) {
  case Takes::Nothing:
    break;
  case Takes::Event:
    return fmt::format("{} {}", option->name, name(outcome.other));
  case Takes::Thread:
    return fmt::format("{} {}", option->name, threadText(static_cast<unsigned>(outcome.manner.number)));
  case Takes::Number:
    return fmt::format("{} {}", option->name, outcome.manner.number);
  }
  return option->name;
}

Result<Outcome> outcomeOf(SidewaysSession& session, const Timeline& timeline, const EventName& event,
                          const OutcomeRequest& request) {
  const Result<OutcomeList> list = session.candidatesAt(event);
  if (!list)
    return list.error();
  const std::vector<JudgedOutcome>& all = list.value().outcomes;
  if (request.number) {
    if (*request.number == 0 || *request.number > all.size())
      return Error{ErrorCode::BadUsage, fmt::format("{}", *request.number),
                   fmt::format("there are {} outcomes at this event", all.size())};
    const Asked asked{.what = fmt::format("outcome {}", *request.number), .kind = {}, .other = {}, .manner = {}};
    return firstPossible(session, timeline, {all[*request.number - 1].outcome}, asked);
  }
  const Result<Asked> asked = askedBy(timeline, request);
  if (!asked)
    return asked.error();
  if (isByResult(asked.value().manner.manner) && session.mannerAt(event) == asked.value().manner)
    return Error{ErrorCode::NotFound, asked.value().what, "that is what happened in this execution"};
  std::vector<Outcome> meant;
  for (const JudgedOutcome& one : all)
    if (mayBeMeant(asked.value(), one.outcome))
      meant.push_back(one.outcome);
  return firstPossible(session, timeline, meant, asked.value());
}

} // namespace revisit
