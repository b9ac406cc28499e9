// Splits the command line before options are parsed. The arguments for the compiler and for the program under test are
// set aside, because they have different rules. Stateless.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace revisit::cli {

struct Arguments {
  std::vector<std::string> own;      // options and file names of `revisit`
  std::vector<std::string> compiler; // -D -U -I -isystem -std= -l -L -W -O -f -g -m -pthread, in their order
  std::vector<std::string> program;  // everything after the first "--"
};

// Fails when the last word is an option that takes its value from the next word.
Result<Arguments> splitArguments(const std::vector<std::string>& words);

} // namespace revisit::cli
