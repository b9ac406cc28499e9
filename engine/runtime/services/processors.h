// The processors that the program is told of, whatever the machine has.
#pragma once

#include <cstdint>

namespace revisit::runtime {

constexpr int pretendedProcessors = 4;
constexpr std::uint64_t allProcessors = (std::uint64_t{1} << pretendedProcessors) - 1;

} // namespace revisit::runtime
