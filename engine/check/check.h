// A whole check: from an instrumented program to a verdict, with a witness for each bug. The command line and the
// window share it; they only choose options and show the result.
#pragma once

#include "check/report/check_report.h"

#include <functional>

namespace revisit {

// Launches the program, explores it and judges the result. `progress` is called a few times a second (may be empty).
// Errors: the program is missing or not instrumented, the model is unknown, or the tool failed before the first
// execution was complete.
Result<CheckReport> runCheck(const CheckOptions& options, const std::function<void(const CheckProgress&)>& progress);

// Runs a witness again natively and returns how the run ended. Fails when the program is missing or a different build,
// or when the run diverged.
struct ReplayOutcome {
  // The same error; for a witness without error: every thread did the same, and no error occurred.
  bool sameEnding = false;
  std::string found; // the error of the new run, in words
  std::string output;
};
Result<ReplayOutcome> replayPlain(const Witness& witness);

} // namespace revisit
