// One access to memory as the run sees it: an event when the bytes are shared, recorded in any case. The hooks use
// these, and so do library functions that the runtime provides and that touch the program's memory.
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/shared_ranges.h"

namespace revisit::runtime {

// An access by the program to the memory of Revisit itself ends the thread with a Signal: no program has an address
// there that it was given.
void requireOwnMemory(std::uint64_t address, std::uint64_t bytes);

// An access by the program to bytes of the heap between blocks ends the thread with OutOfBounds, one to a block that it
// has freed itself with UseAfterFree. The blocks of an arena never move, so this depends on the address and on what the
// thread did, once the program can know it. (Whether another thread has freed shared memory, the access observes.)
// Requires bytes, and an address in the heap. O(log blocks).
void requireValidHeap(std::uint64_t address, std::uint64_t bytes);
// The address lies in memory whose life was over: says which, and when it ended.
[[noreturn]] void failOver(std::uint64_t address);

// Sizes up to 8. `flags`: REVISIT_FLAG_SERVICE for accesses that are no hook call of the program.
std::uint64_t recordedLoad(std::uint64_t address, std::uint32_t size, std::uint32_t order, unsigned flags);
void recordedStore(std::uint64_t address, std::uint64_t value, std::uint32_t size, std::uint32_t order, unsigned flags);
// Returns the old value.
std::uint64_t recordedRmw(std::uint64_t address, std::uint64_t operand, std::uint32_t size, std::uint32_t order,
                          RmwOp op, unsigned flags);
void recordedCopy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes, unsigned flags);
void recordedFill(std::uint64_t to, std::uint8_t byte, std::uint64_t bytes, unsigned flags);

// A store by a library function on the program's behalf, in every phase.
void serviceStore(std::uint64_t address, std::uint64_t value, std::uint32_t size);

constexpr std::uint64_t maxWhole = 255; // a record's size field

// Parks when the bytes are shared; returns the flags and what was found. `order` is that of the hook.
unsigned reachAccess(LabelKind kind, std::uint64_t address, std::uint64_t size, std::uint32_t order, unsigned flags);
// Fills in what all memory records have in common.
RevisitRecord& memoryRecord(RevisitRecordKind kind, std::uint64_t address, std::uint32_t size, std::uint32_t order,
                            unsigned flags);
// The rest of a record of a whole location of at most maxWhole bytes, which held `before`.
void recordWhole(RevisitRecord& record, const RevisitRange& range, const unsigned char* before);
// Where an access that reachAccess gave these flags takes place: at the address; when the memory's life is over, in
// what was kept of it, since the memory itself may be somebody else's by now.
std::uint64_t placeOf(std::uint64_t address, unsigned flags);
// A store was done; `flags` are its record's.
void noteStore(std::uint64_t address, std::uint64_t size, unsigned flags, bool isChange = true);
// The same for a read-modify-write or compare-and-swap that changed memory.
void noteUpdate(std::uint64_t address, std::uint64_t size, unsigned flags);
void noteRead(std::uint64_t address, std::uint32_t size, unsigned flags);

} // namespace revisit::runtime
