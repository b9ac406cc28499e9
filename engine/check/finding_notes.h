// Findings in words: those that the user's settings turn into warnings, and what is the same in every worker.
// Stateless.
#pragma once

#include "check/check.h"
#include "explore/findings/findings.h"

#include <functional>

namespace revisit {

// For a thread that still waits when the process ends: which thread waits for what. Requires that the execution shows
// this bug.
std::string strandedText(const Execution& execution, const Bug& bug);

// A finding as a warning, with its position and without the number of executions. `message` returns the text for memory
// that was allocated at a position and leaked, and for a thread that still waits there at the end.
CheckNote warningOf(const Program& program, const Finding& finding,
                    const std::function<std::string(PositionId)>& message);
CheckNote withExecutions(CheckNote note, std::uint64_t count);
// Appends a warning that lists the ignored kinds of errors, if there are any.
void addIgnored(const ErrorPolicy& policy, std::vector<CheckNote>& warnings);

// Equal for the same position, and for findings that count as the same (Findings), in every worker.
std::string keyOf(const Program& program, PositionId position);
std::string keyOf(const Program& program, const Finding& finding);

} // namespace revisit
