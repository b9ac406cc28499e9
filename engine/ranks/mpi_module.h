// MPI is in a module of its own, which is loaded where a run is distributed: nothing else needs MPI to be installed.
// Thread rule: the ranks belong to the thread that opened them.
#pragma once

#include "base/result.h"
#include "ranks/ranks.h"

#include <memory>

namespace revisit {

// The ranks of the mpirun that started this process; without one, this process alone. To be called once. Fails with
// NotFound if the module or MPI is missing, with TargetFailed if MPI does not start. Cost: that of MPI_Init, up to a
// second.
Result<std::unique_ptr<Ranks>> openMpiRanks();

// Whether this process is the first of its run, or not part of one, as far as the environment says. For messages when
// the ranks could not be opened.
bool isFirstProcess();

// Whether the launcher will end with exit status 0 whatever happens. Before leaveOutLauncher().
bool hidesExitStatus();

// Removes what the launcher of ranks has added to the environment, so that programs see the same in each of them.
void leaveOutLauncher();

} // namespace revisit
