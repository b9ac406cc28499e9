// Commands that explain: why, writer, history.
#include "command.h"
#include "event_rows.h"
#include "expression.h"
#include "hardware_watch.h"
#include "places.h"
#include "query/explain/explain.h"
#include "query/timeline/event_text.h"
#include "query/timeline/stream_history.h"
#include "report.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::commands {

namespace {

Result<Explanation> explain(ReplaySession& session, const std::string& event) {
  const Timeline& timeline = session.timeline();
  const bool isOver = session.standing() == Standing::AtEnd;
  const ErrorKind kind = timeline.witness().error.kind;
  const bool isAtRace = kind == ErrorKind::Race && currentPosition(session) == timeline.bug();
  if (event == "bug" || (event.empty() && (isAtRace || (isOver && isOfWaiting(kind)))))
    return whyBug(timeline);
  const Result<EventNumber> number = event.empty() ? currentEvent(session) : eventNamed(session, event);
  return number ? Result<Explanation>(why(timeline, number.value())) : number.error();
}

Answer answerOf(const Explanation& explanation, bool json) {
  if (json)
    return {"", explanationJson(explanation)};
  return {explanationText(explanation), {}};
}

Action why(CLI::App& options) {
  const auto event = std::make_shared<std::vector<std::string>>();
  options.add_option("E", *event, "an event, or bug; the current event when left out");
  return onSession([event, json = addJson(options)](Workspace&, ReplaySession& session) -> Result<Answer> {
    const Result<Explanation> explanation = explain(session, joined(*event));
    if (!explanation)
      return explanation.error();
    return answerOf(explanation.value(), *json);
  });
}

constexpr const char* whatHelp = "a variable or an expression without calls, an address, or a name from the list";

// Who stored last to memory whose accesses are no events, or why nobody can tell; nothing if the program does not run.
std::optional<Reason> lastStoreReason(ReplaySession& session, const ByteRange& range) {
  if (!watchpointsStop())
    return Reason{fmt::format("What stored to it last is not known: {}.", noWatchpointStops), {}};
  const Result<LastStore> found = session.lastStore(range);
  if (!found)
    return std::nullopt;
  const LastStore& last = found.value();
  if (last.stores == 0)
    return Reason{"Nothing has stored to it since main began.", {}};
  const Timeline& timeline = session.timeline();
  const auto after = last.position != 0 ? std::optional<EventNumber>(last.position) : std::nullopt;
  return Reason{fmt::format("The last of {} is by {}{}{}.", counted(last.stores, "store"),
                            last.thread ? threadText(timeline.witness(), *last.thread) : "the C library",
                            last.place.empty() ? "" : " at " + last.place,
                            after ? fmt::format(", after {} {}", referenceText(timeline.event(*after)),
                                                eventText(timeline, *after))
                                  : ""),
                after};
}

Action writer(CLI::App& options) {
  const auto what = std::make_shared<std::vector<std::string>>();
  const auto go = std::make_shared<bool>(false);
  options.add_option("EXPR", *what, whatHelp)->required();
  options.add_flag("-g,--go", *go, "go to the event that wrote it");
  return onSession([=, json = addJson(options)](Workspace& workspace, ReplaySession& session) -> Result<Answer> {
    const Result<NamedBytes> bytes = bytesNamed(session, joined(*what));
    if (!bytes)
      return bytes.error();
    const ByteRange& range = bytes.value().range;
    Explanation explanation = whoWrote(session.timeline(), range, currentPosition(session));
    if (!explanation.event && !isFollowed(session.witness(), range))
      if (std::optional<Reason> last = lastStoreReason(session, range))
        explanation.reasons.push_back(std::move(*last));
    if (!*go)
      return answerOf(explanation, *json);
    if (!explanation.event)
      return Error{ErrorCode::BadUsage, "", explanation.headline};
    return reportMove(workspace, session, session.goTo(*explanation.event), *json);
  });
}

Action history(CLI::App& options) {
  const auto what = std::make_shared<std::vector<std::string>>();
  options.add_option("EXPR", *what, whatHelp)->required();
  return onSession([what, json = addJson(options)](Workspace&, ReplaySession& session) -> Result<Answer> {
    const Result<NamedBytes> bytes = bytesNamed(session, joined(*what));
    if (!bytes)
      return bytes.error();
    const auto& [name, range] = bytes.value();
    const std::vector<EventNumber> events = session.timeline().touching(range);
    if (*json)
      return Answer{"", Json{{"name", name},
                             {"address", range.address},
                             {"size", range.size},
                             {"events", eventList(session.timeline(), events)}}};
    if (const std::string stream = streamHistoryText(session.timeline(), range.address); !stream.empty())
      return Answer{name + '\n' + stream, {}};
    const std::string head = fmt::format("{}: {} at {:#x}", name, counted(range.size, "byte"), range.address);
    if (events.empty())
      return Answer{head + "\nno event touches it: only one thread uses it, or none", {}};
    return Answer{fmt::format("{}\n{}", head, eventTable(session.timeline(), events, currentPosition(session)).text()),
                  {}};
  });
}

} // namespace

std::vector<Command> askingCommands() {
  return {
      {"why", "[E] [--json]", "Explain an event, or the bug.", noRepeat, why},
      {"writer", "EXPR|ADDR [-g] [--json]", "Show which event wrote the present content of memory.", noRepeat, writer},
      {"history", "EXPR|ADDR [--json]", "List all accesses to a variable or descriptor, with their values.", noRepeat,
       history},
  };
}

} // namespace revisit::commands
