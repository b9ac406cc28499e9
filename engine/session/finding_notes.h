// What was found and is no error by the user's say, as warnings of a report. Stateless.
#pragma once

#include "explore/findings.h"
#include "session/check.h"

namespace revisit {

// Appends one warning per finding, with its place and how many executions show it, and one that names the kinds of
// errors that were ignored.
void addWarnings(const Program& program, const Findings& findings, const ErrorPolicy& policy,
                 std::vector<CheckNote>& warnings);

} // namespace revisit
