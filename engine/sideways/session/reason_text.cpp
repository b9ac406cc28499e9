#include "query/timeline/event_text.h"
#include "sideways/session/event_names.h"
#include "sideways/session/outcome_request.h"
#include "sideways/session/outcome_words.h"
#include "sideways/session/reason.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace revisit {

namespace {

using Json = nlohmann::ordered_json;

std::string mention(const Timeline& timeline, const EventName& name) {
  if (!name.isEvent())
    return "the initial value";
  const std::optional<EventNumber> number = numberOf(timeline, name);
  if (!number)
    return fmt::format("the step that {} waits to take", threadText(name.thread.value()));
  return fmt::format("{} ({} {})", *number, threadText(name.thread.value()), shortText(timeline, *number));
}

std::string clause(const Timeline& timeline, const ReasonEdge& edge) {
  const std::string from = mention(timeline, edge.from), to = mention(timeline, edge.to);
  switch (edge.relation) {
  case AxiomRelation::ProgramOrder:
  case AxiomRelation::PreservedOrder:
    return fmt::format("{} comes after {} in its thread", to, from);
  case AxiomRelation::ReadsFrom:
    return fmt::format("{} reads from {}", to, from);
  case AxiomRelation::Coherence:
    return fmt::format("{} is newer than {}", to, from);
  case AxiomRelation::FromReads:
    return fmt::format("{} would read what {} overwrites", from, to);
  case AxiomRelation::HappensBefore:
    return fmt::format("{} happens before {}", from, to);
  case AxiomRelation::ObjectChain:
    return fmt::format("{} comes after {} on its object", to, from);
  case AxiomRelation::Create:
    return fmt::format("the thread of {} is created by {}", to, from);
  case AxiomRelation::Join:
    return fmt::format("{} waits for the end of the thread of {}", to, from);
  }
  return "";
}

std::string joined(const std::vector<std::string>& clauses) {
  std::string text;
  for (const std::string& one : clauses)
    text += (text.empty() ? "" : "; ") + one;
  return text;
}

std::string detail(const Timeline& timeline, const Outcome& outcome, const OutcomeReason& reason) {
  if (reason.holder)
    return fmt::format("since {}", mention(timeline, *reason.holder));
  std::vector<std::string> clauses;
  for (const ReasonEdge& edge : reason.edges)
    clauses.push_back(clause(timeline, edge));
  if (reason.axiom)
    clauses.push_back(fmt::format("so {} would come before itself", mention(timeline, outcome.event)));
  for (const EventName& condition : reason.conditions)
    clauses.push_back(mention(timeline, condition) + " decides it");
  return joined(clauses);
}

std::string valueWords(const ReasonHint& hint) {
  return hint.value.empty() ? "" : fmt::format(", which gives {}", hint.value);
}

Json reference(const EventName& name) {
  return name.isEvent() ? Json{name.thread.value(), name.index} : Json();
}

std::string_view obstacleName(Obstacle obstacle) {
  static constexpr std::string_view names[] = {"none",        "comes_after", "comes_before", "overwritten", "updated",
                                               "not_enabled", "conditions",  "search",       "solver",      "program"};
  return names[static_cast<std::size_t>(obstacle)];
}

std::string_view axiomName(Axiom axiom) {
  static constexpr std::string_view names[] = {"sequential", "coherence", "coherence_order", "psc", "store_buffers"};
  return names[static_cast<std::size_t>(axiom)];
}

} // namespace

std::string reasonText(const Timeline& timeline, const Outcome& outcome, const OutcomeReason& reason) {
  std::string text = obstacleWords(reason.obstacle);
  if (const std::string more = detail(timeline, outcome, reason); !more.empty())
    text += ": " + more;
  if (const std::optional<ReasonHint>& hint = reason.hint)
    text += fmt::format("; possible once {} takes {}{}", mention(timeline, hint->outcome.event),
                        optionOf(hint->outcome), valueWords(*hint));
  return text;
}

Json reasonJson(const Timeline& timeline, const Outcome& outcome, const OutcomeReason& reason) {
  Json json = {{"obstacle", obstacleName(reason.obstacle)},
               {"text", reasonText(timeline, outcome, reason)},
               {"axiom", reason.axiom ? Json(axiomName(*reason.axiom)) : Json()},
               {"edges", Json::array()},
               {"conditions", Json::array()},
               {"holder", reason.holder ? reference(*reason.holder) : Json()},
               {"hint", nullptr}};
  for (const ReasonEdge& edge : reason.edges)
    json["edges"].push_back(
        {{"relation", nameOf(edge.relation)}, {"from", reference(edge.from)}, {"to", reference(edge.to)}});
  for (const EventName& condition : reason.conditions)
    json["conditions"].push_back(reference(condition));
  if (reason.hint)
    json["hint"] = {{"event", reference(reason.hint->outcome.event)},
                    {"option", optionOf(reason.hint->outcome)},
                    {"value", reason.hint->value}};
  return json;
}

} // namespace revisit
