// One memory access during a run: an event when the bytes are shared; it is recorded in any case. The hooks use these
// functions. So do library functions that the runtime provides and that access the program's memory. Thread rule:
// called by the thread that has the baton, during a run.
#pragma once

#include "runtime/memory/shared_ranges.h"

namespace revisit::runtime {

// Ends the thread with a Signal error if the program accesses memory of Revisit itself. The program was never given
// such an address.
void requireOwnMemory(std::uint64_t address, std::uint64_t bytes);

// Ends the thread with OutOfBounds if the program accesses heap bytes between blocks, and with UseAfterFree if it
// accesses a block that the thread freed itself. The blocks of an arena never move, so the result depends only on the
// address and on the thread's own actions. (Whether another thread has freed shared memory is observed by the access
// itself.) Requires bytes > 0 and a heap address. O(log blocks).
void requireValidHeap(std::uint64_t address, std::uint64_t bytes);
// The address lies in memory whose lifetime was over: reports which memory, and when its lifetime ended.
[[noreturn]] void failOver(std::uint64_t address);

// Sizes up to 8. `flags`: REVISIT_FLAG_SERVICE for accesses that are not hook calls of the program.
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

// Parks if the bytes are shared. Returns the record's flags. `order` is the hook's memory order.
unsigned reachAccess(LabelKind kind, std::uint64_t address, std::uint64_t size, std::uint32_t order, unsigned flags);
// Creates a memory record and fills in the fields that all kinds share.
RevisitRecord& memoryRecord(RevisitRecordKind kind, std::uint64_t address, std::uint32_t size, std::uint32_t order,
                            unsigned flags);
// The memory counts as shared from the next run on, so that accesses to it are events (REVISIT_MORTAL_BLANK).
void shareNextTime(std::uint64_t address, std::uint64_t size);
// A word of 8 bytes that stands for a fact and is never stored to. Once a run has shown the fact, need() makes the word
// shared, and from the next run on isNeeded() is true.
inline bool isNeeded(std::uint64_t word) {
  return isShared(word, 8);
}
void need(std::uint64_t word);
// Completes the record of an access to a whole location of at most maxWhole bytes, which held `before`.
void recordWhole(RevisitRecord& record, const RevisitRange& range, const unsigned char* before);
// Where an access with these flags from reachAccess takes place: normally at the address. If the lifetime of the memory
// is over, in the kept copy of its content, because the memory may be in use for something else.
std::uint64_t placeOf(std::uint64_t address, unsigned flags);
// Called after a store; `flags` are those of its record.
void noteStore(std::uint64_t address, std::uint64_t size, unsigned flags, bool isChange = true);
// The same after a read-modify-write or compare-and-swap that changed memory.
void noteUpdate(std::uint64_t address, std::uint64_t size, unsigned flags);
// The calling thread finds content in memory that was stored without hooks, as its own code means it. For each shared
// location there this is an event.
void adoptContent(std::uint64_t begin, std::uint64_t end);
void noteRead(std::uint64_t address, std::uint32_t size, unsigned flags);

} // namespace revisit::runtime
