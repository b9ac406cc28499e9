// One execution of an exploration, as people name it: its number, or how its id begins.
#pragma once

#include "session/execution_summary.h"

#include <optional>
#include <string>

namespace revisit::cli {

struct ExecutionChoice {
  std::optional<std::uint64_t> number;
  std::string id; // when there is no number

  bool matches(const ExecutionSummary& execution) const;
};

// "3", "#3": a number; 8 hexadecimal digits or more: an id. `option` is named in errors. Fails with BadUsage.
Result<ExecutionChoice> parseExecution(const std::string& text, const std::string& option);

} // namespace revisit::cli
