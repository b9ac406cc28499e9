// Which function of the program allocated a heap block, and which one frees it: operator new calls malloc, and operator
// delete calls free. Thread rule: called by the thread that has the baton, and before a run.
#pragma once

#include "runtime/trace/state.h"

#include <optional>

namespace revisit::runtime {

// Allocation functions that must be used together. Any matches every family.
enum class AllocationFamily : std::uint8_t { Malloc, New, NewArray, Any };

struct AllocationRequest {
  AllocationFamily family;
  std::uint64_t bytes; // the requested size, which the library may round up
  // Of operator new: the block that is taken again, or 0 for a new one. Not set: malloc has to choose.
  std::optional<std::uint64_t> chosen;
};

// The request on whose behalf malloc was called with `bytes` bytes. A second call of malloc by the same operator has no
// family (a retry after failure, or a call by the new-handler).
AllocationRequest takeRequest(std::uint64_t bytes);

// The request on whose behalf free was called, with the size that delete was given, or 0. Forgets the request.
AllocationRequest takeRelease();
// Ends the thread with MemoryMisuse when the freeing function does not match the allocating function.
void requireSameFamily(std::uint64_t block, AllocationFamily made, std::uint64_t has, AllocationRequest freed);
bool isAlignment(std::uint64_t alignment);
// Checks the standards' requirements on an aligned allocation that the program itself makes.
void requireAlignment(bool isValid, const char* message);

} // namespace revisit::runtime
