// The options that end an exploration, a run or a thread early.
#pragma once

#include "exploration_options.h"

namespace revisit::cli {

void addBounds(CLI::App& command, ExplorationOptions& options);

} // namespace revisit::cli
