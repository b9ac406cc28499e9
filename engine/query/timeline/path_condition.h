// The path condition of an execution, and the input values that satisfy it. Needs no solver; stateless.
#pragma once

#include "query/timeline/timeline.h"

#include <nlohmann/json_fwd.hpp>

namespace revisit {

struct PathCondition {
  EventNumber event = 0;
  std::string term;  // an SMT-LIB term over in_t_i
  std::string text;  // in C syntax: "reading > 85"
  std::string taken; // "true" or "false" of a branch, the number of a choice, "stored" or "not stored" of an update
};

// The events that have a condition, sorted by number.
std::vector<PathCondition> pathConditions(const Timeline& timeline);

struct InputValue {
  std::string name; // unique: inputLabels
  unsigned thread = 0;
  unsigned index = 0;
  unsigned width = 0;
  std::uint64_t value = 0;
  std::string asUnsigned, asSigned;
  InputType type = InputType::Unknown;
};

// `values[i]` is the value of `inputs[i]`.
std::vector<InputValue> inputValues(const std::vector<WitnessInput>& inputs, const std::vector<std::uint64_t>& values);
// The inputs under which the execution was found.
std::vector<InputValue> inputValues(const std::vector<WitnessInput>& inputs);

// "5", "true"; of an unknown type "-1 (unsigned 255)".
std::string valueText(const InputValue& value);

// For programs.
nlohmann::ordered_json inputsJson(const std::vector<InputValue>& inputs);

// The names of the inputs: the second of the same name is "name#2". One without a name is "input0", by its index.
std::vector<std::string> inputLabels(const std::vector<WitnessInput>& inputs);
// The symbol of the input in conditions, such as "in_1_0".
std::string inputSymbol(const WitnessInput& input);
// Indices of the inputs that an SMT-LIB term contains, ascending.
std::vector<std::size_t> inputsIn(const std::vector<WitnessInput>& inputs, const std::string& term);

} // namespace revisit
