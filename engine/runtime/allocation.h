// Which function of the program asked for a block of the heap, and which one gives it back: new and its kin end in
// malloc, delete in free. Thread rule: called by the thread that has the baton, and before a run.
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

// The functions that belong together. Any: with whatever.
enum class AllocationFamily : std::uint8_t { Malloc, New, NewArray, Any };

struct AllocationRequest {
  AllocationFamily family;
  std::uint64_t bytes; // that were asked for; the library may round them up
};

// What malloc was called for, given the bytes it was called with. What an operator asks for a second time (when there
// was no memory, or the program's handler for that asks) is of no family.
AllocationRequest takeRequest(std::uint64_t bytes);

// What free is called for, with the size that delete was given, or 0; forgets it.
AllocationRequest takeRelease();
// Ends the thread with MemoryMisuse when the function that frees the block does not fit the one that made it.
void requireSameFamily(std::uint64_t block, AllocationFamily made, std::uint64_t has, AllocationRequest freed);
bool isAlignment(std::uint64_t alignment);
// What the standards ask of an aligned allocation, when the program itself asks for one.
void requireAlignment(bool isValid, const char* message);

} // namespace revisit::runtime
