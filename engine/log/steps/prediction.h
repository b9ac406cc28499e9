// What a step may be, to guess before it is shown. Stateless.
#pragma once

#include "log/exploration_log.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit {

struct Prediction {
  std::vector<std::string> choices; // at most maxChoices, no two alike, in an order that says nothing
  std::size_t right = 0;            // which of them is the step
};

inline constexpr std::size_t maxChoices = 4;

// The choices after the step before it: of an exploration, or of a search over states. Nothing: there is no such step,
// or none before it.
std::optional<Prediction> predictionOf(const ExplorationLog& log, std::uint64_t step);
std::optional<Prediction> predictionOf(const StateLog& log, std::uint64_t step);

} // namespace revisit
