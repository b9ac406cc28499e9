#include "sarif.h"

#include "query/interleaving/interleaving.h"
#include "query/timeline/error_words.h"
#include "query/timeline/event_text.h"
#include "shown_error.h"
#include "witness/event_words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace revisit::cli {
namespace {

using Json = nlohmann::ordered_json;

Json message(const std::string& text) {
  return {{"text", text}};
}

// Without a line only the file; empty when the file is not known either.
Json physicalLocation(const std::string& file, unsigned line, unsigned column = 0) {
  if (file.empty())
    return {};
  Json location = {{"artifactLocation", {{"uri", uriOf(file)}}}};
  if (line != 0) {
    location["region"] = {{"startLine", line}};
    if (column != 0)
      location["region"]["startColumn"] = column;
  }
  return location;
}

Json locationOf(const std::string& file, unsigned line, const std::string& text, unsigned column = 0) {
  Json location = Json::object();
  if (Json physical = physicalLocation(file, line, column); !physical.is_null())
    location["physicalLocation"] = std::move(physical);
  if (!text.empty())
    location["message"] = message(text);
  return location;
}

// The kinds of errors found, in the order of their first occurrence: a rule's index is its position here.
std::vector<ErrorKind> reportedKinds(const CheckReport& report) {
  std::vector<ErrorKind> kinds;
  for (const CheckError& error : report.errors)
    if (std::ranges::find(kinds, error.kind) == kinds.end())
      kinds.push_back(error.kind);
  return kinds;
}

Json ruleOf(ErrorKind kind) {
  std::string text = meaningOf(kind);
  if (!text.empty())
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return {{"id", errorName(kind)},
          {"shortDescription", message(text + '.')},
          {"defaultConfiguration", {{"level", "error"}}}};
}

// The other access of a race, or the waiting threads of a deadlock.
Json relatedLocations(const CheckError& error) {
  Json related = Json::array();
  const Witness& witness = *error.witness;
  const auto add = [&](Json location) {
    location["id"] = related.size() + 1;
    related.push_back(std::move(location));
  };
  if (const auto& other = error.error.other)
    add(locationOf(other->file, other->line,
                   fmt::format("the other access, of {}", threadText(witness, other->thread))));
  for (const WitnessWaiting& waiting : error.error.waiting)
    add(locationOf(waiting.position.file, waiting.position.line,
                   fmt::format("{} waits for {}", threadText(witness, waiting.thread), awaitedWords(witness, waiting)),
                   waiting.position.column));
  return related;
}

Json threadFlowLocation(const Timeline& timeline, EventNumber number, bool isAtFault) {
  const WitnessEvent& event = timeline.event(number);
  const WitnessPosition* place = placeOf(event);
  const std::string text = eventText(timeline, number);
  Json location = place ? locationOf(place->file, place->line, text, place->column) : locationOf("", 0, text);
  return {{"location", location}, {"executionOrder", number}, {"importance", isAtFault ? "essential" : "important"}};
}

Json codeFlowOf(const ShownError& shown) {
  const Timeline& timeline = *shown.timeline;
  const Witness& witness = timeline.witness();
  Json flows = Json::array();
  for (unsigned thread = 0; thread < witness.threads.size(); thread++) {
    Json locations = Json::array();
    for (const EventNumber number : shown.events)
      if (timeline.event(number).thread == thread)
        locations.push_back(threadFlowLocation(
            timeline, number, number == timeline.bug() || isRacing(witness.error, timeline.event(number))));
    if (!locations.empty())
      flows.push_back({{"id", threadText(thread)},
                       {"message", message(threadText(witness, thread))},
                       {"locations", std::move(locations)}});
  }
  return {{"message", message("the events that matter, in the order in which the threads took turns")},
          {"threadFlows", std::move(flows)}};
}

std::string messageText(const CheckError& error) {
  const std::string kind = errorName(error.kind), words = messageOf(*error.witness, error.error);
  return words.empty() ? fmt::format("{}: {}", kind, meaningOf(error.kind)) : fmt::format("{}: {}", kind, words);
}

Json resultOf(const CheckError& error, std::size_t rule, const std::string& witnessPath, ErrorViews& views) {
  const Json place = locationOf(error.file, error.line, "");
  Json result = {{"ruleId", errorName(error.kind)},
                 {"ruleIndex", rule},
                 {"level", "error"},
                 {"message", message(messageText(error))},
                 {"locations", place.empty() ? Json::array() : Json::array({place})}};
  if (Json related = relatedLocations(error); !related.empty())
    result["relatedLocations"] = std::move(related);
  const ShownError shown = cli::shown(views, error);
  if (!shown.events.empty())
    result["codeFlows"] = Json::array({codeFlowOf(shown)});
  result["occurrenceCount"] = std::max<std::uint64_t>(error.count, 1);
  result["properties"] = {{"execution", error.witness->executionId}, {"thread", error.thread}};
  if (!witnessPath.empty())
    result["properties"]["witness"] = witnessPath;
  return result;
}

// The reasons why not everything was explored, and warnings.
Json notificationsOf(const CheckReport& report) {
  Json notifications = Json::array();
  const auto add = [&](const CheckNote& note, const char* level) {
    Json notification = {{"descriptor", {{"id", note.kind}}}, {"message", message(noteText(note))}, {"level", level}};
    if (Json place = locationOf(note.file, note.line, ""); !place.empty())
      notification["locations"] = Json::array({std::move(place)});
    notifications.push_back(std::move(notification));
  };
  for (const CheckNote& reason : report.reasons)
    add(reason, "note");
  for (const CheckNote& warning : report.warnings)
    add(warning, "warning");
  return notifications;
}

} // namespace

std::string uriOf(const std::string& path) {
  constexpr std::string_view unreserved = "-._~/+,=@";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x80 && std::isalnum(byte)) || unreserved.find(c) != std::string_view::npos)
      uri += c;
    else
      uri += fmt::format("%{:02X}", byte);
  }
  return uri;
}

std::string reportToSarif(const CheckReport& report, const ReportContext& context) {
  const std::vector<ErrorKind> kinds = reportedKinds(report);
  Json rules = Json::array(), results = Json::array(), artifacts = Json::array();
  for (const ErrorKind kind : kinds)
    rules.push_back(ruleOf(kind));
  ErrorViews views;
  for (std::size_t i = 0; i < report.errors.size(); i++) {
    const auto rule = std::ranges::find(kinds, report.errors[i].kind) - kinds.begin();
    results.push_back(resultOf(report.errors[i], static_cast<std::size_t>(rule), context.witnessPaths[i], views));
    if (const std::string* comment = context.commentOn(i))
      results.back()["suppressions"] =
          Json::array({{{"kind", "external"}, {"status", "accepted"}, {"justification", *comment}}});
  }
  for (const std::string& source : context.options.program.sources)
    artifacts.push_back({{"location", {{"uri", uriOf(source)}}}, {"roles", Json::array({"analysisTarget"})}});
  if (!context.options.program.path.empty())
    artifacts.push_back(
        {{"location", {{"uri", uriOf(context.options.program.path)}}}, {"roles", Json::array({"analysisTarget"})}});
  const Json run = {{"tool", {{"driver", {{"name", "Revisit"}, {"version", context.toolVersion}, {"rules", rules}}}}},
                    {"invocations", Json::array({{{"executionSuccessful", !report.failure},
                                                  {"toolExecutionNotifications", notificationsOf(report)}}})},
                    {"artifacts", artifacts},
                    {"results", results},
                    {"properties", {{"model", context.model}, {"algorithm", algorithmText(report, context)}}}};
  const Json json = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace revisit::cli
