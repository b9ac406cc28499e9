// Random sampling: executions one after the other, each a walk without backtracking, with random sides, numbers and
// outcomes. Can find bugs that an exhaustive search does not reach in the time; never proves their absence.
//
// Requires that options.maxExecutions or options.timeoutSeconds is set: a sampler does not end by itself. Thread rule:
// belongs to one worker.
#pragma once

#include "explore/exploration_state.h"

#include <memory>

namespace revisit {

// The thread that takes the next turn is random, too.
std::unique_ptr<Explorer> makeRandomSampler(Program& program, MemoryModel& model, Solver& solver,
                                            ExploreOptions options);

// PCT: probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010). Each execution
// gives its threads random priorities and runs the thread with the highest priority that can continue; before d-1
// random steps the priority of the thread about to take the step drops below all others. d is the depth of the bugs
// that are looked for: how many pairs of steps must come in a certain order for the bug to appear (1: an order of two
// steps; 2: a thread interrupted at one place).
//
// The bound: with n threads and at most k steps, one execution shows a given bug of depth d with a probability of at
// least 1 / (n * k^(d-1)). k is learnt: the largest number of steps in an earlier execution. So the bound holds for
// every execution except the first (which has no priority change), once k has stopped growing. Steps are the scheduled
// ones (isScheduled); input values are random too, and the bound does not cover them. Requires options.depth > 0.
std::unique_ptr<Explorer> makePctSampler(Program& program, MemoryModel& model, Solver& solver, ExploreOptions options);

} // namespace revisit
