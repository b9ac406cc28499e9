// Finds objects of a link that were not built by revisit-cc. They are found before the link and recorded in the program
// for the engine.
#pragma once

#include "command_line.h"

#include <string>
#include <vector>

namespace revisit::instrument {

// Names of the objects, archive members, assembly sources and libraries of the command line that are not instrumented.
// Libraries are searched in the -L paths only: system libraries are not reported. Cost: maps each file.
struct Foreign {
  std::vector<std::string> names;
  std::vector<std::string> otherLibrary; // those of them that were built for libstdc++ and cannot be linked
};
Foreign findForeign(const CommandLine& asked);

// Creates an object file in memory whose section .revisit.foreign contains the names. Returns a path under which this
// process and its children can open it, or nothing on failure.
std::string foreignObject(const std::vector<std::string>& names);

} // namespace revisit::instrument
