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
  DlPor,
  ODpor,    // every state once: with safe sets, and source sets from races
  Symbolic, // every path of steps on shared memory and objects, and of decisions
  Dpor,     // the same, with source sets
  FgDpor,   // the same, with the backtrack sets of Flanagan and Godefroid
  Ag,       // every state once, as DlSPor, apart from those from which nothing can fail (summaries)
  Portfolio // several of them at once, in several orders of threads, until one has an answer
};

// The names used by commands, reports and witnesses, indexed by Algorithm.
inline constexpr std::array<std::string_view, 16> algorithmNames = {
    "condpor", "random", "pct",    "preemptions", "stateful", "s-por",   "de-s-por", "dl-s-por",
    "de-por",  "dl-por", "o-dpor", "symbolic",    "dpor",     "fg-dpor", "ag",       "portfolio"};

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
  return algorithm >= Algorithm::Stateful && algorithm < Algorithm::Portfolio;
}

// Whether it can leave out states because of summaries. Source sets from races need the edges behind such a state.
constexpr bool canSummarise(Algorithm algorithm) {
  return exploresStates(algorithm) && algorithm != Algorithm::ODpor;
}

// Whether it explores paths of states: a state again on each path to it. Then it can have sleep sets.
constexpr bool exploresPaths(Algorithm algorithm) {
  return algorithm == Algorithm::Symbolic || algorithm == Algorithm::Dpor || algorithm == Algorithm::FgDpor;
}

// Which thread a stateful search takes first where several may go.
enum class ThreadOrder : std::uint8_t {
  Sequential, // by number
  Reverse,    // by number, the last one first
  Random
};

// The names used by commands and reports, indexed by ThreadOrder.
inline constexpr std::array<std::string_view, 3> orderNames = {"sequential", "reverse", "random"};

constexpr std::string_view nameOf(ThreadOrder order) {
  return orderNames[static_cast<std::size_t>(order)];
}

// One search of a portfolio.
struct SearchChoice {
  Algorithm algorithm = Algorithm::ConDpor;
  ThreadOrder order = ThreadOrder::Sequential; // of a stateful search
  std::uint64_t seed = 0;                      // of a random order
};

} // namespace revisit
