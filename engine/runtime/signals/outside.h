// Signals that come from outside of the program (--signals), as a user or a supervisor sends them. Each is sent by a
// thread of the runtime, which the program's thread makes that first handles or awaits the signal: so it comes at any
// time from then on. What such a signal would do without a handler is left out. Thread rule: called by the program's
// threads; during a run only by the one that has the baton.
#pragma once

#include "abi/machine.h"

#include <cstdint>

namespace revisit::runtime {

// The process that sends them: that which has started the program.
constexpr std::uint32_t sentFromOutside = REVISIT_MACHINE_IDENTIFIER - 1;

// The program handles these signals (a bit for each) from now on. To the first process only.
void handlesSignals(std::uint64_t signals);
// The calling thread waits for one of them. Of a set that has nearly all of them only SIGTERM is meant.
void awaitsSignals(std::uint64_t signals);

} // namespace revisit::runtime
