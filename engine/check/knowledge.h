// What a worker knows of the program that changes how it is explored, by addresses, so that another worker can take it
// over. All workers that share an exploration must know the same: where one learns more, the exploration begins again
// with that (DESIGN, Pieces). Thread rule: a plain value.
#pragma once

#include "check/reduction_knowledge.h"
#include "explore/program_traits.h"
#include "program/behaviour_cache.h"
#include "target/native_oracle.h"

#include <cstdint>
#include <vector>

namespace revisit {

struct Knowledge {
  MemoryKnowledge memory;
  ProgramTraits::Flags flags;
  std::vector<std::uint64_t> ordered, tried; // addresses of objects, sorted
  std::vector<RevisitRange> contended;       // sorted
  ReductionKnowledge reductions;
  bool distrustsRuns = false;          // every run has to be a process of its own
  std::vector<std::uint32_t> unmerged; // threads whose states are not merged, sorted

  // Adds what another worker knows. Whether the program is explored in another way then.
  bool join(const Knowledge& other);
};

// What the runs and the exploration have shown. O(touched memory).
Knowledge knowledgeOf(const NativeOracle& oracle, const BehaviourCache& cache, const ProgramTraits& traits);
// The part of it that the exploration keeps, with the oracle's numbers.
ProgramTraits traitsFrom(const Knowledge& known, const NativeOracle& oracle);

} // namespace revisit
