// How executions end that one can move to. The command line, LLDB and the window share it. Stateless.
#pragma once

#include "sideways/session/sideways_session.h"

#include <string>
#include <vector>

namespace revisit {

// What is wrong with the execution, as in the report, or how it ended: "complete: nothing is wrong".
std::string endingWords(const Witness& witness);
// The first line of it.
std::string shortEnding(const Witness& witness);

// By outcome: how the execution ends with it, or why there is none; empty where it is not possible. Takes each; the
// session is where it was afterwards.
Result<std::vector<std::string>> endingsOf(SidewaysSession& session, const OutcomeList& list);

} // namespace revisit
