// What to explore, and how. Plain data, with the requests that the window makes itself.
#pragma once

#include "session/check.h"

#include <string>
#include <vector>

namespace revisit::gui {

// The run itself fills in the options' program, sources, flags, log, observer and control.
struct ExplorationRequest {
  std::vector<std::string> files; // a program, or sources to compile
  std::vector<std::string> compilerFlags;
  bool arithmetic = false; // sources: signed overflow and division by zero are errors
  std::string input;       // the file that the program reads as its standard input; empty: none
  CheckOptions check;
};

// What the window explores files with when nothing else was chosen: everything, beyond the first bug.
ExplorationRequest requestFor(std::vector<std::string> files);
// The program of a witness, as it was explored when the witness was made: its sources as they are now, when they are
// still there, or else the executable.
ExplorationRequest requestFrom(const Witness& witness);

} // namespace revisit::gui
