// Response files: an argument @FILE stands for the arguments in FILE, quoted as in GNU tools.
#pragma once

#include <string>
#include <vector>

namespace revisit::instrument {

// Expands @FILE, also inside files; a file that cannot be read leaves the argument unchanged.
std::vector<std::string> expandResponseFiles(std::vector<std::string> arguments);

// The arguments in a response file's text.
std::vector<std::string> splitArguments(const std::string& text);

} // namespace revisit::instrument
