// The cycles with which the memory model forbids alternatives of a logged step. They are computed from the logged graph
// when somebody looks, so that an exploration pays nothing for them. Stateless.
#pragma once

#include "log/exploration_log.h"

namespace revisit {

// Whether addCycles() can have something to say about it: an alternative was refused because of the memory model.
bool hasForbidden(const Step& step);

// Finds the cycles of the step's refused candidates, and of the step itself if it is a refused revisit. The step must
// be of the log. O(1) without such refusals, otherwise O(events log events) and for each of them the cost of
// forbiddingCycle().
void addCycles(const ExplorationLog& log, Step& step);

// The arrows of a cycle: "(2,1) -fr-> (1,0) -hb-> (2,1)".
std::string cycleText(const RefusedCycle& cycle);

} // namespace revisit
