// Which variables of the environment the program asks for: a witness keeps no others. Thread rule: called by the
// program's threads; during a run only by the one that has the baton.
#pragma once

#include <cstdint>

namespace revisit::runtime {

// What the process was started with. Called once, when the channel is mapped.
void noteEnvironment(char** environment);
// Where its texts lie from now on.
void noteTexts(std::uint64_t begin, std::uint64_t end);

} // namespace revisit::runtime
