// The content that the recorded events left in each shared location. It is used to find writes without a hook call.
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// Maps room for the copies in most programs, so that noteInitialContent need not.
void reserveKnownContent();
// Copies the content of every shared location before the run.
void noteInitialContent();
// Whether the location still holds the content that the last event left.
bool isAsLeft(const RevisitRange& location);
// An event has just left this content in the location.
void noteContent(const RevisitRange& location);
// Memory of the heap was handed out and filled with REVISIT_FRESH_BYTE. Locations may lie in it only partly: where
// other runs have larger blocks, locations reach beyond it.
void noteFreshContent(std::uint64_t begin, std::uint64_t end);
// The copy of that content; null when there is none.
unsigned char* keptContent(const RevisitRange& location);
// The low 8 bytes at `at` of the content that an event left there.
std::uint64_t contentLeft(const RevisitRange& location, std::uint64_t at, std::uint32_t size);

// Whether there was enough room for all copies.
bool isContentKept();

} // namespace revisit::runtime
