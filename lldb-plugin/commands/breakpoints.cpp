// Breakpoints on events: revisit break set, list, delete, enable, disable.
#include "command.h"
#include "expression.h"
#include "places.h"
#include "query/timeline/event_reference.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>

namespace revisit::commands {

namespace {

struct FilterOptions {
  std::string event, thread, location, kind, words, line, readsFrom, coherenceAfter;
};

// Parses the option's text into `to`, unless the text is empty.
template <class T, class Parse> Status take(const std::string& text, std::optional<T>& to, Parse parse) {
  if (text.empty())
    return Done{};
  Result<T> parsed = parse(text);
  if (!parsed)
    return parsed.error();
  to = std::move(parsed.value());
  return Done{};
}

// A name in the witness, otherwise an expression.
Status takeLocation(ReplaySession& session, const std::string& text, EventFilter& filter) {
  if (text.empty())
    return Done{};
  if (!session.timeline().named(text).empty()) {
    filter.location = text;
    return Done{};
  }
  return take(text, filter.range, [&](const std::string& words) -> Result<ByteRange> {
    const Result<NamedBytes> bytes = bytesNamed(session, words);
    return bytes ? Result<ByteRange>(bytes.value().range) : bytes.error();
  });
}

Result<EventFilter> breakpointFilter(ReplaySession& session, const FilterOptions& given) {
  const Timeline& timeline = session.timeline();
  const auto event = [&](const std::string& text) { return eventNamed(session, text); };
  EventFilter filter;
  filter.words = given.words;
  const Status parts[] = {
      take(given.event, filter.number, event),
      take(given.thread, filter.thread, [&](const std::string& text) { return parseThread(timeline, text); }),
      takeLocation(session, given.location, filter),
      given.kind.empty() ? Done{} : parseKindOrOperation(timeline, given.kind, filter),
      take(given.line, filter.line, parseSourceLine),
      take(given.readsFrom, filter.readsFrom, event),
      take(given.coherenceAfter, filter.coherenceAfter, event),
  };
  for (const Status& part : parts)
    if (!part)
      return part.error();
  return filter;
}

std::string textOf(const FilterOptions& given) {
  std::string text;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty())
      text += fmt::format("{}{} {}", text.empty() ? "" : " ", option, value);
  };
  add("-e", given.event);
  add("-t", given.thread);
  add("-l", given.location);
  add("-k", given.kind);
  add("-f", given.words);
  add("--line", given.line);
  add("--reads-from", given.readsFrom);
  add("--co-after", given.coherenceAfter);
  return text;
}

std::string shownEvents(const std::vector<EventNumber>& events) {
  constexpr std::size_t most = 8;
  const std::span<const EventNumber> first(events.data(), std::min(most, events.size()));
  return fmt::format("{}: {}{}", counted(events.size(), "event"), fmt::join(first, ", "),
                     events.size() > most ? ", ..." : "");
}

Action setBreakpoint(CLI::App& options) {
  const auto given = std::make_shared<FilterOptions>();
  options.add_option("-e,--event", given->event, "this event")->type_name("E");
  options.add_option("-t,--thread", given->thread, "events of this thread")->type_name("T");
  options.add_option("-l,--location", given->location, "accesses to this variable, operations on this object")
      ->type_name("VAR");
  options
      .add_option("-k,--kind", given->kind, "events of this kind: a letter, as in R, or a word: read, lock, free, ...")
      ->type_name("KIND");
  addWords(options, given->words);
  options.add_option("--line", given->line, "events of this source line, calls included")->type_name("FILE:LINE");
  options.add_option("--reads-from", given->readsFrom, "reads that read from this write")->type_name("E");
  options.add_option("--co-after", given->coherenceAfter, "writes that come coherence-after this one")->type_name("E");
  return onSession([given](Workspace&, ReplaySession& session) -> Result<Answer> {
    const std::string text = textOf(*given);
    if (text.empty())
      return Error{ErrorCode::BadUsage, "", "say which events to stop at; 'help revisit break set' lists the options"};
    const Result<EventFilter> filter = breakpointFilter(session, *given);
    if (!filter)
      return filter.error();
    const Result<EventBreakpoint> added = session.breakpoints().add(filter.value(), text);
    if (!added)
      return added.error();
    return Answer{fmt::format("Event breakpoint {}: {}, {}", added.value().id, text, shownEvents(added.value().events)),
                  {}};
  });
}

Json breakpointJson(const EventBreakpoint& breakpoint) {
  return {
      {"id", breakpoint.id}, {"enabled", breakpoint.enabled}, {"text", breakpoint.text}, {"events", breakpoint.events}};
}

Action listBreakpoints(CLI::App& options) {
  return onSession([json = addJson(options)](Workspace&, ReplaySession& session) -> Result<Answer> {
    const std::vector<EventBreakpoint>& all = session.breakpoints().all();
    if (*json) {
      Json breakpoints = Json::array();
      for (const EventBreakpoint& breakpoint : all)
        breakpoints.push_back(breakpointJson(breakpoint));
      return Answer{"", Json{{"breakpoints", std::move(breakpoints)}}};
    }
    Table table;
    for (const EventBreakpoint& breakpoint : all)
      table.add({fmt::format("{}:", breakpoint.id), breakpoint.text, shownEvents(breakpoint.events),
                 breakpoint.enabled ? "" : "disabled"});
    return Answer{all.empty() ? "No breakpoints on events; 'revisit break set' sets one." : table.text(), {}};
  });
}

// Applies a change to the breakpoints given by number, or to all.
Action forEach(CLI::App& options, std::function<Status(EventBreakpoints&, unsigned)> change, const char* done) {
  const auto given = std::make_shared<std::vector<std::string>>();
  options.add_option("ID", *given, "numbers of breakpoints, or all")->required();
  return onSession([=](Workspace&, ReplaySession& session) -> Result<Answer> {
    EventBreakpoints& breakpoints = session.breakpoints();
    std::vector<unsigned> ids;
    for (const std::string& word : *given) {
      unsigned id = 0;
      if (word == "all")
        for (const EventBreakpoint& breakpoint : breakpoints.all())
          ids.push_back(breakpoint.id);
      else if (CLI::detail::lexical_cast(word, id))
        ids.push_back(id);
      else
        return Error{ErrorCode::BadUsage, "", fmt::format("'{}' is no breakpoint: write its number, or all", word)};
    }
    for (const unsigned id : ids)
      if (const Status status = change(breakpoints, id); !status)
        return status.error();
    return Answer{fmt::format("{} {}.", counted(ids.size(), "breakpoint"), done), {}};
  });
}

Action deleteBreakpoints(CLI::App& options) {
  return forEach(options, &EventBreakpoints::remove, "deleted");
}

Action enable(CLI::App& options) {
  return forEach(
      options, [](EventBreakpoints& breakpoints, unsigned id) { return breakpoints.enable(id, true); }, "enabled");
}

Action disable(CLI::App& options) {
  return forEach(
      options, [](EventBreakpoints& breakpoints, unsigned id) { return breakpoints.enable(id, false); }, "disabled");
}

} // namespace

std::vector<Command> breakpointCommands() {
  return {
      {"break set", "[-e E] [-t T] [-l VAR] [-k KIND] [-f WORDS] [--line F:L] [--reads-from E] [--co-after E]",
       "Stop at the events that satisfy all given conditions.", noRepeat, setBreakpoint},
      {"break list", "[--json]", "List the breakpoints on events.", noRepeat, listBreakpoints},
      {"break delete", "ID...|all", "Delete breakpoints on events.", noRepeat, deleteBreakpoints},
      {"break enable", "ID...|all", "Stop at the events of breakpoints again.", noRepeat, enable},
      {"break disable", "ID...|all", "Do not stop at the events of breakpoints for now.", noRepeat, disable},
  };
}

} // namespace revisit::commands
