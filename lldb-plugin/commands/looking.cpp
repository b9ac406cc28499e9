// Commands that show the execution: list, show, schedule.
#include "command.h"
#include "event_rows.h"
#include "places.h"
#include "query/interleaving/columns.h"
#include "query/timeline/event_reference.h"
#include "query/timeline/event_search.h"
#include "query/timeline/event_text.h"
#include "query/timeline/synchronization.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::commands {

namespace {

// --- list

struct ListOptions {
  std::size_t count = 10;
  std::string thread, kind, from, words;
  bool more = false, all = false;
};

// What is asked for by more than its thread is shown, also inside a library.
bool isFolded(const ListOptions& given, const Preferences& preferences) {
  return !given.all && !preferences.showLibraries && given.kind.empty() && !namesEvents(given.words);
}

Result<EventFilter> filterFrom(const Timeline& timeline, const ListOptions& given) {
  EventFilter filter;
  filter.words = given.words;
  if (!given.thread.empty()) {
    const Result<unsigned> thread = parseThread(timeline, given.thread);
    if (!thread)
      return thread.error();
    filter.thread = thread.value();
  }
  if (!given.kind.empty())
    if (const Status status = parseKindOrOperation(timeline, given.kind, filter); !status)
      return status.error();
  return filter;
}

// The part of `rows` to show: `count` of them, from that of `from` on, or around `position`.
std::span<const FoldedRow> window(const std::vector<FoldedRow>& rows, std::size_t count,
                                  std::optional<EventNumber> from, SchedulePosition position) {
  std::size_t first = 0;
  if (from) {
    first = static_cast<std::size_t>(std::ranges::lower_bound(rows, *from, {}, &FoldedRow::last) - rows.begin());
  } else {
    const auto done =
        static_cast<std::size_t>(std::ranges::upper_bound(rows, position, {}, &FoldedRow::first) - rows.begin());
    const std::size_t before = (count + 1) / 2;
    first = done > before ? std::min(done - before, rows.size() - std::min(count, rows.size())) : 0;
  }
  return std::span(rows).subspan(first, std::min(count, rows.size() - first));
}

std::vector<EventNumber> firstOf(std::span<const FoldedRow> rows) {
  std::vector<EventNumber> numbers;
  for (const FoldedRow& row : rows)
    numbers.push_back(row.first);
  return numbers;
}

Result<Answer> listFrom(Workspace& workspace, ReplaySession& session, const ListCursor& what,
                        std::optional<EventNumber> from, bool json) {
  const Timeline& timeline = session.timeline();
  const Result<std::vector<EventNumber>> events = matching(timeline, what.filter);
  if (!events)
    return events.error();
  const SchedulePosition position = currentPosition(session);
  const Folding folding = what.isFolded && !json ? Folding(timeline) : Folding();
  const std::vector<FoldedRow> rows = foldedRows(events.value(), folding);
  const std::span<const FoldedRow> shown = window(rows, what.count, from, position);
  ListCursor cursor = what;
  cursor.next = shown.empty() ? timeline.size() + 1 : shown.back().last + 1;
  workspace.listCursor() = cursor;
  if (json)
    return Answer{"", Json{{"position", position}, {"events", eventList(timeline, firstOf(shown))}}};
  if (shown.empty())
    return Answer{events.value().empty() ? "No event matches." : "There are no more events.", {}};
  return Answer{eventTable(timeline, shown, position).text(), {}};
}

Result<Answer> list(Workspace& workspace, ReplaySession& session, const ListOptions& given, bool json) {
  if (given.more && workspace.listCursor()) {
    const ListCursor cursor = *workspace.listCursor();
    return listFrom(workspace, session, cursor, cursor.next, json);
  }
  const Result<EventFilter> filter = filterFrom(session.timeline(), given);
  if (!filter)
    return filter.error();
  std::optional<EventNumber> from;
  if (!given.from.empty()) {
    const Result<SchedulePosition> number = positionNamed(session, given.from);
    if (!number)
      return number.error();
    from = number.value();
  }
  return listFrom(workspace, session, {filter.value(), given.count, 1, isFolded(given, workspace.preferences())}, from,
                  json);
}

Action listEvents(CLI::App& options) {
  const auto given = std::make_shared<ListOptions>();
  options.add_option("-c,--count", given->count, "how many; 10 when left out")->type_name("N")->check(isPositive());
  options.add_option("-t,--thread", given->thread, "events of this thread only")->type_name("T");
  options
      .add_option("-k,--kind", given->kind, "events of this kind only: a letter, as in R, or a word: read, lock, ...")
      ->type_name("KIND");
  addWords(options, given->words);
  options.add_option("--from", given->from, "begin at this event; around the current one when left out")
      ->type_name("E");
  options.add_flag("-a,--all", given->all, "a row for each event, also of a library's code");
  options.add_flag("--more", given->more, "continue after the last list, as Enter does");
  return onSession([given, json = addJson(options)](Workspace& workspace, ReplaySession& session) {
    return list(workspace, session, *given, *json);
  });
}

// --- show

std::string named(const Timeline& timeline, EventNumber number) {
  const std::string place = placeText(timeline.event(number));
  return fmt::format("{} {} {}{}{}", number, referenceText(timeline.event(number)), eventText(timeline, number),
                     place.empty() ? "" : "  ", place);
}

void addEvent(Table& table, const Timeline& timeline, const char* word, std::optional<EventNumber> other,
              const char* otherwise = nullptr) {
  if (other)
    table.add({word, named(timeline, *other)});
  else if (otherwise != nullptr)
    table.add({word, otherwise});
}

// What a read under a weak memory model could read when it was done: "the initial value, 1 of (1,0)". Empty: not known.
std::string readableText(const Timeline& timeline, EventNumber number) {
  std::string text;
  for (const std::optional<EventNumber> write : readableWrites(timeline, number)) {
    text += text.empty() ? "" : ", ";
    if (!write) {
      text += "the initial value";
      continue;
    }
    const WitnessEvent& writer = timeline.event(*write);
    text += fmt::format("{} of {}", writer.value.empty() ? "the value" : writer.value, referenceText(writer));
  }
  return text;
}

void addMemory(Table& table, const Timeline& timeline, EventNumber number) {
  const WitnessEvent& event = timeline.event(number);
  const ByteRange range = timeline.rangeOf(number);
  if (range.size == 0)
    return;
  table.add({"memory:", fmt::format("{} at {:#x}", counted(range.size, "byte"), range.address)});
  if (event.seen)
    table.add({"saw:", fmt::format("{0} ({0:#x})", *event.seen)});
  if (event.written)
    table.add({"left:", fmt::format("{0} ({0:#x})", *event.written)});
  if (event.reads)
    addEvent(table, timeline, "reads from:", timeline.readsFrom(number), "the initial value");
  if (const std::string values = readableText(timeline, number); !values.empty())
    table.add({"may read:", values});
  if (event.writes)
    addEvent(table, timeline, "overwrites:", timeline.previousWriter(number), "the initial value");
  addEvent(table, timeline, "overwritten by:", timeline.nextWriter(number), "nothing");
  for (const EventNumber reader : timeline.readersOf(number))
    addEvent(table, timeline, "read by:", reader);
}

void addObject(Table& table, const Timeline& timeline, EventNumber number) {
  const std::span<const EventNumber> chain = timeline.chainOf(number);
  if (chain.empty())
    return;
  const auto next = std::ranges::upper_bound(chain, number);
  addEvent(table, timeline, "object before:", timeline.chainPrevious(number), "nothing");
  addEvent(table, timeline, "object after:", next != chain.end() ? std::optional(*next) : std::nullopt, "nothing");
}

std::string callText(const WitnessEvent& event) {
  std::string text;
  for (std::size_t i = 0; i < event.calls.size(); i++)
    text += fmt::format("  #{} {} at {}\n", i, event.calls[i].function, placeText(event.calls[i]));
  return text;
}

std::string showText(const Timeline& timeline, EventNumber number) {
  const WitnessEvent& event = timeline.event(number);
  Table table;
  addMemory(table, timeline, number);
  addObject(table, timeline, number);
  if (!event.condition.empty())
    table.add({"condition:", event.condition});
  const std::optional<EventNumber> before = timeline.previousOfThread(number);
  addEvent(table, timeline, "thread before:", before ? before : timeline.creationOf(event.thread), "nothing");
  addEvent(table, timeline, "thread after:", timeline.nextOfThread(number), "nothing");
  const Folding folding(timeline);
  if (const Fold* const fold = folding.of(number)) {
    const std::string place = placeText(fold->place);
    table.add({"made by:", fmt::format("{} {}{}{}", numbersText(rowOf(*fold)), foldText(rowOf(*fold)),
                                       place.empty() ? "" : "  ", place)});
  }
  table.add(
      {"comes after:", fmt::format("{} of the {} done before it", timeline.causalPrefix(number).size(), number - 1)});
  return fmt::format("event {} {} of {}: {}\n{}{}", number, referenceText(event),
                     threadText(timeline.witness(), event.thread), eventText(timeline, number), table.text("  "),
                     callText(event));
}

Json showJson(const Timeline& timeline, EventNumber number) {
  const WitnessEvent& event = timeline.event(number);
  const auto orNull = [](std::optional<EventNumber> other) { return other ? Json(*other) : Json(); };
  Json calls = Json::array();
  for (const WitnessPosition& call : event.calls)
    calls.push_back({{"function", call.function}, {"file", call.file}, {"line", call.line}, {"column", call.column}});
  const bool isMemory = timeline.rangeOf(number).size != 0;
  Json readable = Json::array(); // null: the initial value
  for (const std::optional<EventNumber> write : readableWrites(timeline, number))
    readable.push_back(orNull(write));
  return {{"event", eventJson(timeline, number)},
          {"size", event.size},
          {"previous_writer", isMemory ? orNull(timeline.previousWriter(number)) : Json()},
          {"next_writer", isMemory ? orNull(timeline.nextWriter(number)) : Json()},
          {"readable", std::move(readable)},
          {"readers", timeline.readersOf(number)},
          {"object_chain", timeline.chainOf(number)},
          {"previous_of_thread", orNull(timeline.previousOfThread(number))},
          {"next_of_thread", orNull(timeline.nextOfThread(number))},
          {"causes", timeline.causalPrefix(number)},
          {"condition", event.condition.empty() ? Json() : Json(event.condition)},
          {"calls", std::move(calls)}};
}

Action showEvent(CLI::App& options) {
  const auto named = std::make_shared<std::vector<std::string>>();
  options.add_option("E", *named, "an event; the current one when left out");
  return onSession([named, json = addJson(options)](Workspace&, ReplaySession& session) -> Result<Answer> {
    const Result<EventNumber> number = named->empty() ? currentEvent(session) : eventNamed(session, joined(*named));
    if (!number)
      return number.error();
    if (*json)
      return Answer{"", showJson(session.timeline(), number.value())};
    return Answer{showText(session.timeline(), number.value()), {}};
  });
}

// --- schedule

Action schedule(CLI::App& options) {
  const auto all = std::make_shared<bool>(false);
  options.add_flag("-a,--all", *all, "a line for each event, also of a library's code");
  return onSession([all](Workspace& workspace, ReplaySession& session) -> Result<Answer> {
    const bool isFolded = !*all && !workspace.preferences().showLibraries;
    const std::vector<InterleavingRow> rows =
        isFolded ? interleavingRows(session.witness(), Folding(session.timeline())) : allRows(session.witness());
    return Answer{columns(session.witness(), rows, {.current = currentPosition(session)}), {}};
  });
}

} // namespace

std::vector<Command> lookingCommands() {
  return {
      {"list", "[-c N] [-t T] [-k KIND] [-f WORDS] [--from E] [--all] [--json]",
       "List events around the current one; Enter goes on.", "revisit list --more", listEvents},
      {"show", "[E] [--json]", "Show all about an event: memory, relations and call chain.", noRepeat, showEvent},
      {"schedule", "[--all]", "Show the whole interleaving, one column per thread.", noRepeat, schedule},
  };
}

} // namespace revisit::commands
