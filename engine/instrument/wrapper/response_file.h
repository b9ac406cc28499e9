// Response files: an argument @FILE stands for the arguments written in FILE, quoted as GNU tools do.
#pragma once

#include <string>
#include <vector>

namespace revisit::instrument {

// Expands @FILE, also within files; one that cannot be read stays as it is.
std::vector<std::string> expandResponseFiles(std::vector<std::string> arguments);

// The arguments in a response file's text.
std::vector<std::string> splitArguments(const std::string& text);

} // namespace revisit::instrument
