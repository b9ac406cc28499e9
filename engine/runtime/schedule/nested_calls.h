// How many calls of one function a thread is in, for the bound on recursion. Thread rule: called by the thread that has
// the baton.
#pragma once

#include <cstdint>

namespace revisit::runtime {

// The number of active calls of the function in this thread, including the one that begins. Entries below the frame
// belong to calls that have returned. 0: not known.
std::uint32_t nestedCalls(std::uint64_t function, std::uint64_t frame);
// Maps the memory for the calls of a slot's thread, if that was not done. False when there is no address space for it.
bool reserveCalls(unsigned slot);

} // namespace revisit::runtime
