// An exploration as the command line that does it, for a terminal, a script or a colleague. Stateless.
#pragma once

#include "cli/options/exploration_request.h"

namespace revisit {

// "revisit", "check", the options that differ from the defaults of `revisit check`, the files and the program's
// arguments. What no option says is left out: suppressions that were read from a file are given as --assume-harmless
// only, and a list of kinds of errors that no option makes is as near as it can be.
std::vector<std::string> commandOf(const ExplorationRequest& request);

} // namespace revisit
