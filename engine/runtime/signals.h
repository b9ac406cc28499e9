// Crashes and endless computations of the program as errors of one thread.
// Thread rule: set-up in the zygote and the child; handlers run on the thread that has the baton.
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

void installSignalHandlers();
// The calling OS thread handles signals on the slot's own signal stack.
void useSignalStack(unsigned slot);
// For a handler that does not return: the thread stops, and signals are open again for the others.
void openSignals();

} // namespace revisit::runtime
