// How executions end that one can move to. The command line, LLDB and the window share it. Stateless.
#pragma once

#include "sideways/session/sideways_session.h"

#include <string>

namespace revisit {

// What is wrong with the execution, as in the report, or how it ended: "complete: nothing is wrong".
std::string endingWords(const Witness& witness);
// The first line of it.
std::string shortEnding(const Witness& witness);

// What was looked at in a search that began with the first `position` events and has found nothing: "in no execution:
// 23 executions", or that it is not known, with a line for each reason.
std::string notFoundWords(const FoundGoal& found, std::size_t position);

} // namespace revisit
