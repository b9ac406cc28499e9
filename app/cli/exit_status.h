// How `revisit` tells its caller what came out. Part of the command's contract.
#pragma once

#include "base/result.h"

namespace revisit::cli {

enum ExitStatus : int {
  nothingFound = 0, // and everything was explored
  bugFound = 1,
  failed = 2, // wrong use, or the tool itself failed
  notAllExplored = 3
};

// Flushes standard output. What `status` becomes: a bug that was found stays one, all else is `failed` when the output
// did not get through, which is said.
int finishOutput(int status);

// One line on standard error: what is wrong, where, and what to do. Returns `failed`.
int report(const Error& error);
void warn(const std::string& text);

} // namespace revisit::cli
