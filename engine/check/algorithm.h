// The exploration algorithms and their names. Stateless.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace revisit {

enum class Algorithm : std::uint8_t {
  ConDpor,     // every execution once
  Random,      // samples: random schedules and inputs
  Pct,         // samples: random priorities that change a few times
  Preemptions, // every schedule with few preemptions
  // Every state once. Without reduction, with safe sets, and with eager or lazy source sets, with safe sets or without.
  Stateful,
  SPor,
  DeSPor,
  DlSPor,
  DePor,
  DlPor
};

// The names used by commands, reports and witnesses, indexed by Algorithm.
inline constexpr std::array<std::string_view, 10> algorithmNames = {
    "condpor", "random", "pct", "preemptions", "stateful", "s-por", "de-s-por", "dl-s-por", "de-por", "dl-por"};

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

// Whether it explores states instead of executions. Then loops need no bound.
constexpr bool exploresStates(Algorithm algorithm) {
  return algorithm >= Algorithm::Stateful;
}

} // namespace revisit
