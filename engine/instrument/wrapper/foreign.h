// What a link brings in that was not built by revisit-cc: found before the link, recorded in the program for the
// engine.
#pragma once

#include "command_line.h"

#include <string>
#include <vector>

namespace revisit::instrument {

// Names of the objects, archive members, assembly sources and libraries of the command line without instrumentation.
// Libraries are looked for in the -L paths only: the system's own are not reported. Cost: maps each file.
struct Foreign {
  std::vector<std::string> names;
  std::vector<std::string> otherLibrary; // those of them that were built for libstdc++ and cannot link
};
Foreign findForeign(const CommandLine& asked);

// An object file, held in memory, whose section .revisit.foreign has the names; gives the path under which this
// process and its children can open it, or nothing when that fails.
std::string foreignObject(const std::vector<std::string>& names);

} // namespace revisit::instrument
