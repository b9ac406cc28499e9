// Runs of the compiler that the wrapper waits for.
#pragma once

#include <string>
#include <vector>

namespace revisit::instrument {

// Runs the compiler, whose name comes first, and shows nothing of what it says. Whether it succeeds.
bool runsSilently(const std::vector<std::string>& arguments);

// Runs the compiler and shows what it says only if it succeeds, or if `verbose`. Whether it succeeds.
bool runsTentatively(std::vector<std::string> arguments, bool verbose);

// What the compiler prints, without what it says of errors.
std::string outputOf(const std::vector<std::string>& arguments);

} // namespace revisit::instrument
