// Findings that the user's settings turn into warnings, as warnings of a report. Stateless.
#pragma once

#include "check/check.h"
#include "explore/findings/findings.h"

#include <functional>

namespace revisit {

// For a thread that still waits when the process ends: which thread waits for what. Requires that the execution shows
// this bug.
std::string strandedText(const Execution& execution, const Bug& bug);

// Appends one warning per finding, with its position and the number of executions that show it, and one that lists the
// ignored kinds of errors. `message` returns the text for memory that was allocated at a position and leaked, and for a
// thread that still waits there at the end.
void addWarnings(const Program& program, const Findings& findings, const ErrorPolicy& policy,
                 const std::function<std::string(PositionId)>& message, std::vector<CheckNote>& warnings);

} // namespace revisit
