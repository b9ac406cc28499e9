// What was found and is no error by the user's say, as warnings of a report. Stateless.
#pragma once

#include "explore/findings.h"
#include "session/check.h"

#include <functional>

namespace revisit {

// Appends one warning per finding, with its place and how many executions show it, and one that names the kinds of
// errors that were ignored. `message`: what is to say of memory that was allocated at this position and left behind.
void addWarnings(const Program& program, const Findings& findings, const ErrorPolicy& policy,
                 const std::function<std::string(PositionId)>& message, std::vector<CheckNote>& warnings);

} // namespace revisit
