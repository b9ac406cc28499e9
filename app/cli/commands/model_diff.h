// revisit check --model-diff: what a program can do under one memory model and not under another.
#pragma once

#include "check_output.h"
#include "cli/options/exploration_options.h"

namespace revisit::cli {

// Explores the program, which is built, under both models, prints what only the second one allows, and writes a witness
// for each. Returns the exit status: 1 if there is a difference.
int checkModelDiff(const ExplorationOptions& options, const std::pair<std::string, std::string>& models,
                   const CheckOutput& output, const std::string& name);

} // namespace revisit::cli
