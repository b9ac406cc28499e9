// Turns crashes and endless computations of the program into errors of one thread. Thread rule: set up in the zygote
// and the child; handlers run on the thread that has the baton.
#pragma once

#include "runtime/trace/state.h"

#include <cstdint>

namespace revisit::runtime {

inline constexpr std::uint64_t nullPage = 4096; // below it is neither memory nor code

void installSignalHandlers();
// Makes the calling OS thread handle signals on the slot's own signal stack.
void useSignalStack(unsigned slot);
// For a handler that does not return: the thread stops, and signals are unblocked for the other threads.
void openSignals();

} // namespace revisit::runtime
