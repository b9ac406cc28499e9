// The option --budget of `revisit check`, and what contradicts it.
#pragma once

#include "base/result.h"

#include <CLI/CLI.hpp>

namespace revisit::cli {

// Adds --budget; its value is given to `seconds`.
void addBudget(CLI::App& command, double& seconds);

// Fails with BadUsage if the command was given --budget, and another option that contradicts it. The error names that
// option and says why.
Status checkBudget(const CLI::App& command);

} // namespace revisit::cli
