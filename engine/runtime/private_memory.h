// Accesses to memory that nobody shares. While no path is recorded nobody wants to know each of them: it is noted which
// bytes a thread touched, and how (RevisitTouch), so that what is shared can still be learnt. And no hidden channel
// goes unseen: of memory that the thread does not own alone, what recorded stores left there is kept, and compared at
// each load. Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

// Keeps what the writable data of instrumented modules and the heap hold before main. Called once, before any run.
void noteDataBefore();
// A run begins: what the channel says holds from now on.
void beginSummaries();

// Whether accesses to memory that nobody shares have no records in this run.
bool summarises();

// Whether the whole access is in memory of which nothing is foreign or shared; false when that is not known. O(1).
bool isKnownPrivate(std::uint64_t address, std::uint64_t size);

// Notes an access that was just done. `before`: the bytes that it found, if it read them. False: it needs a record,
// whose flags are now `flags`.
bool summarise(std::uint64_t address, std::uint64_t size, const void* before, unsigned& flags);

// A copy or fill of memory begins or ends; a round of a waiting loop does. It has a record only when one of its
// accesses has: openRecords comes before those.
void beginBulk(RevisitRecordKind kind, std::uint64_t to, std::uint64_t before, std::uint64_t bytes, unsigned flags);
void endBulk(unsigned flags);
void beginRounds(std::uint32_t loop);
void endRounds(std::uint32_t loop);
// Whether the trace knows of the round that the thread is in.
bool roundIsRecorded();
void openRecords();

} // namespace revisit::runtime
