// Comparisons in words and as JSON.
#include "query/compare/compare.h"
#include "query/timeline/event_text.h"
#include "witness/event_words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace revisit {

namespace {

using Json = nlohmann::ordered_json;

std::string eventWords(const Timeline& timeline, EventNumber number) {
  return fmt::format("{} {}", referenceText(timeline.event(number)), eventText(timeline, number));
}

// The event without its value, which may differ.
std::string subject(const Timeline& timeline, EventNumber number) {
  return fmt::format("{} {}", referenceText(timeline.event(number)), shortText(timeline, number));
}

std::string readsText(const Timeline& timeline, std::optional<EventNumber> source) {
  return source ? "reads from " + eventWords(timeline, *source) : "reads the initial value";
}

std::string chainText(const Timeline& timeline, std::optional<EventNumber> before) {
  return before ? "comes after " + eventWords(timeline, *before) : "is the first operation there";
}

std::string decisionText(const WitnessEvent& event) {
  if (event.kind == LabelKind::Cas || event.kind == LabelKind::Rmw)
    return event.writes ? "stores" : "does not store";
  const std::string value = valueWords(event);
  return value.empty() ? "has no result" : "is " + value;
}

std::string whatItDoes(const Timeline& timeline, std::optional<EventNumber> number) {
  if (!number)
    return "it does nothing more";
  const std::string place = placeText(timeline.event(*number));
  return fmt::format("it does {}{}{}", eventWords(timeline, *number), place.empty() ? "" : " at ", place);
}

std::string stepWords(const Timeline& a, const Timeline& b, const Difference& difference) {
  const std::string thread = difference.a ? threadText(a.witness(), a.event(*difference.a).thread)
                                          : threadText(b.witness(), b.event(*difference.b).thread);
  return fmt::format("{} goes on differently: in A, {}; in B, {}", thread, whatItDoes(a, difference.a),
                     whatItDoes(b, difference.b));
}

// "T1 read x"
std::string inShort(const Timeline& timeline, EventNumber number) {
  return threadText(timeline.event(number).thread) + " " + shortText(timeline, number);
}

// With the value: "T1 write x = 1".
std::string withValue(const Timeline& timeline, EventNumber number) {
  return threadText(timeline.event(number).thread) + " " + eventText(timeline, number);
}

Json eventOrNull(const Timeline& timeline, std::optional<EventNumber> number) {
  return number ? eventJson(timeline, *number) : Json();
}

Json inputJson(const ComparedInput& input) {
  const auto valueOf = [](const std::optional<InputValue>& side) { return side ? Json(side->value) : Json(); };
  return {{"name", input.a ? input.a->name : input.b->name}, {"a", valueOf(input.a)}, {"b", valueOf(input.b)}};
}

} // namespace

std::string_view nameOf(DifferenceKind kind) {
  switch (kind) {
  case DifferenceKind::ReadsFrom:
    return "reads-from";
  case DifferenceKind::Coherence:
    return "coherence";
  case DifferenceKind::Chain:
    return "chain";
  case DifferenceKind::Decision:
    return "decision";
  case DifferenceKind::Step:
    break;
  }
  return "step";
}

std::string differenceText(const Timeline& a, const Timeline& b, const Difference& difference) {
  switch (difference.kind) {
  case DifferenceKind::ReadsFrom:
    return fmt::format("in A, {} {}; in B it {}", subject(a, *difference.a), readsText(a, difference.otherA),
                       readsText(b, difference.otherB));
  case DifferenceKind::Coherence:
    return fmt::format("in A, {} comes after {} in the coherence order; in B before it", eventWords(a, *difference.a),
                       eventWords(a, *difference.otherA));
  case DifferenceKind::Chain:
    return fmt::format("in A, {} {}; in B it {}", subject(a, *difference.a), chainText(a, difference.otherA),
                       chainText(b, difference.otherB));
  case DifferenceKind::Decision:
    return fmt::format("in A, {} {}; in B it {}", subject(a, *difference.a), decisionText(a.event(*difference.a)),
                       decisionText(b.event(*difference.b)));
  case DifferenceKind::Step:
    break;
  }
  return stepWords(a, b, difference);
}

std::string partingText(const Timeline& a, const Timeline& b, const Difference& difference) {
  const std::optional<EventNumber> event = difference.b, other = difference.otherB;
  switch (difference.kind) {
  case DifferenceKind::ReadsFrom:
    return inShort(b, *event) + " sees " + (other ? withValue(b, *other) : "the initial value");
  case DifferenceKind::Coherence:
    return withValue(b, *event) + " before " + withValue(b, *other);
  case DifferenceKind::Chain:
    return inShort(b, *event) + (other ? " after " + inShort(b, *other) : " first");
  case DifferenceKind::Decision:
    return withValue(b, *event);
  case DifferenceKind::Step:
    break;
  }
  return event ? withValue(b, *event) : threadText(a.event(*difference.a).thread) + " does nothing more";
}

Json comparisonJson(const Timeline& a, const Timeline& b, const Comparison& comparison) {
  Json first, threads = Json::array(), inputs = Json::array();
  if (const std::optional<Difference>& found = comparison.first)
    first = {{"kind", nameOf(found->kind)},
             {"text", differenceText(a, b, *found)},
             {"a", eventOrNull(a, found->a)},
             {"b", eventOrNull(b, found->b)},
             {"other_a", eventOrNull(a, found->otherA)},
             {"other_b", eventOrNull(b, found->otherB)}};
  for (const ComparedThread& thread : comparison.threads) {
    Json rows = Json::array();
    for (const ComparedRow& row : thread.rows)
      rows.push_back({{"common", row.isCommon}, {"a", eventOrNull(a, row.a)}, {"b", eventOrNull(b, row.b)}});
    threads.push_back(
        {{"a", thread.a ? Json(*thread.a) : Json()}, {"b", thread.b ? Json(*thread.b) : Json()}, {"rows", rows}});
  }
  for (const ComparedInput& input : comparison.inputs)
    inputs.push_back(inputJson(input));
  return {{"same_build", comparison.sameBuild},
          {"common", comparison.common},
          {"first", first},
          {"threads", threads},
          {"inputs", inputs}};
}

} // namespace revisit
