// What becomes of a system call that code makes which is not followed. No state.
#pragma once

#include <cstdint>

namespace revisit::runtime {

// The arguments of a system call.
using CallArguments = const std::uint64_t (&)[6];

// Whether the call changes nothing but memory and descriptors of this process, and cannot wait. All others are not
// performed.
bool mayBePerformed(long number, CallArguments given);

// The error of a call that is not performed: one that the system permits.
int errorInstead(long number);

} // namespace revisit::runtime
