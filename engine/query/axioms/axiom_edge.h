// Edges of the relations that the axioms of memory models are about. Plain data.
#pragma once

#include "query/timeline/timeline.h"

#include <string_view>

namespace revisit {

enum class AxiomRelation : std::uint8_t {
  ProgramOrder,
  PreservedOrder, // what a processor with store buffers keeps of program order
  ReadsFrom,
  Coherence,
  FromReads,
  HappensBefore,
  ObjectChain,
  Create,
  Join
};

// "po", "ppo", "rf", "co", "fr", "hb", "chain", "create", "join"
std::string_view nameOf(AxiomRelation relation);

struct AxiomEdge {
  AxiomRelation relation = AxiomRelation::ProgramOrder;
  EventNumber from = 0, to = 0;
  friend bool operator==(const AxiomEdge&, const AxiomEdge&) = default;
};

} // namespace revisit
