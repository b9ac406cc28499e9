// The contents that shared locations had before their newest one, in coherence order. They are kept when some step of
// the plan sees an older content or stores in the past of coherence: under a weak memory model. Memory itself always
// holds the newest content. Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// Maps room for the contents, unless that was done. Before the run.
void reservePastContent();
// A planned access to the location is about to be done; every access before it is over. Returns where it takes place:
// null for memory itself, otherwise a content of the past.
unsigned char* contentForStep(const RevisitRange& location, const RevisitPlanStep& step);

} // namespace revisit::runtime
