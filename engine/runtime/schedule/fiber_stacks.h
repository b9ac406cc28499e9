// Stacks of the program's fibers (makecontext and the like). Their memory is that of mappings; here is noted where they
// lie. Thread rule: called by the thread that has the baton.
#pragma once

#include <cstdint>

namespace revisit::runtime {

struct StackBounds {
  std::uint64_t bottom, top;
  bool contains(std::uint64_t address) const { return address >= bottom && address < top; }
};

// The stack that the running thread uses if a frame of it lies there: its own one, or a fiber's. Elsewhere empty.
// O(stacks of fibers) but for its own.
StackBounds stackAround(std::uint64_t frame);
// Notes a stack that the program has switched to by itself, if this is where its pointer is, in memory of the heap.
// Ends the thread where the stack has no room for the runtime's hooks. O(stacks of fibers) but for the thread's own.
void requireRoom(std::uint64_t stack);

} // namespace revisit::runtime
