// The command line before any option is understood: what belongs to the compiler and to the program under test is set
// aside, because both have rules of their own. Stateless.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace revisit::cli {

struct Arguments {
  std::vector<std::string> own;      // ours: options and file names
  std::vector<std::string> compiler; // -D -U -I -isystem -std= -l -L -W -O -f -g -m -pthread, in their order
  std::vector<std::string> program;  // everything after the first "--"
};

// Fails when an option that takes its value from the next word is the last one.
Result<Arguments> splitArguments(const std::vector<std::string>& words);

} // namespace revisit::cli
