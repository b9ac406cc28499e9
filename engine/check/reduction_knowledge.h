// What a worker knows that reductions depend on (explore/reductions/reduction_notes.h), by addresses. Thread rule: a
// plain value.
#pragma once

#include "explore/reductions/reduction_notes.h"
#include "target/native_oracle.h"

#include <cstdint>
#include <vector>

namespace revisit {

struct ReductionKnowledge {
  struct Conflict { // between two sections of a mutex
    std::uint64_t mutex = 0;
    SectionName one, other;
    friend auto operator<=>(const Conflict&, const Conflict&) = default;
  };

  std::vector<std::uint64_t> writeLocked, heldForReading, orderedMutexes; // sorted
  std::vector<RevisitRange> read, reordered, orderedUpdates;              // sorted
  bool memoryCounts = false;
  std::vector<Conflict> conflicts;     // sorted
  std::vector<std::uint32_t> distinct; // numbers of threads, sorted

  // Adds what another worker knows. Whether the program is explored in another way then: operations, stores or sections
  // are ordered that were not.
  bool join(const ReductionKnowledge& other);
};

ReductionKnowledge knowledgeOf(const NativeOracle& oracle, const ReductionNotes& notes);
// With the oracle's numbers.
ReductionNotes notesFrom(const ReductionKnowledge& known, const NativeOracle& oracle);

} // namespace revisit
