// Selects one execution of an exploration, by its number or by the beginning of its id.
#pragma once

#include "log/execution_summary.h"

#include <optional>
#include <string>

namespace revisit::cli {

struct ExecutionChoice {
  std::optional<std::uint64_t> number;
  std::string id; // if there is no number

  bool matches(const ExecutionSummary& execution) const;
};

// "3", "#3": a number; 8 or more hexadecimal digits: an id. `option` is named in errors. Fails with BadUsage.
Result<ExecutionChoice> parseExecution(const std::string& text, const std::string& option);

} // namespace revisit::cli
