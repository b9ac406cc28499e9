// Accesses to unshared memory. While no path is recorded, they are not recorded one by one: for each byte it is noted
// which thread accessed it, and how (RevisitTouch), so that sharing can still be learnt. Hidden writes are found
// nevertheless: for memory that the thread does not own alone, the content that recorded stores left there is kept and
// compared at each load. Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// Keeps the content before main of the writable data of instrumented modules and of the heap. Called once, before any
// run.
void noteDataBefore();
// Maps the memory for all contents that a run may keep, so that it need not map any.
void reserveKeptPages();
// A run begins, with the options of the channel.
void beginSummaries();

// Whether accesses to unshared memory have no records in this run.
bool summarises();

// Whether the calling thread and another one touched the same byte of memory that is not shared yet. Then it will be
// shared, and this run is void. False when accesses are recorded. O(touched pages x threads).
bool touchedWhatOthersTouched();

// Whether the whole access is in memory of which no part is foreign or shared; false when that is not known. O(1).
bool isKnownPrivate(std::uint64_t address, std::uint64_t size);

// Notes for this other thread that it touches the memory (`isPiece`: as a part of more). False: this memory has no
// notes.
bool noteTouchedBy(unsigned slot, std::uint64_t address, std::uint64_t bytes, bool isPiece);

// Notes an access that was just done. `before`: the bytes that it read, if any. False: it needs a record, whose flags
// are now `flags`.
bool summarise(std::uint64_t address, std::uint64_t size, const void* before, unsigned& flags);

// A copy or fill of memory, or a round of a waiting loop, begins or ends. It has a record only if one of its accesses
// has one; openRecords must be called before those.
void beginBulk(RevisitRecordKind kind, std::uint64_t to, std::uint64_t before, std::uint64_t bytes, unsigned flags);
void endBulk(unsigned flags);
// `flags`: of the record, REVISIT_FLAG_SERVICE where no hook of the program says so.
void beginRounds(std::uint32_t loop, std::uint8_t flags = 0);
void endRounds(std::uint32_t loop, std::uint8_t flags = 0);
// Whether the trace contains a record of the round that the thread is in.
bool roundIsRecorded();
void openRecords();

} // namespace revisit::runtime
