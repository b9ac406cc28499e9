// Preemption-bounded search (Musuvathi and Qadeer, "Iterative context bounding for systematic testing of multithreaded
// programs", PLDI 2007): every schedule in which at most P times a thread is taken off while it could go on, first
// those with 0 such preemptions, then with 1, and so on. Going over to another thread where one waits or has ended is
// free. Most bugs need very few preemptions, and for a fixed bound the number of schedules grows only polynomially with
// the length of the program.
//
// Each schedule is counted once, in the round of its number of preemptions; symbolic sides, numbers and outcomes are
// explored systematically in each. Different schedules may be the same execution: `counts.duplicate` says how many
// were, so memory grows with the executions that differ. When a round withholds nothing because of its bound, every
// schedule was explored, so every execution was: then, and only then, the result may be everything.
// Thread rule: belongs to one worker.
#pragma once

#include "explore/visit.h"

#include <memory>

namespace revisit {

// Explores up to options.preemptions.
std::unique_ptr<Explorer> makePreemptionBounded(Program& program, MemoryModel& model, Solver& solver,
                                                ExploreOptions options);

} // namespace revisit
