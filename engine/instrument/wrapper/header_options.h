// What of a command line precompiled headers depend on.
#pragma once

#include "command_line.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit::instrument {

struct HeaderOptions {
  std::vector<std::string> kept; // the options that headers are compiled with, all of those that may affect them
  std::vector<std::string>
      defined; // the macros of the user, which are not among `kept`: headers must not use these names
  std::vector<std::string> folders; // where the command line looks for headers before the system's folders, or after
  std::vector<std::string> sources; // the C++ sources that would use the headers
};

// Nothing if precompiled headers might change what the command line means: options that include something themselves,
// that replace the system's folders, that make something other than an object or a program, and inputs that are
// neither C++ sources nor objects.
std::optional<HeaderOptions> headerOptions(const CommandLine& asked);

} // namespace revisit::instrument
