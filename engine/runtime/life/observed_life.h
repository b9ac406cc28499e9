// What an access of the running thread observes of the lifetime of its memory, and of the object in it. Thread rule:
// called by the thread that has the baton, during a run.
#pragma once

#include "abi/trace.h"
#include "program/label.h"
#include "runtime/memory/shared_ranges.h"

namespace revisit::runtime {

// Whether the address is on the thread's own stack. Such an access never counts as one after the end of a lifetime.
bool isOwned(std::uint64_t address);
// Whether an access that reads this memory depends on its being initialised: reading uninitialised bytes is an error,
// unless they are only copied.
bool needsContent(std::uint64_t address, std::uint32_t order, unsigned flags);
// The same for memory of one thread, which may hold copies of uninitialised bytes.
bool needsOwnContent(std::uint64_t address, std::uint32_t order, unsigned flags);
// Whether an access is one of the program to the object in this memory, and not only to its bytes.
bool usesObject(std::uint32_t order, unsigned flags);
// Whether nothing was stored to this memory since it was handed out. `location` contains it if it is shared.
bool isBlank(std::uint64_t address, std::uint64_t size, const RevisitRange* location);

// What an access to shared memory observes. `location` contains the memory, or is null.
Lifetime lifetimeSeen(bool reads, std::uint64_t address, std::uint32_t order, unsigned flags,
                      const RevisitRange* location);

// Of the flags of a record, what they say of a lifetime; and the flags for what a plan says of it.
inline unsigned lifeIn(unsigned flags) {
  return flags & REVISIT_FLAG_DESTROYED;
}
unsigned plannedFlag(std::uint32_t life);

} // namespace revisit::runtime
