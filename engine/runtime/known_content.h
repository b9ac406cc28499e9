// What the recorded events left in each shared location, to find writes that went past the hooks.
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

// Takes down the content of every shared location before the run.
void noteInitialContent();
// Whether the location holds what the last event left there.
bool isAsLeft(const RevisitRange& location);
// An event has just left this content.
void noteContent(const RevisitRange& location);
// Where that content is kept; null when it is not.
unsigned char* keptContent(const RevisitRange& location);
// The low 8 bytes at `at` of what an event left there.
std::uint64_t contentLeft(const RevisitRange& location, std::uint64_t at, std::uint32_t size);

// Whether there was room for all that.
bool isContentKept();

} // namespace revisit::runtime
