// The futex system call. Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include <cstdint>

namespace revisit::runtime {

// syscall(SYS_futex, given[0], ...): returns its result and sets errno. Ends the thread for operations that are not
// supported.
long futexCall(const std::uint64_t (&given)[6]);

} // namespace revisit::runtime
