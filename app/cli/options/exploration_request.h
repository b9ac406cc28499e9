// What to explore and with which options. Plain data, with requests that no command line was given for.
#pragma once

#include "check/check.h"

#include <string>
#include <vector>

namespace revisit {

// The run itself fills in these options: program, sources, flags, log, observer and control.
struct ExplorationRequest {
  std::vector<std::string> files; // a program, or sources to compile
  std::vector<std::string> compilerFlags;
  bool arithmetic = false; // sources: signed overflow and division by zero are errors
  std::string input;       // the file that the program reads as its standard input; empty: none
  CheckOptions check;
};

// The default request for files: explores everything and continues after the first bug.
ExplorationRequest requestFor(std::vector<std::string> files);
// A request for the program of a witness with the witness's options: its sources in their present state if they still
// exist, otherwise the executable.
ExplorationRequest requestFrom(const Witness& witness);

} // namespace revisit
