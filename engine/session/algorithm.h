// The algorithms that explore, by name. Stateless.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace revisit {

enum class Algorithm : std::uint8_t {
  ConDpor,    // every behaviour once
  Random,     // samples: random schedules and inputs
  Pct,        // samples: random priorities that change few times
  Preemptions // every schedule with few preemptions
};

// As commands, reports and witnesses name them; by Algorithm.
inline constexpr std::array<std::string_view, 4> algorithmNames = {"condpor", "random", "pct", "preemptions"};

constexpr std::string_view nameOf(Algorithm algorithm) {
  return algorithmNames[static_cast<std::size_t>(algorithm)];
}

constexpr std::optional<Algorithm> algorithmNamed(std::string_view name) {
  for (std::size_t i = 0; i < algorithmNames.size(); i++)
    if (algorithmNames[i] == name)
      return static_cast<Algorithm>(i);
  return std::nullopt;
}

// Whether it draws at random, so that a seed matters and it has no end of its own.
constexpr bool samples(Algorithm algorithm) {
  return algorithm == Algorithm::Random || algorithm == Algorithm::Pct;
}

} // namespace revisit
