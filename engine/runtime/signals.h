// Crashes and endless computations of the program as errors of one thread.
// Thread rule: set-up in the zygote and the child; handlers run on the thread that has the baton.
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

void installSignalHandlers();
// The calling OS thread handles signals on the slot's own signal stack.
void useSignalStack(unsigned slot);
// Processor time after which a run without events counts as endless.
void startWatchdog(unsigned milliseconds);

} // namespace revisit::runtime
