// Inputs out of range: the value of an unknown input leads straight to the error.
#include "base/terminal_text.h"
#include "query/explain/patterns/accesses.h"
#include "query/explain/patterns/kinds.h"
#include "query/explain/patterns/words.h"
#include "query/timeline/path_condition.h"
#include "witness/event_words.h"

#include <fmt/format.h>

namespace revisit::patterns {
namespace {

// Who can be decided by a number: an index, a length, a divisor, a condition.
bool isOfNumbers(ErrorKind kind) {
  return kind == ErrorKind::Assertion || kind == ErrorKind::OutOfBounds || kind == ErrorKind::NullDereference ||
         kind == ErrorKind::Arithmetic || kind == ErrorKind::MemoryMisuse;
}

// The branch or choice on an input right before the error, at its line.
std::optional<EventNumber> decisionBefore(const Timeline& timeline, EventNumber error) {
  const auto last = timeline.previousOfThread(error);
  if (!last || kindOf(timeline.event(*last)) != EventKind::Branch || timeline.event(*last).condition.empty())
    return std::nullopt;
  return isSameLine(timeline.event(error), timeline.event(*last)) ? last : std::nullopt;
}

// The last branch of the thread on the same inputs at another line: the check that let them through.
std::optional<EventNumber> checkBefore(const Timeline& timeline, EventNumber decision,
                                       const std::vector<std::size_t>& inputs) {
  for (auto number = timeline.previousOfThread(decision); number; number = timeline.previousOfThread(*number)) {
    const WitnessEvent& event = timeline.event(*number);
    if (event.kind == LabelKind::Constraint && !isSameLine(event, timeline.event(decision)) &&
        inputsIn(timeline.witness().inputs, event.condition) == inputs)
      return number;
  }
  return std::nullopt;
}

PatternStep decisionStep(const Timeline& timeline, EventNumber number, const InputValue& input) {
  const WitnessEvent& event = timeline.event(number);
  return stepThat(timeline, number,
                  event.holds
                      ? fmt::format("finds {}: {}", shortened(event.what, 36), shortened(valueWords(event), 20))
                      : fmt::format("uses {} = {}", shortened(input.name, 20), shortened(valueText(input), 24)));
}

} // namespace

std::optional<Pattern> outOfRangeInput(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const Witness& witness = timeline.witness();
  const SchedulePosition bug = timeline.bug();
  if (!isOfNumbers(witness.error.kind) || bug == 0 || timeline.event(bug).kind != LabelKind::Error)
    return std::nullopt;
  const auto decision = decisionBefore(timeline, bug);
  if (!decision)
    return std::nullopt;
  const std::vector<std::size_t> inputs = inputsIn(witness.inputs, timeline.event(*decision).condition);
  if (inputs.empty())
    return std::nullopt;
  const std::vector<InputValue> values = inputValues(witness.inputs);
  std::vector<std::string> texts;
  for (const std::size_t input : inputs)
    texts.push_back(
        fmt::format("'{}' = {}", shortened(values[input].name, 20), shortened(valueText(values[input]), 24)));
  const bool isChecked = witness.error.kind == ErrorKind::Assertion;
  std::string headline = (isChecked ? "unexpected input: " : "out-of-range input: ") + texts.front();
  for (std::size_t i = 1; i < texts.size() && i < 3; i++)
    headline += ", " + texts[i];
  if (texts.size() > 3)
    headline += ", ...";
  Pattern pattern{headline, {decisionStep(timeline, *decision, values[inputs.front()])}};
  if (const auto check = checkBefore(timeline, *decision, inputs))
    pattern.steps.insert(pattern.steps.begin(), decisionStep(timeline, *check, values[inputs.front()]));
  pattern.steps.push_back(stepThat(timeline, bug, fmt::format("fails: {}", errorName(witness.error.kind))));
  return pattern;
}

} // namespace revisit::patterns
