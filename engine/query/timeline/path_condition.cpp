#include "query/timeline/path_condition.h"

#include "witness/event_words.h"
#include "witness/names.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>

namespace revisit {
namespace {

std::string takenText(const WitnessEvent& event) {
  if (event.kind == LabelKind::Cas || event.kind == LabelKind::Rmw)
    return event.writes ? "stored" : "not stored";
  return valueWords(event);
}

InputValue valueOf(const WitnessInput& input, std::string name, std::uint64_t value) {
  const std::uint64_t sign = std::uint64_t{1} << (input.width - 1);
  const bool isNegative = input.width > 1 && (value & sign) != 0;
  const std::uint64_t magnitude = (~value & (sign | (sign - 1))) + 1; // of a negative number; 2^63 maps to itself
  return {std::move(name),
          input.thread,
          input.index,
          input.width,
          value,
          fmt::format("{}", value),
          isNegative ? fmt::format("-{}", magnitude) : fmt::format("{}", value),
          input.type};
}

bool isSymbolCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

} // namespace

std::vector<PathCondition> pathConditions(const Timeline& timeline) {
  std::vector<PathCondition> conditions;
  for (EventNumber number = 1; number <= timeline.size(); number++)
    if (const WitnessEvent& event = timeline.event(number); !event.condition.empty())
      conditions.push_back({number, event.condition, event.what, takenText(event)});
  return conditions;
}

std::vector<InputValue> inputValues(const std::vector<WitnessInput>& inputs, const std::vector<std::uint64_t>& values) {
  const std::vector<std::string> labels = inputLabels(inputs);
  std::vector<InputValue> result;
  for (std::size_t i = 0; i < inputs.size(); i++)
    result.push_back(valueOf(inputs[i], labels[i], values[i]));
  return result;
}

std::vector<InputValue> inputValues(const std::vector<WitnessInput>& inputs) {
  std::vector<std::uint64_t> values;
  for (const WitnessInput& input : inputs)
    values.push_back(input.value);
  return inputValues(inputs, values);
}

std::string valueText(const InputValue& value) {
  switch (value.type) {
  case InputType::Bool:
    return value.value != 0 ? "true" : "false";
  case InputType::Signed:
    return value.asSigned;
  case InputType::Unsigned:
    return value.asUnsigned;
  case InputType::Unknown:
    break;
  }
  return value.asSigned == value.asUnsigned ? value.asUnsigned
                                            : fmt::format("{} (unsigned {})", value.asSigned, value.asUnsigned);
}

nlohmann::ordered_json inputsJson(const std::vector<InputValue>& inputs) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const InputValue& input : inputs)
    list.push_back({{"name", input.name},
                    {"thread", input.thread},
                    {"index", input.index},
                    {"width", input.width},
                    {"value", input.value},
                    {"signed", input.asSigned},
                    {"type", nameOf(input.type)}});
  return list;
}

std::vector<std::string> inputLabels(const std::vector<WitnessInput>& inputs) {
  std::vector<std::string> labels;
  std::map<std::string, unsigned> seen;
  for (const WitnessInput& input : inputs) {
    const std::string name = input.name.empty() ? fmt::format("input{}", input.index) : input.name;
    const unsigned count = ++seen[name];
    labels.push_back(count == 1 ? name : fmt::format("{}#{}", name, count));
  }
  return labels;
}

std::string inputSymbol(const WitnessInput& input) {
  return fmt::format("in_{}_{}", input.thread, input.index);
}

std::vector<std::size_t> inputsIn(const std::vector<WitnessInput>& inputs, const std::string& term) {
  std::map<std::string, std::size_t, std::less<>> symbols;
  for (std::size_t i = 0; i < inputs.size(); i++)
    symbols.emplace(inputSymbol(inputs[i]), i);
  std::vector<bool> isIn(inputs.size());
  for (std::size_t begin = 0; begin < term.size();) {
    std::size_t end = begin;
    while (end < term.size() && isSymbolCharacter(term[end]))
      end++;
    if (const auto found = symbols.find(std::string_view(term).substr(begin, end - begin)); found != symbols.end())
      isIn[found->second] = true;
    begin = end + 1;
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < inputs.size(); i++)
    if (isIn[i])
      found.push_back(i);
  return found;
}

} // namespace revisit
