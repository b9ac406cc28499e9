// Whether this machine stops programs at watchpoints. Some virtual machines accept what a debugger writes to the
// processor's debug registers, and ignore it: a watchpoint is set without an error, and is never hit.
#pragma once

namespace revisit {

// Whether a store to watched bytes stops the thread that stores. The first call runs a child process for some
// milliseconds; the answer is kept. True where that cannot be tried (another processor, no permission to trace).
// Thread rule: any thread.
bool watchpointsStop();

// What users are told where it is false.
inline constexpr const char* noWatchpointStops =
    "no watchpoint stops on this machine, since it ignores the debug registers, as some virtual machines do";

} // namespace revisit
