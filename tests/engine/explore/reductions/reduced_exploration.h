// A Script explored with a reduced equivalence: what the fuzz tests of reductions judge.
#pragma once

#include "quotient.h"

#include "explore/explorer.h"
#include "explore/reductions/equivalence.h"
#include "graph/identity.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace revisit::test {

struct ReducedExploration {
  std::vector<QuotientExecution> executions;
  std::vector<std::string> endings; // of each
  std::set<GraphIdentity> identities;
  QuotientRules rules;
  std::set<std::pair<std::uint32_t, std::uint32_t>> equalThreads; // each thread that has an elder, behind its elder
  std::set<std::string> races, errors, behind;
  ExplorationCounts counts;
  std::uint64_t restarts = 0;
};

struct ReducedOptions {
  Equivalence equivalence;
  bool byItems = false;
  // Places in the code of equal threads (rootsOf) are the same places, and standing threads have no order.
  bool joinsEqualThreads = false;
};

ReducedExploration exploreReduced(const Script& script, const ReducedOptions& options);

} // namespace revisit::test
