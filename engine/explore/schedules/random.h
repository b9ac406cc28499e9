// Random sampling: each execution is one walk with random scheduling, sides and numbers, without backtracking. Can find
// bugs that an exhaustive search does not reach in the time; never proves their absence. Thread rule: belongs to one
// worker.
#pragma once

#include "explore/exploration_state.h"

#include <memory>

namespace revisit {

// Requires that options.maxExecutions or options.timeoutSeconds is set: a sampler does not end by itself.
std::unique_ptr<Explorer> makeRandomSampler(Program& program, MemoryModel& model, Solver& solver,
                                            ExploreOptions options);

} // namespace revisit
