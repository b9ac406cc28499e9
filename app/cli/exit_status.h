// The exit status of `revisit`. Part of the command's contract.
#pragma once

#include "base/result.h"

namespace revisit::cli {

enum ExitStatus : int {
  nothingFound = 0, // and everything was explored
  bugFound = 1,
  failed = 2, // wrong use, or the tool itself failed
  notAllExplored = 3
};

// Flushes standard output and returns the final exit status. If the output could not be written, reports that; then the
// status is `failed`, unless a bug was found.
int finishOutput(int status);

// Prints one line to standard error: what is wrong, where, and what to do. Returns `failed`.
int report(const Error& error);
void warn(const std::string& text);

} // namespace revisit::cli
