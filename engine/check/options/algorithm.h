// The exploration algorithms: one row for each, from which the command line, the window, reports and workers read what
// it is. Stateless.
#pragma once

#include "explore/states/state_search.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace revisit {

enum class Algorithm : std::uint8_t {
  ConDpor,
  Random,
  Pct,
  Preemptions,
  Stateful,
  SPor,
  DeSPor,
  DlSPor,
  DePor,
  DlPor,
  ODpor,
  Symbolic,
  Dpor,
  FgDpor,
  Ag,
  Portfolio
};

enum class Explores : std::uint8_t {
  Executions, // each once
  Samples,    // of schedules: a seed matters, and it needs a bound to end
  Schedules,
  States, // each once. Loops need no bound
  Paths,  // of states: a state again on each path to it. Then it can have sleep sets
  Several // algorithms at once, in several orders of threads, until one has an answer
};

struct AlgorithmRow {
  Algorithm algorithm;
  std::string_view name;  // in commands, reports and witnesses
  std::string_view title; // a line for a list to choose from
  Explores explores;
  // States and paths: how the search reduces (StateSearchOptions).
  bool safeSets = false;
  StateSearchOptions::Sources sources = StateSearchOptions::Sources::All;
  bool summarises = false; // always; then it also slices, unless told otherwise
};

// In the order of Algorithm.
inline constexpr std::array<AlgorithmRow, 16> algorithms = [] {
  using enum Algorithm;
  using enum StateSearchOptions::Sources;
  return std::array<AlgorithmRow, 16>{{
      {ConDpor, "condpor", "ConDpor: every behaviour once", Explores::Executions},
      {Random, "random", "Random: samples, never all", Explores::Samples},
      {Pct, "pct", "PCT: samples with few changes of priority", Explores::Samples},
      {Preemptions, "preemptions", "Preemptions: every schedule with few of them", Explores::Schedules},
      {Stateful, "stateful", "Stateful: every state once", Explores::States},
      {SPor, "s-por", "S-POR: states, with safe sets", Explores::States, true},
      {DeSPor, "de-s-por", "DE-S-POR: states, with safe sets and eager source sets", Explores::States, true, Eager},
      {DlSPor, "dl-s-por", "DL-S-POR: states, with safe sets and lazy source sets", Explores::States, true, Lazy},
      {DePor, "de-por", "DE-POR: states, with eager source sets", Explores::States, false, Eager},
      {DlPor, "dl-por", "DL-POR: states, with lazy source sets", Explores::States, false, Lazy},
      {ODpor, "o-dpor", "O-DPOR: states, with safe sets and source sets from races", Explores::States, true, Races},
      {Symbolic, "symbolic", "Symbolic: every path of steps on shared memory", Explores::Paths, true},
      {Dpor, "dpor", "DPOR: paths, with source sets", Explores::Paths, true, Lazy},
      {FgDpor, "fg-dpor", "FG-DPOR: paths, with backtrack sets (Flanagan and Godefroid)", Explores::Paths, true,
       Persistent},
      {Ag, "ag", "AG: states as DL-S-POR, without those from which nothing can fail", Explores::States, true, Lazy,
       true},
      {Portfolio, "portfolio", "Portfolio: several of these at once", Explores::Several},
  }};
}();

constexpr const AlgorithmRow& rowOf(Algorithm algorithm) {
  return algorithms[static_cast<std::size_t>(algorithm)];
}
static_assert([] {
  for (std::size_t i = 0; i < algorithms.size(); i++)
    if (algorithms[i].algorithm != static_cast<Algorithm>(i))
      return false;
  return true;
}());

constexpr std::string_view nameOf(Algorithm algorithm) {
  return rowOf(algorithm).name;
}

constexpr std::optional<Algorithm> algorithmNamed(std::string_view name) {
  for (const AlgorithmRow& row : algorithms)
    if (row.name == name)
      return row.algorithm;
  return std::nullopt;
}

constexpr bool samples(Algorithm algorithm) {
  return rowOf(algorithm).explores == Explores::Samples;
}
constexpr bool exploresPaths(Algorithm algorithm) {
  return rowOf(algorithm).explores == Explores::Paths;
}
// Whether it explores states instead of executions, each once or on each path.
constexpr bool exploresStates(Algorithm algorithm) {
  return rowOf(algorithm).explores == Explores::States || exploresPaths(algorithm);
}
// Whether it can leave out states because of summaries. Source sets from races need the edges behind such a state.
constexpr bool canSummarise(Algorithm algorithm) {
  return exploresStates(algorithm) && rowOf(algorithm).sources != StateSearchOptions::Sources::Races;
}

// Whether it always leaves out states because of summaries.
constexpr bool alwaysSummarises(Algorithm algorithm) {
  return rowOf(algorithm).summarises;
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
