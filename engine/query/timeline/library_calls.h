// How the program reached a position inside a library's code. Pure functions.
#pragma once

#include "witness/witness.h"

#include <vector>

namespace revisit {

// For an event inside a library: the calls that lead from the program's own line to it, innermost first, with readable
// function names. Empty for an event in the program's own code, and when no line of the program is known.
std::vector<WitnessPosition> libraryCalls(const Witness& witness, unsigned thread, unsigned index);

} // namespace revisit
