// The exploration algorithms and their names. Stateless.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace revisit {

enum class Algorithm : std::uint8_t {
  ConDpor,    // every execution once
  Random,     // samples: random schedules and inputs
  Pct,        // samples: random priorities that change a few times
  Preemptions // every schedule with few preemptions
};

// The names used by commands, reports and witnesses, indexed by Algorithm.
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

// Whether it samples: then a seed matters, and it needs a bound to end.
constexpr bool samples(Algorithm algorithm) {
  return algorithm == Algorithm::Random || algorithm == Algorithm::Pct;
}

} // namespace revisit
