// What a worker knows of the program that changes how it is explored, by addresses, so that another worker can take it
// over. All workers that share an exploration must know the same: where one learns more, the exploration begins again
// with that (DESIGN, Pieces). Thread rule: a plain value.
#pragma once

#include "explore/facts.h"
#include "program/behaviour_cache.h"
#include "target/native_oracle.h"

namespace revisit {

struct Knowledge {
  MemoryKnowledge memory;
  Facts facts;
  AddressTable addresses; // of the locations and objects that the facts are about

  // Adds what another worker knows. Whether the program is explored in another way then.
  bool join(const Knowledge& other);
};

// What the runs and the exploration have shown. O(touched memory).
Knowledge knowledgeOf(const NativeOracle& oracle, const BehaviourCache& cache, const Facts& facts);
// The part of it that the exploration keeps, with the oracle's numbers.
Facts factsFrom(const Knowledge& known, const NativeOracle& oracle);

} // namespace revisit
