// The options by which a user says which kinds of errors count and which end an exploration.
#pragma once

#include "base/result.h"
#include "explore/error_policy.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace revisit::cli {

// Where these options stand in --help.
inline constexpr const char* errorGroup = "What counts as an error";

struct ErrorOptions {
  std::string race = "error";
  std::vector<std::string> stopOn, ignore; // names of kinds
  bool exitStatus = false;
};

void addErrorOptions(CLI::App& command, ErrorOptions& options);

// Fails for a kind that is both ignored and to be stopped at. Requires that all names are known, as the parser sees to.
Result<ErrorPolicy> policyOf(const ErrorOptions& options);

} // namespace revisit::cli
