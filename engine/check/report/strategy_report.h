// What one strategy of a check with a budget has done (budgeted.h). Values only.
#pragma once

#include "check/options/algorithm.h"
#include "explore/explorer.h"

#include <optional>
#include <string>

namespace revisit {

struct StrategyReport {
  enum class End : std::uint8_t {
    Complete,  // nothing is left to explore
    FirstBug,  // stopped at a bug
    Time,      // its share of the time was over
    Memory,    // the bound on memory was reached, or there was none left
    Limited,   // it explored all that the other reasons of the report leave, such as the bound on rounds of a loop
    Cancelled, // by the user
    Failed,    // the tool failed
    LeftOut    // it did not begin
  };

  Algorithm algorithm = Algorithm::ConDpor;
  bool continues = false; // it went on where the first strategy had stopped
  End end = End::LeftOut;
  std::string whyLeftOut; // empty unless it did not begin
  double seconds = 0;
  std::uint64_t executions = 0; // that this strategy did; of a search over schedules, schedules
  std::uint64_t duplicates = 0; // schedules whose execution it had done before
  std::uint64_t newErrors = 0;  // errors that no strategy before it had found
  // What was covered. Of preemption-bounded search: every schedule with at most so many preemptions was explored; none:
  // not even those without.
  std::optional<unsigned> preemptions;
  std::string sampled; // of a sampler: what its samples show, in words
  // Of ConDpor: the executions that were explored by it and by the strategy that it continues, and an estimate of the
  // total number of executions (0: no estimate).
  std::uint64_t explored = 0;
  Estimate estimate;
};

// The names that reports use, indexed by StrategyReport::End.
inline constexpr std::array<std::string_view, 8> strategyEndNames = {
    "complete", "stopped-at-bug", "timeout", "memory", "limited", "cancelled", "failed", "left-out"};

constexpr std::string_view nameOf(StrategyReport::End end) {
  return strategyEndNames[static_cast<std::size_t>(end)];
}

} // namespace revisit
