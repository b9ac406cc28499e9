// The options that select which kinds of errors count and which end an exploration.
#pragma once

#include "base/result.h"
#include "explore/findings/error_policy.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace revisit::cli {

// The group of these options in --help.
inline constexpr const char* errorGroup = "What counts as an error";

struct ErrorOptions {
  std::string race = "error";
  std::vector<std::string> stopOn, ignore; // names of kinds
  bool exitStatus = false;
};

void addErrorOptions(CLI::App& command, ErrorOptions& options);

// Fails for a kind in both --ignore and --stop-on. Requires that all names are valid, which the parser checks.
Result<ErrorPolicy> policyOf(const ErrorOptions& options);

} // namespace revisit::cli
