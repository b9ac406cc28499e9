// Objects whose destructor has ended while their memory stays: reading what they held is an error until something is
// stored there. For memory that threads share, this is part of the graph (Lifetime::Destroys). For the rest it is noted
// here, byte by byte; such a byte holds REVISIT_FRESH_BYTE, so that reads and stores of other values never look it up.
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// Whether the running thread destroyed the object in all of these bytes, of which none is shared, and stored nothing
// there since. O(size); O(1) if the bytes hold something else.
bool isDestroyed(std::uint64_t address, std::uint64_t size);
// The same for the byte at an address that need not be one of memory, as of a synchronisation object.
bool isDestroyedAt(std::uint64_t address);
// The bytes were stored to.
void noteStoredObject(std::uint64_t address, std::uint64_t size);
// The lifetime of this memory begins: what was in it before does not matter.
void forgetDestroyed(std::uint64_t begin, std::uint64_t end);
// Which of the eight bytes at an address are noted, as a bit mask. The address is a multiple of eight.
std::uint8_t destroyedBytes(std::uint64_t address);

// Ends the thread with the error that it uses this object after its destructor. Requires isDestroyed of its first byte,
// or that a shared location there is destroyed.
[[noreturn]] void failDestroyed(std::uint64_t address);

} // namespace revisit::runtime
