// Formats candidates and nodes of the tree as text, and all parts of a step as JSON.
#include "log/step_text.h"
#include "program/positions.h"
#include "query/timeline/event_text.h"
#include "witness/names.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace revisit {

namespace {

using Json = nlohmann::ordered_json;

std::string nameIn(const std::optional<LogEvent>& event, const ThreadNames& threads) {
  return event ? mention(*event, threads) : "another event";
}

// The alternative: "read (0,1) W x = 1".
std::string alternativeText(const StepCandidate& candidate, const ThreadNames& threads) {
  const std::string other = nameIn(candidate.other, threads);
  switch (candidate.kind) {
  case AlternativeKind::ReadFrom:
    return fmt::format("read {}{}", other, candidate.taken ? " and store" : "");
  case AlternativeKind::PlaceAfter:
    return fmt::format("be placed right after {}", other);
  case AlternativeKind::Side:
    return candidate.taken ? "be true" : "be false";
  case AlternativeKind::Number:
    return "have a larger number";
  case AlternativeKind::Outcome:
    return fmt::format("have the outcome with number {}", candidate.outcome);
  case AlternativeKind::Revisit:
    return fmt::format("be read by {}{}", other,
                       candidate.source ? fmt::format(" when it reads {}", nameIn(candidate.source, threads)) : "");
  case AlternativeKind::RevisitAt:
    return fmt::format("go right after {}", other);
  case AlternativeKind::Turn:
    return "let another thread go first";
  case AlternativeKind::Displace:
    break;
  }
  return fmt::format("take the place of {}", other);
}

// What a node that was taken does.
std::string takenText(const TreeNode& node, const NodeEvents& events, const ThreadNames& threads) {
  const std::string event = nameIn(events.event, threads);
  const std::string other = nameIn(events.other, threads);
  switch (node.kind) {
  case ActionKind::Began:
    return "every choice in the default way";
  case ActionKind::Revisited:
    return fmt::format("{} is read by {}", event, other);
  case ActionKind::Displaced:
    return fmt::format("{} takes the place of {}", event, other);
  case ActionKind::Added:
  case ActionKind::Chose:
  case ActionKind::SkippedChoice:
  case ActionKind::RevisitAllowed:
  case ActionKind::RevisitRefused:
  case ActionKind::DisplaceRefused:
  case ActionKind::Abandoned:
  case ActionKind::Finished:
  case ActionKind::BackedUp:
  case ActionKind::Restarted:
    break;
  }
  switch (node.alternative) {
  case AlternativeKind::ReadFrom:
    return fmt::format("{} reads {}", event, other);
  case AlternativeKind::PlaceAfter:
    return fmt::format("{} right after {}", event, other);
  case AlternativeKind::Outcome:
    return fmt::format("{} with another outcome", event);
  case AlternativeKind::Turn:
    return fmt::format("{} goes first", event);
  case AlternativeKind::Side:
  case AlternativeKind::Number:
  case AlternativeKind::Revisit:
  case AlternativeKind::RevisitAt:
  case AlternativeKind::Displace:
    return event;
  }
  return event;
}

std::string refusedText(const TreeNode& node, const NodeEvents& events, const ThreadNames& threads) {
  const std::string event = nameIn(events.event, threads);
  const std::string other = nameIn(events.other, threads);
  const std::string because = refusalText(node.refusal, nameIn(events.culprit, threads));
  switch (node.kind) {
  case ActionKind::RevisitRefused:
    return fmt::format("{} is not read by {}: {}", event, other, because);
  case ActionKind::DisplaceRefused:
    return fmt::format("{} does not take the place of {}: {}", event, other, because);
  case ActionKind::Began:
  case ActionKind::Added:
  case ActionKind::Chose:
  case ActionKind::SkippedChoice:
  case ActionKind::RevisitAllowed:
  case ActionKind::Revisited:
  case ActionKind::Displaced:
  case ActionKind::Abandoned:
  case ActionKind::Finished:
  case ActionKind::BackedUp:
  case ActionKind::Restarted:
    return fmt::format("{}{}: {}", event, events.other ? " with " + other : " otherwise", because);
  }
  return {};
}

Json indexJson(const std::optional<WitnessEventRef>& event, const char* otherwise) {
  return event ? Json{event->thread, event->index} : Json(otherwise);
}

const char* presenceName(LogEvent::Presence presence) {
  switch (presence) {
  case LogEvent::Presence::InGraph:
    return "in-graph";
  case LogEvent::Presence::Next:
    return "next";
  case LogEvent::Presence::Initial:
    break;
  }
  return "initial";
}

} // namespace

std::string candidateText(const StepCandidate& candidate, const ThreadNames& threads) {
  if (candidate.refusal == Refusal::None)
    return fmt::format("could {}: kept for later", alternativeText(candidate, threads));
  if (!candidate.cycle.text.empty())
    return fmt::format("cannot {}: the memory model forbids it: {}", alternativeText(candidate, threads),
                       candidate.cycle.text);
  return fmt::format("cannot {}: {}", alternativeText(candidate, threads),
                     refusalText(candidate.refusal, candidate.culprit ? mention(*candidate.culprit, threads) : ""));
}

NodeEvents eventsOf(const ExplorationLog& log, const TreeNode& node) {
  return {log.event(node.event), log.event(node.other), log.event(node.source), log.event(node.culprit)};
}

std::string nodeText(const TreeNode& node, const NodeEvents& events, const ThreadNames& threads) {
  return node.outcome == NodeOutcome::Refused ? refusedText(node, events, threads) : takenText(node, events, threads);
}

Json logEventJson(const std::optional<LogEvent>& event, const ThreadNames& threads) {
  if (!event)
    return {};
  const bool isInitial = event->presence == LogEvent::Presence::Initial;
  const WitnessPosition* shown = shownPosition(event->shown->calls);
  const bool isPlaced = shown && !shown->file.empty();
  return {{"thread", isInitial ? Json() : Json(event->self.thread)},
          {"index", isInitial ? Json() : Json(event->self.index)},
          {"kind", nameOf(event->shown->kind)},
          {"text", isInitial ? mention(*event, threads) : eventText(*event->shown, threads)},
          {"file", isPlaced ? Json(shown->file) : Json()},
          {"line", isPlaced ? Json(shown->line) : Json()},
          {"reads_from", event->shown->reads && event->presence == LogEvent::Presence::InGraph
                             ? indexJson(event->readsFrom, "initial")
                             : Json()},
          {"state", presenceName(event->presence)}};
}

Json cycleJson(const RefusedCycle& cycle) {
  Json edges;
  for (const RefusedCycle::Edge& edge : cycle.edges)
    edges.push_back({{"relation", nameOf(edge.relation)},
                     {"from", {edge.from.thread, edge.from.index}},
                     {"to", {edge.to.thread, edge.to.index}}});
  return edges;
}

Json summaryJson(const ExecutionSummary* summary) {
  if (!summary)
    return {};
  Json bug;
  if (summary->bug)
    bug = {{"kind", errorName(summary->bug->kind)},
           {"message", summary->bug->message},
           {"file", summary->bug->file},
           {"line", summary->bug->line},
           {"thread", summary->bug->thread}};
  return {{"number", summary->number}, {"id", summary->id.text()},    {"kind", nameOf(summary->kind)},
          {"events", summary->events}, {"threads", summary->threads}, {"bug", bug}};
}

Json stepJson(const Step& step, const ThreadNames& threads, const ExecutionSummary* finished) {
  Json deleted = Json::array(), candidates = Json::array();
  for (std::size_t i = 0; i < step.deleted.size(); i++) {
    deleted.push_back(logEventJson(step.deleted[i], threads));
    const std::optional<Refusal> verdict = step.verdicts[i];
    deleted.back()["verdict"] = !verdict                    ? Json()
                                : *verdict == Refusal::None ? Json("maximal")
                                                            : Json(nameOf(*verdict));
  }
  for (const StepCandidate& candidate : step.candidates)
    candidates.push_back({{"kind", nameOf(candidate.kind)},
                          {"refusal", nameOf(candidate.refusal)},
                          {"text", candidateText(candidate, threads)},
                          {"other", logEventJson(candidate.other, threads)},
                          {"source", logEventJson(candidate.source, threads)},
                          {"culprit", logEventJson(candidate.culprit, threads)},
                          {"cycle", cycleJson(candidate.cycle)}});
  const bool hasAlternative = step.kind == ActionKind::Chose || step.kind == ActionKind::SkippedChoice;
  return {{"number", step.number},
          {"action", nameOf(step.kind)},
          {"refusal", nameOf(step.refusal)},
          {"alternative", hasAlternative ? Json(nameOf(step.alternative)) : Json()},
          {"node", step.node},
          {"depth", step.depth},
          {"execution", step.execution != 0 ? Json(step.execution) : Json()},
          {"text", stepText(step, threads, finished)},
          {"event", logEventJson(step.event, threads)},
          {"other", logEventJson(step.other, threads)},
          {"source", logEventJson(step.source, threads)},
          {"culprit", logEventJson(step.culprit, threads)},
          {"cycle", cycleJson(step.cycle)},
          {"deleted", deleted},
          {"candidates", candidates}};
}

} // namespace revisit
