// Preemption-bounded search (Musuvathi and Qadeer, "Iterative context bounding for systematic testing of multithreaded
// programs", PLDI 2007): explores every schedule with at most P preemptions, first those with 0, then those with 1, and
// so on. A preemption takes the processor from a thread that could continue. Switching away from a thread that waits or
// has ended is free. Most bugs need very few preemptions, and for a fixed bound the number of schedules grows only
// polynomially with the length of the program.
//
// Each schedule is counted once, in the round of its number of preemptions; symbolic sides, numbers and outcomes are
// explored systematically in each. Different schedules may be the same execution: `counts.duplicate` counts these, so
// memory grows with the number of distinct executions. When a round leaves nothing out because of its bound, every
// schedule was explored, and therefore every execution. Only then can the result be complete. Thread rule: belongs to
// one worker.
#pragma once

#include "explore/exploration_state.h"

#include <memory>

namespace revisit {

// Explores schedules with up to options.preemptions preemptions.
std::unique_ptr<Explorer> makePreemptionBounded(Program& program, MemoryModel& model, Solver& solver,
                                                ExploreOptions options);

} // namespace revisit
