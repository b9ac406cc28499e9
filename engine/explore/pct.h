// PCT: probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010). Each execution
// gives its threads random priorities and runs the highest that can go on; before d-1 random steps the priority of the
// thread about to take the step drops below all others. d is the depth of the bug that is looked for: how many pairs of
// steps must come in a certain order for it to show (1: an order of two steps; 2: a thread interrupted at one place).
//
// The bound: with n threads and at most k steps, one execution shows a given bug of depth d with a probability of at
// least 1 / (n * k^(d-1)). k is learnt: the most steps that an execution before had. So the bound holds for every
// execution but the first (which has no priority change), as long as k has stopped growing. Steps are the scheduled
// ones (isScheduled); input values are random too, and what they must be is not part of the bound.
// Thread rule: belongs to one worker.
#pragma once

#include "explore/visit.h"

#include <memory>

namespace revisit {

// Requires options.depth > 0, and options.maxExecutions or options.timeoutSeconds to be set: a sampler has no end of
// its own.
std::unique_ptr<Explorer> makePctSampler(Program& program, MemoryModel& model, Solver& solver, ExploreOptions options);

} // namespace revisit
