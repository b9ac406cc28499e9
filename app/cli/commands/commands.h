// The sub-commands. Each function declares its options and returns a function that runs it; the result of that is an
// exit status.
#pragma once

#include "cli/options/arguments.h"

#include <CLI/CLI.hpp>

#include <functional>

namespace revisit::cli {

using Run = std::function<int(const Arguments&)>;

Run addCheck(CLI::App& command);
Run addShow(CLI::App& command);
Run addReplay(CLI::App& command);
Run addSteps(CLI::App& command);
Run addTree(CLI::App& command);
Run addDiff(CLI::App& command);
Run addAsk(CLI::App& command);
Run addOutcomes(CLI::App& command);
Run addShrink(CLI::App& command);
Run addTake(CLI::App& command);
Run addOrders(CLI::App& command);
Run addDrive(CLI::App& command);
Run addFind(CLI::App& command);
Run addHelp(CLI::App& command);

} // namespace revisit::cli
