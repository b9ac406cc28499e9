#include "sideways/session/outcome_text.h"

#include "base/file_name.h"
#include "base/text_width.h"
#include "query/interleaving/columns.h"
#include "query/timeline/event_reference.h"
#include "query/timeline/event_text.h"
#include "query/timeline/path_condition.h"
#include "sideways/session/event_names.h"
#include "sideways/session/outcome_words.h"
#include "witness/event_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace revisit {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t mostRows = 7;

std::string lineOf(const Timeline& timeline, EventNumber number) {
  const WitnessEvent& event = timeline.event(number);
  return fmt::format("{}  {} {}  {}", number, threadText(event.thread), eventText(timeline, number), placeText(event));
}

Result<EventName> parseLine(const Timeline& timeline, const std::string& text) {
  const Result<SourceLine> line = parseSourceLine(text);
  if (!line)
    return line.error();
  std::vector<std::string> lines;
  std::optional<EventName> name;
  for (const EventNumber number : timeline.atLine(line.value().line))
    if (const std::string place = placeText(timeline.event(number));
        place == fmt::format("{}:{}", fileName(line.value().file), line.value().line) &&
        timeline.event(number).kind != LabelKind::End) {
      lines.push_back("  " + lineOf(timeline, number));
      name = nameOf(timeline, number);
    }
  if (lines.size() == 1)
    return *name;
  if (lines.empty())
    return Error{ErrorCode::BadUsage, text, "no event of this execution stands there; 'revisit show' lists them"};
  return Error{ErrorCode::BadUsage, text,
               fmt::format("{} events stand there; name one by its number:\n{}", lines.size(), fmt::join(lines, "\n"))};
}

std::string otherWords(const Timeline& timeline, const Outcome& outcome) {
  const std::optional<EventNumber> other = numberOf(timeline, outcome.other);
  const std::optional<EventNumber> self = numberOf(timeline, outcome.event);
  // A write to a part of a location is an update that its thread learns nothing from.
  const char* const from = self && !timeline.event(*self).reads ? "behind" : "from";
  switch (outcome.kind) {
  case OutcomeKind::ReadsFrom:
    return fmt::format("{} {}", from, other ? lineOf(timeline, *other) : "the initial value");
  case OutcomeKind::Before:
    return other ? "before " + lineOf(timeline, *other) : "";
  case OutcomeKind::After:
    return other ? "after " + lineOf(timeline, *other) : "";
  case OutcomeKind::Takes:
    break;
  }
  return outcome.manner.manner == Manner::None ? (outcome.way.taken ? "true" : "false") : optionOf(outcome).substr(2);
}

bool areAlike(const JudgedOutcome& one, const JudgedOutcome& other) {
  return one.judgement.verdict == other.judgement.verdict && one.judgement.obstacle == other.judgement.obstacle &&
         one.value == other.value && one.outcome.kind == other.outcome.kind && !one.value.empty();
}

// What an event without a value sees is the same everywhere.
std::string verdictText(const JudgedOutcome& one) {
  Judgement judgement = one.judgement;
  judgement.sameValue = judgement.sameValue && !one.value.empty();
  return verdictWords(judgement);
}

// The widths of the columns; 0: there is none.
struct Columns {
  std::size_t verdict = 0, value = 0;
};

Columns columnsOf(std::span<const OutcomeRow> rows) {
  constexpr std::size_t mostOfValue = 32;
  Columns columns;
  for (const OutcomeRow& row : rows) {
    columns.verdict = std::max(columns.verdict, textWidth(row.verdict));
    columns.value = std::max(columns.value, std::min(textWidth(row.value), mostOfValue));
  }
  return columns;
}

std::string rowText(const OutcomeRow& row, const Columns& columns, const std::string& ending) {
  std::string text = fmt::format("{:>4}  {}", row.first + 1, row.verdict);
  constexpr std::size_t number = 6, gap = 2;
  padTo(text, number + columns.verdict + gap);
  if (columns.value != 0) {
    text += row.value;
    padTo(text, number + columns.verdict + gap + columns.value + gap);
    if (textWidth(row.value) > columns.value)
      text += "  ";
  }
  text += row.other;
  if (row.count > 1)
    text += fmt::format("  (and {} more with this value)", row.count - 1);
  if (!row.why.empty())
    text += ": " + row.why;
  if (!ending.empty())
    text += "\n      ends: " + ending;
  return text + '\n';
}

// Where there are no outcomes, and where there may be some.
std::string nothingText(const Timeline& timeline, const EventName& event) {
  const std::span<const EventNumber> events = timeline.eventsOf(event.thread.value());
  for (std::size_t i = std::min<std::size_t>(event.index, events.size()); i-- > 0;)
    if (const WitnessEvent& earlier = timeline.event(events[i]);
        earlier.reads || earlier.kind == LabelKind::Object || isDecision(earlier.kind))
      return fmt::format("      nothing else could have happened here; ask at an event before it, such as\n      {}\n",
                         lineOf(timeline, events[i]));
  return "      nothing else could have happened here\n";
}

Json outcomeJson(const Timeline& timeline, const OutcomeList& list, std::size_t index, const std::string& ending) {
  const JudgedOutcome& one = list.outcomes[index];
  static constexpr const char* kinds[] = {"reads_from", "before", "after", "takes"};
  static constexpr const char* verdicts[] = {"possible", "same_execution", "impossible", "not_known"};
  const std::string manner = mannerWord(one.manner.manner);
  Json json = {{"number", index + 1},
               {"kind", kinds[static_cast<int>(one.outcome.kind)]},
               {"verdict", verdicts[static_cast<int>(one.judgement.verdict)]},
               {"same_value", one.judgement.sameValue},
               {"value", one.value.empty() ? Json() : Json(one.value)},
               {"why", obstacleWords(one.judgement.obstacle)},
               {"option", optionOf(one.outcome)},
               {"manner", manner.empty() ? Json() : Json(manner)}};
  const std::optional<EventNumber> other = numberOf(timeline, one.outcome.other);
  json["event"] = other ? eventJson(timeline, *other) : Json();
  json["ending"] = ending.empty() ? Json() : Json(ending);
  return json;
}

} // namespace

Result<EventName> parseOutcomePlace(const Timeline& timeline, const std::string& text) {
  if (text.find(':') != std::string::npos)
    return parseLine(timeline, text);
  if (text.starts_with('T')) {
    const Result<unsigned> thread = parseThread(timeline, text);
    if (!thread)
      return thread.error();
    return EventName{ThreadId(thread.value()), static_cast<std::uint32_t>(timeline.eventsOf(thread.value()).size())};
  }
  return parseEventName(timeline, text);
}

std::string placeWords(const Timeline& timeline, const EventName& event) {
  if (const std::optional<EventNumber> number = numberOf(timeline, event))
    return lineOf(timeline, *number);
  for (const WitnessWaiting& waiting : timeline.witness().error.waiting)
    if (waiting.thread == event.thread.value())
      return fmt::format("{} waits for {}  {}", threadText(waiting.thread), awaitedWords(timeline.witness(), waiting),
                         placeText(waiting.position));
  return threadText(event.thread.value()) + " waits at the end";
}

std::vector<OutcomeRow> outcomeRows(const Timeline& timeline, const OutcomeList& list, bool all) {
  std::vector<OutcomeRow> rows;
  for (std::size_t i = 0; i < list.outcomes.size(); i++) {
    const JudgedOutcome& one = list.outcomes[i];
    const auto alike = std::ranges::find_if(
        rows, [&](const OutcomeRow& row) { return !all && areAlike(list.outcomes[row.first], one); });
    if (alike != rows.end())
      alike->count++;
    else if (all || one.judgement.verdict != Verdict::Impossible)
      rows.push_back({i, 1, verdictText(one), one.value, otherWords(timeline, one.outcome),
                      obstacleWords(one.judgement.obstacle)});
  }
  return rows;
}

std::string inputText(const WitnessInput& input, std::uint64_t value) {
  return valueText(inputValues({input}, {value}).front());
}

std::string rangeText(const InputRange& range) {
  return fmt::format("{}{}..{}", range.isExact ? "" : "at least ", inputText(range.input, range.low),
                     inputText(range.input, range.high));
}

std::string takenWords(const Timeline& from, const Outcome& outcome, const Timeline& there, const EventName& event) {
  const std::optional<EventNumber> number = numberOf(there, event), other = numberOf(from, outcome.other);
  std::string words = threadText(event.thread.value()) + (number ? " " + eventText(there, *number) : " waits");
  if (other && (outcome.kind == OutcomeKind::Before || outcome.kind == OutcomeKind::After))
    words += fmt::format(", {} {} {}", outcome.kind == OutcomeKind::Before ? "before" : "after",
                         threadText(outcome.other.thread.value()), shortText(from, *other));
  return words;
}

std::string outcomesText(const Timeline& timeline, const EventName& event, const OutcomeList& list,
                         const OutcomeTextStyle& style) {
  std::string text = placeWords(timeline, event) + '\n';
  const std::vector<OutcomeRow> rows = outcomeRows(timeline, list, style.all);
  const std::size_t shown = style.all ? rows.size() : std::min(rows.size(), mostRows);
  const Columns columns = columnsOf(std::span(rows).first(shown));
  for (const OutcomeRow& row : std::span(rows).first(shown))
    text += rowText(row, columns, row.first < style.endings.size() ? style.endings[row.first] : "");
  if (shown < rows.size())
    text += fmt::format("      {} more; --all shows them\n", rows.size() - shown);
  const auto impossible = std::ranges::count_if(
      list.outcomes, [](const JudgedOutcome& one) { return one.judgement.verdict == Verdict::Impossible; });
  if (impossible != 0 && !style.all)
    text += fmt::format("      {} impossible here; --all says why\n", impossible);
  if (list.leftOut != 0)
    text += fmt::format("      {} further away were not looked at\n", list.leftOut);
  return list.outcomes.empty() ? text + nothingText(timeline, event) : text;
}

Json outcomesJson(const Timeline& timeline, const EventName& event, const OutcomeList& list,
                  const OutcomeTextStyle& style) {
  const std::optional<EventNumber> number = numberOf(timeline, event);
  Json json = {{"schema_version", 1},
               {"at", number ? eventJson(timeline, *number) : Json()},
               {"thread", event.thread.value()},
               {"index", event.index},
               {"outcomes", Json::array()},
               {"left_out", list.leftOut}};
  for (std::size_t i = 0; i < list.outcomes.size(); i++)
    json["outcomes"].push_back(outcomeJson(timeline, list, i, i < style.endings.size() ? style.endings[i] : ""));
  return json;
}

} // namespace revisit
