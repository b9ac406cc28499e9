// Random sampling: each execution is one walk with random scheduling, sides and numbers, without backtracking. Finds
// bugs where exhaustive order does not reach; never proves anything.
// Thread rule: belongs to one worker.
#pragma once

#include "explore/visit.h"

#include <memory>

namespace revisit {

// Requires options.maxExecutions or options.timeoutSeconds to be set: a sampler has no end of its own.
std::unique_ptr<Explorer> makeRandomSampler(Program& program, MemoryModel& model, Solver& solver,
                                            ExploreOptions options);

} // namespace revisit
