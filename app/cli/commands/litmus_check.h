// revisit check with litmus tests: whether the condition of each holds.
#pragma once

#include "check_output.h"
#include "cli/options/exploration_options.h"

namespace revisit::cli {

// Whether a litmus test is among what is named.
bool namesTest(const ExplorationOptions& options);

// Explores each test and prints what was found: of one test its states, of several a line each and then a table.
// Returns the exit status, of several tests the worst.
int checkTests(const ExplorationOptions& options, const CheckOutput& output, const Arguments& arguments);

} // namespace revisit::cli
