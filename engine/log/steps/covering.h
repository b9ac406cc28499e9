// Which execution shows what a refused revisit or displacement would have led to. Stateless.
#pragma once

#include "log/exploration_log.h"

#include <optional>

namespace revisit {

// Whether the step was refused because another execution covers what it would lead to: an event that would be deleted
// is not maximal.
bool isCovered(const Step& step);

// The nearest execution that has all that the step would have led to: what would have stayed and what would have been
// added, with the same reads-from and the same orders. Nothing: isCovered() is false, or the log does not have it: it
// was not explored so far, no inputs lead to it, or the executions that are nearer have more than maxLooked events.
// O(maxLooked * log).
std::optional<std::uint64_t> coveringOf(const ExplorationLog& log, const Step& step);

inline constexpr std::size_t maxLooked = 100'000;

} // namespace revisit
