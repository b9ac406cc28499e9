// System calls by number that ask about the process. Thread rule: called by the thread that has the baton.
#pragma once

#include <cstdint>
#include <optional>

namespace revisit::runtime {

// Whether the kernel that a program sees lacks the call.
bool isMissingCall(long number);
// syscall(number, given[0], ...): its result, after setting errno where it is -1; none: it is not one of these.
std::optional<long> answerNumber(long number, const std::uint64_t (&given)[6]);

} // namespace revisit::runtime
