#include "execution_choice.h"

#include "exploration_options.h"

#include <charconv>

namespace revisit::cli {

bool ExecutionChoice::matches(const ExecutionSummary& execution) const {
  return number ? *number == execution.number : execution.id.begins(id);
}

Result<ExecutionChoice> parseExecution(const std::string& text, const std::string& option) {
  constexpr std::size_t fewestDigitsOfId = 8;
  const bool isMarked = text.starts_with('#');
  const std::string digits = text.substr(isMarked ? 1 : 0);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error == std::errc() && end == digits.data() + digits.size() && number != 0 &&
      (isMarked || digits.size() < fewestDigitsOfId))
    return ExecutionChoice{number, ""};
  if (const Status status = checkExecutionId(text, option + ' ' + text); !status)
    return Error{ErrorCode::BadUsage, status.error().where,
                 "neither the number of an execution nor its id, of which the first 8 digits are enough"};
  return ExecutionChoice{std::nullopt, text};
}

} // namespace revisit::cli
