// What was found and is no error by the user's say, as warnings of a report. Stateless.
#pragma once

#include "explore/findings.h"
#include "session/check.h"

#include <functional>

namespace revisit {

// Of a thread that is left waiting when the process ends: who waits for what. Requires that the execution shows it.
std::string strandedText(const Execution& execution, const Bug& bug);

// Appends one warning per finding, with its place and how many executions show it, and one that names the kinds of
// errors that were ignored. `message`: what is to say of memory that was allocated at this position and left behind,
// and of a thread that is left waiting there.
void addWarnings(const Program& program, const Findings& findings, const ErrorPolicy& policy,
                 const std::function<std::string(PositionId)>& message, std::vector<CheckNote>& warnings);

} // namespace revisit
