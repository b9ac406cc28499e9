// Which execution of an exploration is most useful to compare one with. Stateless; any thread.
#pragma once

#include "log/exploration_log.h"

#include <functional>

namespace revisit {

// In explorations of at most that many executions every other one is looked at.
inline constexpr std::uint64_t mostToCompare = 500;

// The execution that has the most events in common with this one, of those the one with the fewest others, then the one
// found next to it. If any end differently (without a bug where this one has one, and the reverse), only these are
// considered, then those that end by themselves. In larger explorations those are looked at that were found just before
// and after. `isWanted` is asked now and then; false ends the search. Nothing when there is no other one, its steps are
// not kept, or the answer is not wanted any more. O(comparing with each).
std::optional<std::uint64_t> nearestExecution(const ExplorationLog& log, std::uint64_t number,
                                              const std::function<bool()>& isWanted = {});

} // namespace revisit
