// The witnesses of a report, made smaller.
#pragma once

#include "check/report/check_report.h"
#include "sideways/session/sideways_session.h"

#include <functional>

namespace revisit {

// Gives each error of the report a witness of its own that is as small as is found (SidewaysSession::shrink), all of
// them in this time; each has an equal part of what is left. An error whose witness cannot be made smaller keeps it:
// `failed` is told why. For each error: how much smaller its witness is. Runs the program.
std::vector<std::optional<Shrinking>> shrinkErrors(CheckReport& report, double seconds,
                                                   const std::function<void(const Error&)>& failed);

} // namespace revisit
