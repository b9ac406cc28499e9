// How the program came to a place inside a library's code. Pure functions.
#pragma once

#include "session/witness.h"

#include <vector>

namespace revisit {

// Of an event inside a library: the calls from it to the program's own line, innermost first, with the functions'
// names as one writes them. Empty for an event in the program's own code, and when no line of the program's is known.
std::vector<WitnessPosition> libraryCalls(const Witness& witness, unsigned thread, unsigned index);

} // namespace revisit
