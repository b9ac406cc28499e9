// How executions end that one can move to. The command line, LLDB and the window share it. Stateless.
#pragma once

#include "witness/witness.h"

#include <string>

namespace revisit {

// What is wrong with the execution, as in the report, or how it ended: "complete: nothing is wrong".
std::string endingWords(const Witness& witness);
// The first line of it.
std::string shortEnding(const Witness& witness);

} // namespace revisit
